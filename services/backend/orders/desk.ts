import { dayStart, type Day } from '../../../rules/time.ts'
import { cancelInvoice } from '../invoices/correcting.ts'
import * as invoices from '../invoices/invoices.store.ts'
import * as payments from '../payments/payments.store.ts'
import { askRefunds, payBack } from '../payments/refunds.ts'
import { applySeen } from '../payments/settling.ts'
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
  if (order.state !== 'placed' && order.state !== 'expired')
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
 * Pays the money of an order back and cancels its invoice. What it gave stays: staff end that at the workshop system.
 * @returns what goes back, and whether staff must transfer it
 * @throws Error when the order has no money to pay back
 */
export async function refundOrder(
  parts: Ordering,
  number: string,
): Promise<{ cents: number; byHand: boolean }> {
  const { id, kind, invoiceId } = await known(parts, number)
  if (kind === 'invoice') throw new Error(`${number} pays an invoice. Cancel the invoice instead.`)
  const now = parts.clock()
  const paidBack = await parts.db.transaction().execute(async (tx) => {
    const order = await store.lockOrder(tx, id)
    const paid = (await payments.paymentsOf(tx, id)).find((each) => each.state === 'paid' && !each.isSurplus)
    if (!paid || (order.state !== 'paid' && order.state !== 'fulfilled'))
      throw new Error(`${number} is ${order.state}: there is nothing to pay back.`)
    await store.changeOrder(tx, id, { state: 'refunded', dueAt: null, holder: null, waitsFor: null })
    await store.endSubscription(tx, id)
    const cents = await payBack(parts, tx, { order, payment: paid, why: 'desk', now })
    return { cents, byHand: paid.mode === 'manual' }
  })
  const invoice = invoiceId === null ? null : await invoices.findInvoice(parts.db, { id: invoiceId })
  if (invoice && !invoice.isCancelled) await cancelInvoice(parts, invoice.number)
  await askRefunds(parts)
  return paidBack
}

async function known({ db }: Ordering, number: string): Promise<store.StoredOrder> {
  const order = await store.findOrder(db, 'number', number)
  if (!order) throw new Error(`There is no order ${number}.`)
  return order
}
