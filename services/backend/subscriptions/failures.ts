import { addDays, type Day } from '../../../rules/time.ts'
import * as invoices from '../invoices/invoices.store.ts'
import { sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { reminderMail, suspendedMail } from './subscription-mails.ts'
import * as reminders from './dunning.store.ts'
import * as store from './subscriptions.store.ts'

/** Days after the first failure on which the next attempt follows; after the last one the package is suspended. */
const pauses = [3, 7, 14] as const

interface Failure {
  invoice: number
  /** Code of the refusal; null = nobody was charged. */
  failure: string | null
  today: Day
}

/**
 * Notes in the caller's transaction that an invoice of a subscription was not paid: reminds the member, and suspends the
 * package after the last attempt. What is owed for a contract that is suspended or has ended is reminded of as well, without
 * touching it.
 * @returns false for an invoice of no subscription
 */
export async function noteFailure(
  parts: Pick<Ordering, 'siteUrl'>,
  tx: orders.Tx,
  { invoice, failure, today }: Failure,
): Promise<boolean> {
  const held = await store.lockOfInvoice(tx, invoice)
  if (!held) return false
  const bill = await invoices.findInvoice(tx, { id: invoice })
  // The member has paid by another way meanwhile.
  if (!bill || bill.openCents <= 0) return true
  const known = await reminders.findDunning(tx, invoice)
  const stage = known && known.closedAt === null ? known.stage + 1 : 1
  const failedOn = stage === 1 ? today : (known?.failedOn ?? today)
  const pause = pauses[stage - 1]
  const nextOn = pause === undefined ? null : addDays(failedOn, pause)
  await reminders.storeDunning(tx, { invoiceId: invoice, subscriptionId: held.id, failedOn, stage, nextOn })
  // The package and the money of the invoice: the contract may have another one by now.
  const order = await store.orderOfInvoice(tx, held, invoice)
  if (!order) throw new Error('a subscription without an order')
  const seller = await orders.sellerName(tx, order)
  const where = { seller, siteUrl: parts.siteUrl, cents: bill.openCents }
  if (held.state === 'ended' || held.state === 'suspended') {
    if (nextOn !== null && order.erasedAt === null)
      await sendMail(tx, reminderMail(order, { ...where, nextOn, failure }))
  } else if (nextOn === null) {
    await store.changeSubscription(tx, held.id, {
      state: 'suspended',
      suspendedOn: today,
      endsOn: addDays(today, -1),
      isTold: false,
    })
    await sendMail(tx, suspendedMail(order, where))
  } else {
    await store.changeSubscription(tx, held.id, { state: 'past_due' })
    await sendMail(tx, reminderMail(order, { ...where, nextOn, failure }))
  }
  return true
}
