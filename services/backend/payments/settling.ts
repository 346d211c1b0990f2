import { isDeepStrictEqual } from 'node:util'
import { laterState, type PaymentState } from '../../../rules/payment-state.ts'
import { type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { fulfil } from '../orders/fulfilment.ts'
import { sellerOf } from '../orders/offers.ts'
import { failedPaymentMail, receivedMail, sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { noteFailure } from '../subscriptions/failures.ts'
import { followDebit } from '../places/debits.ts'
import * as store from './payments.store.ts'
import type { Observed } from './provider.ts'
import { askRefunds, noteElsewhere, payBack } from './refunds.ts'
import { otherAmount } from './refunds.store.ts'

/** The part of an observation that changes a payment. */
type Seen = Omit<Observed, 'payment'> & {
  /** When the money arrived, where staff know. */
  paidAt?: Date
}

/**
 * Asks the provider what a payment is now and applies it; gives what was paid for. Messages only say when to ask.
 * @throws Problem `upstreamUnavailable`
 */
export async function refreshPayment(parts: Ordering, id: number): Promise<void> {
  const payment = await store.findPayment(parts.db, id)
  if (!payment?.providerRef || !parts.provider) return
  await applySeen(parts, id, await parts.provider.observe(payment.providerRef))
}

/**
 * Applies what was seen of a payment, in one transaction: the same observations in any order and repetition end the same.
 * Then gives what was paid for. An observation that says nothing new writes nothing, because messages come in floods.
 */
export async function applySeen(parts: Ordering, id: number, observed: Seen): Promise<void> {
  const payment = await store.findPayment(parts.db, id)
  if (!payment) throw new Error(`There is no payment ${id}`)
  const seen = ofRightAmount(parts, payment, observed)
  if (saysNothingNew(payment, seen)) {
    await fulfil(parts, payment.orderId)
    return
  }
  const today = await dayOfPayment(parts, payment)
  await parts.db
    .transaction()
    .execute((tx) => settle(parts, tx, { id, order: payment.orderId, seen, today, now: parts.clock() }))
  await followDebit(parts, payment.orderId)
  await fulfil(parts, payment.orderId)
  await askRefunds(parts)
}

/** Another amount pays for nothing: the order waits on, and staff pay it back at the provider. */
function ofRightAmount({ log }: Ordering, { id, amountCents }: store.StoredPayment, seen: Seen): Seen {
  if (seen.state !== 'paid' || seen.cents === amountCents) return seen
  log.error(
    { payment: id, wanted: amountCents, paid: seen.cents },
    'another amount was paid: pay it back at the provider, see orders list',
  )
  return { ...seen, state: 'failed', failure: otherAmount }
}

function saysNothingNew(payment: store.StoredPayment, seen: Seen): boolean {
  return (
    laterState(payment.state, seen.state) === payment.state &&
    Math.min(seen.refundedCents, payment.amountCents) <= payment.refundCents &&
    seen.disputedCents === payment.disputedCents &&
    (seen.failure === null || seen.failure === payment.failure) &&
    (seen.profile === null || isDeepStrictEqual(seen.profile, payment.profile))
  )
}

/** Today where an order was placed; null where nothing depends on it. */
async function dayOfPayment(parts: Ordering, { mode, orderId }: store.StoredPayment): Promise<Day | null> {
  const order = mode === 'saved' && (await orders.findOrder(parts.db, 'id', orderId))
  if (!order) return null
  const { space } = await sellerOf(parts, order.spaceId)
  return dayOf(toLocal(parts.clock(), space.timezone))
}

interface Settling {
  id: number
  order: number
  seen: Seen
  today: Day | null
  now: Date
}

async function settle(
  parts: Ordering,
  tx: orders.Tx,
  { id, order: orderId, seen, today, now }: Settling,
): Promise<void> {
  const order = await orders.lockOrder(tx, orderId)
  const payment = await store.lockPayment(tx, id)
  const state = laterState(payment.state, seen.state)
  const isNew = state !== payment.state
  const isSurplus = isNew && state === 'paid' && !(await isWanted(tx, order))
  const refundCents = Math.max(payment.refundCents, Math.min(seen.refundedCents, payment.amountCents))
  await store.changePayment(tx, id, {
    state,
    refundCents,
    isSurplus: payment.isSurplus || isSurplus,
    disputedCents: seen.disputedCents,
    failure: seen.failure ?? payment.failure,
    paidAt: state === 'paid' ? (payment.paidAt ?? seen.paidAt ?? now) : null,
    returnedAt: isNew && state === 'failed' && payment.state === 'pending' ? now : payment.returnedAt,
    profile: seen.profile ?? payment.profile,
  })
  if (refundCents > payment.refundCents)
    await noteElsewhere(parts, tx, { order, payment, cents: refundCents - payment.refundCents, now })
  if (isSurplus)
    await payBack(parts, tx, { order, payment: { ...payment, refundCents }, why: 'surplus', now })
  else if (isNew && state === 'failed' && today !== null)
    await failSaved(parts, tx, { order, failure: seen.failure, today })
  else if (isNew) await follow(parts, tx, { order, state, was: payment.state, now })
}

/** Whether the order still waits for money; nobody knows any more whose an erased one was. */
async function isWanted(tx: orders.Tx, order: orders.StoredOrder): Promise<boolean> {
  if (order.erasedAt !== null) return false
  if (order.state !== 'placed' && order.state !== 'expired') return false
  const payments = await store.paymentsOf(tx, order.id)
  return !payments.some(({ state, isSurplus }) => state === 'paid' && !isSurplus)
}

interface FailedCharge {
  order: orders.StoredOrder
  failure: string | null
  today: Day
}

/** A charge by the kept method has failed: another attempt is another order. */
async function failSaved(
  parts: Ordering,
  tx: orders.Tx,
  { order, failure, today }: FailedCharge,
): Promise<void> {
  if (order.state === 'placed') await orders.changeOrder(tx, order.id, { state: 'expired', openKey: null })
  const isReminded =
    order.invoiceId !== null && (await noteFailure(parts, tx, { invoice: order.invoiceId, failure, today }))
  if (!isReminded) await sendMail(tx, failedPaymentMail(order, await where(parts, tx, order)))
}

interface Following {
  order: orders.StoredOrder
  state: PaymentState
  was: PaymentState
  now: Date
}

/** What the new state of a payment means for its order. */
async function follow(parts: Ordering, tx: orders.Tx, { order, state, was, now }: Following): Promise<void> {
  if (state === 'paid')
    await orders.changeOrder(tx, order.id, { state: 'paid', openKey: null, paidAt: now, dueAt: now })
  else if (state === 'pending') {
    // A debit takes days: the buyer may order something else meanwhile, and learns at once that the order is there (§ 312i BGB).
    await orders.changeOrder(tx, order.id, { openKey: null })
    if (order.kind !== 'course' && order.offer)
      await sendMail(tx, receivedMail(order, order.offer, await where(parts, tx, order)))
  } else if (state === 'failed' && was === 'pending' && order.kind !== 'course')
    await sendMail(tx, failedPaymentMail(order, await where(parts, tx, order)))
}

async function where({ siteUrl }: Ordering, tx: orders.Tx, order: orders.StoredOrder) {
  return { seller: await orders.sellerName(tx, order), siteUrl }
}
