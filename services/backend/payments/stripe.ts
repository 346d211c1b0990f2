import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  type Checkout,
  type Observed,
  type PaymentProvider,
  refusedCharge,
  type RefundState,
  type Setup,
} from './provider.ts'
import { type Call, type CallOptions, createCall } from './stripe-call.ts'
import { Message, refOf } from './stripe-events.ts'
import { StripeRefused } from './stripe-failures.ts'
import { expandIntent, expandSession, isSession, metadataOf, observedSetup } from './stripe-objects.ts'
import { createObserver } from './stripe-observer.ts'

interface StripeOptions extends CallOptions {
  /** Signs the messages of the provider. */
  webhookSecret: string
  /** Begins every key and marks every object, so that another database at the same account is another customer. */
  installation: () => Promise<string>
  clock: Clock
}

/** Messages older than this may be replayed by somebody who read them. */
const toleranceSeconds = 300

/** What can be charged later by what the port keeps. */
const keptTypes: Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[] = ['card', 'sepa_debit']

/** The calls to one account at Stripe. */
interface Account extends ReturnType<typeof createObserver> {
  call: Call
  installation: () => Promise<string>
}

/** Stripe behind the port, and the embedded provider, which speaks like it. The library is loaded at the first payment. */
export function createStripe(options: StripeOptions): PaymentProvider {
  const { installation } = options
  const call = createCall(options)
  const account: Account = { call, installation, ...createObserver(call, installation) }
  return {
    checkout: (asked, key) => checkout(account, asked, key),
    setup: (asked, key) => setup(account, asked, key),
    observeSetup: async (ref) => {
      const expand = ['setup_intent.payment_method']
      return observedSetup(await call((stripe) => stripe.checkout.sessions.retrieve(ref, { expand })))
    },
    charge: (asked, key) => charge(account, asked, key),
    observe: account.observe,
    expire: (ref) => expire(account, ref),
    refund: (ref, cents, key) => refund(account, { ref, cents, key }),
    refundState: async (ref) => refundState((await call((stripe) => stripe.refunds.retrieve(ref))).status),
    verify: (raw, signature) => verify(options, raw, signature),
  }
}

async function checkout(account: Account, asked: Checkout, key: string) {
  const mark = await account.installation()
  return openPage(
    account,
    sessionOf(asked, await customerOf(account, asked.buyer, mark), mark),
    `${mark}:${key}`,
  )
}

async function setup(account: Account, asked: Setup, key: string) {
  const mark = await account.installation()
  return openPage(
    account,
    setupOf(asked, await customerOf(account, asked.buyer, mark), mark),
    `${mark}:${key}`,
  )
}

async function openPage(
  { call }: Account,
  parameters: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
) {
  const { id, url, expires_at } = await call((stripe) =>
    stripe.checkout.sessions.create(parameters, { idempotencyKey }),
  )
  return { ref: id, url: url ?? '', expiresAt: new Date(expires_at * 1000) }
}

/** The one customer of a buyer; with other contact data it is another one, because a key takes no other body. */
async function customerOf(
  { call }: Account,
  { key, email, name, customer }: Checkout['buyer'],
  mark: string,
): Promise<string> {
  if (customer) return customer
  const person = { email, name, metadata: { installation: mark, buyer: key } }
  const idempotencyKey = `${mark}:customer-${key}-${digestOf(JSON.stringify(person))}`
  return (await call((stripe) => stripe.customers.create(person, { idempotencyKey }))).id
}

async function charge(
  { call, installation, observe, intentSeen }: Account,
  { payment, cents, profile, text }: Parameters<PaymentProvider['charge']>[0],
  key: string,
): ReturnType<PaymentProvider['charge']> {
  const mark = await installation()
  const { customer, method } = profile
  const metadata = metadataOf(mark, payment)
  // Stripe forgets keys after a day, and money must not be taken twice after one.
  const made = await call((stripe) => stripe.paymentIntents.list({ customer, limit: 100 }))
  const before = made.data.find((one) => isSame(one.metadata, metadata))
  if (before) return { ref: before.id, ...(await observe(before.id)) }
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: cents,
    currency: 'eur',
    customer,
    payment_method: method,
    off_session: true,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    description: text,
    metadata,
    expand: expandIntent,
  }
  const idempotencyKey = `${mark}:${key}`
  try {
    const intent = await call((stripe) => stripe.paymentIntents.create(parameters, { idempotencyKey }))
    return { ref: intent.id, ...(await intentSeen(intent)) }
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error
    if (error.intent) return { ref: error.intent, ...(await observe(error.intent)) }
    return { ref: null, ...refusedCharge(payment, cents, error.code ?? 'refused') }
  }
}

async function expire({ call, observe, sessionSeen }: Account, ref: string): Promise<Observed> {
  if (!isSession(ref)) return observe(ref)
  try {
    const expand = expandSession
    return await sessionSeen(await call((stripe) => stripe.checkout.sessions.expire(ref, { expand })))
  } catch (error) {
    // It is complete or has expired.
    if (error instanceof StripeRefused) return observe(ref)
    throw error
  }
}

async function refund(
  { call, installation }: Account,
  { ref, cents, key }: { ref: string; cents: number; key: string },
): ReturnType<PaymentProvider['refund']> {
  const mark = await installation()
  const session = isSession(ref) ? await call((stripe) => stripe.checkout.sessions.retrieve(ref)) : null
  const intent = session ? session.payment_intent : ref
  // Nobody paid on it.
  if (typeof intent !== 'string') return { ref: null, state: 'failed' }
  const parameters = { payment_intent: intent, amount: cents, metadata: { installation: mark } }
  const idempotencyKey = `${mark}:${key}`
  try {
    const { id, status } = await call((stripe) => stripe.refunds.create(parameters, { idempotencyKey }))
    return { ref: id, state: refundState(status) }
  } catch (error) {
    if (error instanceof StripeRefused) return { ref: null, state: 'failed' }
    throw error
  }
}

async function verify({ secretKey, webhookSecret, clock }: StripeOptions, raw: string, signature: string) {
  const { default: Stripe } = await import('stripe')
  // The library's own default is the clock of the machine.
  const event = await Stripe.webhooks
    .constructEventAsync(raw, signature, webhookSecret, toleranceSeconds, undefined, clock().getTime())
    .catch(() => null)
  const message = Message.safeParse(event)
  const isLiveKey = /^.k_live_/.test(secretKey)
  if (!message.success || message.data.livemode !== isLiveKey) throw new Problem('unauthorized')
  const { id, type, data } = message.data
  return { id, type, ref: refOf(data.object) }
}

function sessionOf(
  { payment, lines, keepsMethod, takesCardsOnly, locale, successUrl, cancelUrl }: Checkout,
  customer: string,
  installation: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(installation, payment)
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    customer,
    client_reference_id: String(payment),
    metadata,
    payment_intent_data: { metadata, ...(keepsMethod && { setup_future_usage: 'off_session' }) },
    // The Dashboard decides which are offered; of those, only these can be charged later by what the port keeps.
    ...(keepsMethod && { allowed_payment_method_types: keptTypes }),
    ...(takesCardsOnly && { allowed_payment_method_types: ['card'] }),
    line_items: lines.map(({ text, quantity, cents }) => ({
      quantity,
      price_data: { currency: 'eur', unit_amount: cents, product_data: { name: text } },
    })),
    locale,
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

function setupOf(
  { setup, locale, successUrl, cancelUrl }: Setup,
  customer: string,
  installation: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { installation, setup: String(setup) }
  return {
    mode: 'setup',
    ui_mode: 'hosted_page',
    customer,
    metadata,
    setup_intent_data: { metadata },
    allowed_payment_method_types: keptTypes,
    locale,
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

function refundState(status: string | null): RefundState {
  if (status === 'succeeded') return 'done'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'asked'
}

function isSame(one: Stripe.Metadata, other: Stripe.Metadata): boolean {
  return Object.entries(other).every(([name, value]) => one[name] === value)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
