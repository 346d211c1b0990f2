import type { BillingSettings } from '../../../contracts/invoice.ts'
import type { Member } from '../../../contracts/member.ts'
import { type Day, addDays, dayOf, toLocal } from '../../../rules/time.ts'
import { cancelOnce } from '../orders/desk.ts'
import * as invoices from '../invoices/invoices.store.ts'
import { makeDocuments } from '../invoices/documents.ts'
import { lineOf, sellerOf } from '../orders/offers.ts'
import { bookingOf, insertInvoiceOf } from '../orders/order-invoices.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import * as payments from '../payments/payments.store.ts'
import { askRefunds, payBack } from '../payments/refunds.ts'
import { tellEnds } from '../subscriptions/renewing.ts'
import { compensationOf } from './compensation.ts'
import * as store from './declarations.store.ts'
import { compensationLine } from './owner-mails.ts'

/** Pays back what was withdrawn from, once nobody can disown it any more. Several processes may do this at the same time. */
export async function settleWithdrawals(parts: Ordering): Promise<void> {
  const due = await store.dueWithdrawals(parts.db, parts.clock())
  for (const id of due) {
    try {
      await settle(parts, id)
    } catch (error) {
      // The money of others does not wait for this one.
      parts.log.error({ err: error, declaration: id }, 'a withdrawal was not settled')
    }
  }
  if (due.length === 0) return
  await tellEnds(parts)
  await askRefunds(parts)
  await makeDocuments(parts)
}

async function settle(parts: Ordering, id: number): Promise<void> {
  const { db, connector, clock } = parts
  const declaration = await store.find(db, id)
  const order = declaration?.orderId && (await orders.findOrder(db, 'id', declaration.orderId))
  if (!order || declaration.endsOn === null) throw new Error('a withdrawal from no order')
  const { space, settings } = await sellerOf(parts, order.spaceId)
  const member = order.memberId === null ? null : await connector.member(order.memberId)
  const invoice = order.invoiceId === null ? null : await invoices.findInvoice(db, { id: order.invoiceId })
  // A crash after it leaves the rest to the next turn.
  if (invoice && !invoice.isCancelled) await cancelOnce(parts, invoice)
  const now = clock()
  const today = dayOf(toLocal(now, space.timezone))
  const receivedOn = declaration.endsOn
  const compensation = await compensationOf(parts, order, receivedOn)
  await db.transaction().execute(async (tx) => {
    const held = await store.tryLock(tx, id, 'applied')
    if (!held) return
    const current = await orders.lockOrder(tx, order.id)
    await store.change(tx, id, { state: 'settled' })
    // Somebody at the desk was faster.
    if (current.state !== 'fulfilled') return
    await orders.changeOrder(tx, order.id, { state: 'refunded' })
    const hasBegun = order.fromDate !== null && order.fromDate <= receivedOn
    await orders.endSubscription(tx, order.id, hasBegun ? receivedOn : addDays(receivedOn, -1))
    await payRest(parts, tx, { order: current, member, settings, compensation, receivedOn, today, now })
  })
}

interface Paying {
  order: orders.StoredOrder
  member: Member | null
  settings: BillingSettings
  /** What of the payment stays, in cents. */
  compensation: number
  receivedOn: Day
  today: Day
  now: Date
}

/** Invoices the compensation, which the payment has paid unless a bank took it back, and pays the rest of it back. */
async function payRest(
  parts: Ordering,
  tx: orders.Tx,
  { order, member, settings, compensation, receivedOn, today, now }: Paying,
): Promise<void> {
  const [paid] = await payments.paidFor(tx, order)
  if (!paid) return
  const { fromDate } = order
  // What a bank has taken back pays for nothing, and cannot be paid back; what it gave back is dealt with when it is booked.
  const takenCents = Math.max(paid.disputedCents, paid.bookedDisputedCents)
  const heldCents = paid.amountCents - paid.refundCents - takenCents
  const paidCents = Math.max(Math.min(compensation, heldCents), 0)
  if (compensation > 0 && member) {
    const line = {
      ...lineOf(compensation, settings),
      text: compensationLine(order),
      suppliedFrom: fromDate,
      suppliedUntil: receivedOn,
    }
    const purpose = invoices.compensationPurpose(order)
    const invoice = await insertInvoiceOf(tx, {
      order,
      member,
      settings,
      line,
      purpose,
      dueOn: paidCents < compensation ? addDays(today, settings.dueDays) : today,
      today,
      now,
    })
    const { method } = bookingOf(paid)
    const payment = { key: purpose, method, invoice, cents: paidCents, paidOn: today, now }
    if (paidCents > 0) await invoices.addPayment(tx, payment)
  }
  const cents = Math.min(order.totalCents - compensation, heldCents - paidCents)
  await payBack(parts, tx, { order, payment: paid, why: 'withdrawn', cents, now })
}
