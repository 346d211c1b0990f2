import { randomUUID } from 'node:crypto'
import { dayOf, toLocal } from '../../../rules/time.ts'
import * as invoices from '../invoices/invoices.store.ts'
import * as fulfilment from '../orders/fulfilment.store.ts'
import { sellerOf } from '../orders/offers.ts'
import { failedPaymentMail, sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { noteFailure } from '../subscriptions/failures.ts'
import * as store from './payments.store.ts'
import { payBack } from './refunds.ts'

/**
 * Books money that banks took back, and what they gave back after that, once: the invoice (after a withdrawal or a late
 * cancellation that of what was kept) is open again, its subscription is reminded of, and the method is charged no more.
 * What comes back after the buyer has paid anew goes back to them. Several processes may do this at the same time.
 */
export async function bookDisputes(parts: Ordering): Promise<void> {
  for (const { id, orderId } of await store.unbookedDisputes(parts.db)) {
    try {
      await bookDispute(parts, id, orderId)
    } catch (error) {
      // The payments of others do not wait for this one.
      parts.log.error({ err: error, payment: id }, 'a disputed payment was not booked')
    }
  }
}

async function bookDispute(parts: Ordering, id: number, orderId: number): Promise<void> {
  const { db, clock, siteUrl } = parts
  const known = await orders.findOrder(db, 'id', orderId)
  const { space } = await sellerOf(parts, known?.spaceId)
  const now = clock()
  const today = dayOf(toLocal(now, space.timezone))
  await db.transaction().execute(async (tx) => {
    const order = await orders.lockOrder(tx, orderId)
    const payment = await store.lockPayment(tx, id)
    const { amountCents, refundCents, disputedCents, bookedDisputedCents, profile } = payment
    const purposes = [invoices.compensationPurpose(order), invoices.keptPurpose(order)]
    const kept = await invoices.invoiceOfPayment(tx, ...purposes)
    const invoice = kept ?? (await invoices.invoiceOfPayment(tx, `payment-${id}`))
    const bill = invoice === null ? null : await invoices.lockInvoice(tx, invoice)
    if (disputedCents === bookedDisputedCents || invoice === null || !bill) return
    const { grossCents, openCents, isCancelled } = bill
    // The rest of the payment is back already: it pays what was kept of it as far as it is still held.
    const held = (disputed: number) => Math.max(amountCents - refundCents - disputed, 0)
    const seen =
      kept === null
        ? bookedDisputedCents - disputedCents
        : held(disputedCents) - Math.min(held(bookedDisputedCents), grossCents - openCents)
    const cents = Math.min(seen, Math.max(openCents, 0))
    if (cents !== 0)
      await invoices.addPayment(tx, {
        invoice,
        key: `dispute-${id}-${randomUUID()}`,
        method: 'provider',
        cents,
        paidOn: today,
        now,
      })
    await store.changePayment(tx, id, { bookedDisputedCents: disputedCents })
    // Some of it may have been paid back before.
    const back = Math.min(seen - cents, amountCents - refundCents)
    if (seen > 0) await payBack(parts, tx, { order, payment, why: 'won', cents: back, now })
    if (disputedCents < bookedDisputedCents) return
    if (order.memberId !== null) await fulfilment.dropProfile(tx, order.memberId, profile)
    if (await noteFailure(parts, tx, { invoice, failure: 'disputed', today })) return
    // Nobody owes anything of a cancelled invoice.
    if (isCancelled) return
    const seller = await orders.sellerName(tx, order)
    const taken = { ...order, totalCents: -cents }
    await sendMail(tx, failedPaymentMail(taken, { seller, siteUrl, path: '/me/invoices' }))
  })
}
