import type { z } from 'zod'
import { announce } from './events.ts'
import { cardAnswer, debitReturned, returningCard, testAccounts } from './methods.ts'
import {
  type Customer,
  epochSeconds,
  type Intent,
  newId,
  type PaymentError,
  type Refund,
  type Session,
  type SetupIntent,
} from './objects.ts'
import * as store from './objects.store.ts'
import {
  type ChargeParameters,
  type CustomerParameters,
  leastCents,
  type RefundParameters,
  type SessionParameters,
} from './parameters.ts'
import { dispute, refuse, succeed } from './sessions.ts'
import { invalid, missing } from './wire.ts'

const sessionSeconds = 24 * 60 * 60
/** A bank answers a debit and a refund to an account after so long, where Stripe's banks take days. */
const bankMs = 30_000

export async function createCustomer(
  tx: store.Tx,
  { email, name, metadata }: z.output<typeof CustomerParameters>,
  now: Date,
): Promise<Customer> {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: epochSeconds(now),
    livemode: false,
    email: email ?? null,
    name: name ?? null,
    metadata,
  }
  await store.save(tx, customer, now)
  return customer
}

/** @param options.pageUrl base of the pages, `…/pay` */
export async function createSession(
  tx: store.Tx,
  given: SessionParameters,
  { now, pageUrl }: { now: Date; pageUrl: string },
): Promise<Session> {
  if (!(await store.read(tx, 'customer', given.customer)))
    throw invalid(`No such customer: '${given.customer}'`, { code: 'resource_missing', param: 'customer' })
  const lines = given.mode === 'payment' ? given.line_items.map(toLine) : []
  const total = lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
  if (given.mode === 'payment') refuseSmall(total)
  const setup = given.mode === 'setup' ? setupIntentOf(given, now) : null
  if (setup) await store.save(tx, setup, now)
  const data = given.mode === 'payment' ? given.payment_intent_data : null
  const id = newId('cs_test')
  const session: Session = {
    id,
    object: 'checkout.session',
    created: epochSeconds(now),
    livemode: false,
    mode: given.mode,
    ui_mode: 'hosted_page',
    status: 'open',
    payment_status: setup ? 'no_payment_required' : 'unpaid',
    amount_total: setup ? null : total,
    currency: 'eur',
    customer: given.customer,
    client_reference_id: given.client_reference_id ?? null,
    metadata: given.metadata,
    locale: given.locale,
    success_url: given.success_url,
    cancel_url: given.cancel_url,
    url: `${pageUrl}/${id}`,
    expires_at: epochSeconds(now) + sessionSeconds,
    payment_intent: null,
    setup_intent: setup?.id ?? null,
    own: {
      lines,
      intentMetadata: data?.metadata ?? {},
      keepsMethod: data?.setup_future_usage === 'off_session',
      methods: given.allowed_payment_method_types ?? ['card', 'sepa_debit'],
    },
  }
  await store.save(tx, session, now, new Date(session.expires_at * 1000))
  return session
}

type Setup = Extract<SessionParameters, { mode: 'setup' }>
type Line = Extract<SessionParameters, { mode: 'payment' }>['line_items'][number]

function toLine({ quantity, price_data }: Line) {
  return { text: price_data.product_data.name, quantity, cents: price_data.unit_amount }
}

function setupIntentOf({ customer, setup_intent_data }: Setup, now: Date): SetupIntent {
  return {
    id: newId('seti'),
    object: 'setup_intent',
    created: epochSeconds(now),
    livemode: false,
    customer,
    metadata: setup_intent_data.metadata,
    usage: 'off_session',
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: null,
  }
}

/** Charges a kept method with nobody there. */
export async function chargeOffSession(
  tx: store.Tx,
  given: z.output<typeof ChargeParameters>,
  now: Date,
): Promise<{ intent: Intent; refusal: PaymentError | null }> {
  refuseSmall(given.amount)
  const method = await store.read(tx, 'payment_method', given.payment_method)
  if (method?.customer !== given.customer)
    throw invalid(`No such PaymentMethod: '${given.payment_method}'`, {
      code: 'resource_missing',
      param: 'payment_method',
    })
  const intent: Intent = {
    id: newId('pi'),
    object: 'payment_intent',
    created: epochSeconds(now),
    livemode: false,
    amount: given.amount,
    currency: 'eur',
    customer: given.customer,
    description: given.description ?? null,
    metadata: given.metadata,
    setup_future_usage: null,
    status: 'processing',
    payment_method: method.id,
    latest_charge: null,
    last_payment_error: null,
  }
  if (method.type === 'sepa_debit') {
    await store.save(tx, intent, now, new Date(now.getTime() + bankMs))
    await announce(tx, 'payment_intent.processing', intent, now)
    return { intent, refusal: null }
  }
  const says = cardAnswer(method.own.number, false)
  if (says === null || says === 'authenticate') await succeed(tx, { session: null, intent }, now)
  else await refuse(tx, { session: null, intent }, says, now)
  return { intent, refusal: intent.last_payment_error }
}

export async function createRefund(
  tx: store.Tx,
  given: z.output<typeof RefundParameters>,
  now: Date,
): Promise<Refund> {
  const intent = await store.lock(tx, 'payment_intent', given.payment_intent)
  if (!intent) throw missing('payment_intent', given.payment_intent)
  const charge = intent.latest_charge ? await store.read(tx, 'charge', intent.latest_charge) : null
  if (!charge) throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  const left = charge.amount - charge.amount_refunded
  if (left === 0 || charge.disputed)
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: charge.disputed ? 'charge_disputed' : 'charge_already_refunded',
    })
  if (given.amount > left)
    throw invalid(`Refund amount (${given.amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  charge.amount_refunded += given.amount
  charge.refunded = charge.amount_refunded === charge.amount
  await store.save(tx, charge, now)
  const method = await store.read(tx, 'payment_method', charge.payment_method)
  const isTransfer = method?.type === 'sepa_debit'
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    created: epochSeconds(now),
    amount: given.amount,
    currency: 'eur',
    charge: charge.id,
    payment_intent: intent.id,
    metadata: given.metadata,
    status: isTransfer ? 'pending' : 'succeeded',
  }
  const isDecided = !isTransfer && method?.own.number !== returningCard
  await store.save(tx, refund, now, isDecided ? null : new Date(now.getTime() + bankMs))
  await announce(tx, 'charge.refunded', charge, now)
  return refund
}

/** The bank's answer to a debit with nobody there: what the account's number says. */
export async function settleIntent(tx: store.Tx, id: string, now: Date): Promise<void> {
  const intent = await store.lock(tx, 'payment_intent', id)
  if (intent?.status !== 'processing' || !intent.payment_method) return
  const method = await store.read(tx, 'payment_method', intent.payment_method)
  const number = method?.own.number
  if (number === testAccounts.returned) return refuse(tx, { session: null, intent }, debitReturned, now)
  await succeed(tx, { session: null, intent }, now)
  const charge = intent.latest_charge && (await store.read(tx, 'charge', intent.latest_charge))
  if (charge && number === testAccounts.disputed) await dispute(tx, charge, now)
}

export async function settleRefund(tx: store.Tx, id: string, now: Date): Promise<void> {
  const refund = await store.lock(tx, 'refund', id)
  if (!refund || refund.status === 'failed') return
  refund.status = refund.status === 'pending' ? 'succeeded' : 'failed'
  await store.save(tx, refund, now)
  await announce(tx, refund.status === 'failed' ? 'refund.failed' : 'refund.updated', refund, now)
}

function refuseSmall(cents: number): void {
  if (cents < leastCents)
    throw invalid('The amount must be at least 50 cents.', { code: 'amount_too_small', param: 'amount' })
}
