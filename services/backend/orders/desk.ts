import { addDays, type Day, dayOf, dayStart, toLocal } from '../../../rules/time.ts'
import { cancelInvoice } from '../invoices/correcting.ts'
import * as invoices from '../invoices/invoices.store.ts'
import * as payments from '../payments/payments.store.ts'
import { askRefunds, elsewhereReason, payBack, reasonOf } from '../payments/refunds.ts'
import * as refunds from '../payments/refunds.store.ts'
import { applySeen } from '../payments/settling.ts'
import { endMembershipTurn } from './fulfilment.store.ts'
import { sellerOf } from './offers.ts'
import * as store from './orders.store.ts'
import type { Ordering } from './parts.ts'

/**
 * Books the transfer that pays an order, once however often it is called, and gives what was ordered.
 * @param day when the money arrived; now by default
 * @returns false when it was paid already
 * @throws Error when the order is not paid by transfer, or was cancelled
 */
export async function bookOrderTransfer(parts: Ordering, number: string, day?: Day): Promise<boolean> {
  const order = await known(parts, number)
  const payment = (await payments.paymentsOf(parts.db, order.id)).find(({ mode }) => mode === 'manual')
  if (!payment) throw new Error(`${number} is not paid by transfer.`)
  if (payment.state === 'paid') return false
  if ((order.state !== 'placed' && order.state !== 'expired') || order.erasedAt !== null)
    throw new Error(`${number} is ${order.state}: transfer the money back.`)
  const { space } = await sellerOf(parts, order.spaceId)
  const paidAt = day === undefined ? parts.clock() : dayStart(day, space.timezone)
  await applySeen(parts, payment.id, {
    state: 'paid',
    cents: payment.amountCents,
    refundedCents: 0,
    disputedCents: 0,
    paidAt,
    failure: null,
    profile: null,
  })
  return true
}

/**
 * Pays the money of an order back, cancels its invoice and ends its contract and package; a repeat finishes what an
 * earlier call has left. Credits and a day pass stay: staff end those at the workshop system.
 * @returns what goes back, and whether staff must transfer it
 * @throws Error when the order has no money to pay back
 */
export async function refundOrder(
  parts: Ordering,
  number: string,
): Promise<{ cents: number; byHand: boolean }> {
  const { id, spaceId } = await known(parts, number)
  const { space } = await sellerOf(parts, spaceId)
  const yesterday = addDays(dayOf(toLocal(parts.clock(), space.timezone)), -1)
  const { invoice, ...paidBack } = await parts.db
    .transaction()
    .execute((tx) => endOrder(parts, tx, { id, endsOn: yesterday }))
  if (invoice && !invoice.isCancelled) await cancelOnce(parts, invoice)
  await askRefunds(parts)
  return paidBack
}

async function endOrder(parts: Ordering, tx: store.Tx, { id, endsOn }: { id: number; endsOn: Day }) {
  const order = await store.lockOrder(tx, id)
  const { number, kind, state, invoiceId } = order
  // The place knows what the seat costs, and who waits for it.
  if (kind === 'course')
    throw new Error(`${number} pays a place in a course. Its person cancels it in /me/course.`)
  if (kind === 'invoice') throw new Error(`${number} pays an invoice. Cancel the invoice instead.`)
  const invoice = invoiceId === null ? null : await invoices.findInvoice(tx, { id: invoiceId })
  const all = await payments.paidFor(tx, order)
  const [paid] = all
  if (state === 'refunded' && invoice && !invoice.isCancelled)
    for (const each of all) {
      const byHand = each.mode === 'manual'
      const cents = await refunds.refundedFor(tx, reasonOf('desk', each))
      if (cents !== null) return { invoice, cents, byHand }
      if ((await refunds.refundedFor(tx, elsewhereReason(each, each.amountCents))) !== null)
        return { invoice, cents: 0, byHand }
    }
  if (!paid || (state !== 'paid' && state !== 'fulfilled'))
    throw new Error(`${number} is ${state}: there is nothing to pay back.`)
  // The provider refuses to pay back what the bank has, and the buyer would have been told otherwise.
  if (paid.disputedCents > 0)
    throw new Error(
      `The money of ${number} was taken back by the bank of its buyer: there is nothing to pay back. Refund it only if the bank returns it.`,
    )
  await store.changeOrder(tx, id, { state: 'refunded', dueAt: null, holder: null, waitsFor: null })
  await store.endSubscription(tx, id, endsOn)
  await endMembershipTurn(tx, id)
  const cents = await payBack(parts, tx, { order, payment: paid, why: 'desk', now: parts.clock() })
  return { invoice, cents, byHand: paid.mode === 'manual' }
}

/**
 * Notes that the money of an order was transferred back by hand.
 * @returns the sum in cents
 * @throws Error when there was none to transfer
 */
export async function noteRepaid(parts: Ordering, number: string): Promise<number> {
  const cents = await refunds.markRepaid(parts.db, (await known(parts, number)).id)
  if (cents.length === 0) throw new Error(`There is no money of ${number} to transfer back.`)
  return cents.reduce((sum, each) => sum + each, 0)
}

/** Cancels an invoice that nobody has cancelled yet. */
export async function cancelOnce(
  parts: Ordering,
  { id, number }: { id: number; number: string },
): Promise<void> {
  try {
    await cancelInvoice(parts, number)
  } catch (error) {
    // Another call at the same time may have cancelled it.
    if (!(await invoices.findInvoice(parts.db, { id }))?.isCancelled) throw error
  }
}

async function known({ db }: Ordering, number: string): Promise<store.StoredOrder> {
  const order = await store.findOrder(db, 'number', number)
  if (!order) throw new Error(`There is no order ${number}.`)
  return order
}
