import { addDays, type Day, dayOf, daysBetween, toLocal } from '../../../rules/time.ts'
import * as invoices from '../invoices/invoices.store.ts'
import { sellerOf } from '../orders/offers.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { sendMail } from '../orders/order-mails.ts'
import { tellSeatsAgain } from '../teams/teams.store.ts'
import { noteFailure } from './failures.ts'
import { inEachSpace, insertCharge } from './renewing.ts'
import { resumedMail } from './subscription-mails.ts'
import * as reminders from './dunning.store.ts'
import * as store from './subscriptions.store.ts'

/** Asks again where an attempt has failed some days ago, and reminds of invoices whose day has passed. */
export async function remindDue(parts: Ordering): Promise<void> {
  await inEachSpace(parts, async (space, today) => {
    for (const invoice of await reminders.overdue(parts.db, space, today))
      await guarded(parts, invoice, () => beginDunning(parts, invoice, today))
    for (const invoice of await reminders.dueReminders(parts.db, space, today))
      await guarded(parts, invoice, () => askAgain(parts, invoice, today))
    await store.endCancelled(parts.db, space, today)
  })
}

async function beginDunning({ db, siteUrl }: Ordering, invoice: number, today: Day): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await store.lockOfInvoice(tx, invoice)
    // Another process may have begun it.
    if (await reminders.findDunning(tx, invoice)) return
    await noteFailure({ siteUrl }, tx, { invoice, failure: null, today })
  })
}

async function askAgain(parts: Ordering, invoice: number, today: Day): Promise<void> {
  const { db, connector, clock } = parts
  const bill = await invoices.findInvoice(db, { id: invoice })
  const member = bill && bill.member !== null && (await connector.member(bill.member))
  if (!bill || !member || bill.openCents === 0) return
  await db.transaction().execute(async (tx) => {
    const held = await store.lockOfInvoice(tx, invoice)
    const dunning = await reminders.findDunning(tx, invoice)
    if (!held || !dunning || dunning.closedAt || dunning.nextOn === null || dunning.nextOn > today) return
    const order = await store.orderOf(tx, held)
    if (order?.paysBy !== 'provider') {
      await noteFailure(parts, tx, { invoice, failure: null, today })
      return
    }
    await reminders.changeDunning(tx, invoice, { nextOn: null })
    const attempt = (await reminders.attemptsOf(tx, invoice)) + 1
    const { spaceId: space, buyer } = order
    const charge = { space, locale: buyer.locale, invoice, cents: bill.openCents, attempt, member, today }
    await insertCharge(tx, { ...charge, now: clock() })
  })
}

/**
 * Closes the reminders of invoices that are paid: the package is back, and the days on which it was suspended are
 * appended from today; also to a contract whose last day came while it was suspended.
 */
export async function closeSettled(parts: Ordering): Promise<void> {
  for (const invoice of await reminders.settledReminders(parts.db))
    await guarded(parts, invoice, () => closeDunning(parts, invoice))
}

async function closeDunning(parts: Ordering, invoice: number): Promise<void> {
  const { db, clock, siteUrl } = parts
  const bill = await invoices.findInvoice(db, { id: invoice })
  const { space } = await sellerOf(parts, bill?.space)
  const today = dayOf(toLocal(clock(), space.timezone))
  await db.transaction().execute(async (tx) => {
    const held = await store.lockOfInvoice(tx, invoice)
    await reminders.changeDunning(tx, invoice, { nextOn: null, closedAt: clock() })
    if (!held || held.state === 'active') return
    if (await reminders.hasOpenDunning(tx, held.id)) return
    if (held.state === 'ended' && (bill?.isCancelled || !(await mayResume(tx, held)))) return
    const { suspendedOn } = held
    if (held.state === 'past_due' || suspendedOn === null)
      return store.changeSubscription(tx, held.id, { state: 'active' })
    const unused = Math.max(daysBetween(suspendedOn, held.lastDay) + 1, 0)
    if (held.state === 'ended' && unused === 0) return
    const lastDay = addDays(today, unused - 1)
    const cancelOn = held.cancelOn === null ? null : lastDay
    const dayAfter = addDays(held.lastDay, 1)
    const appendedFrom = dayAfter > today ? dayAfter : today
    if (lastDay >= appendedFrom) await store.prolong(tx, held, { appendedFrom, untilDate: lastDay })
    await store.changeSubscription(tx, held.id, {
      state: 'active',
      anchor: addDays(lastDay, 1),
      suspendedOn: null,
      cancelOn,
      endsOn: cancelOn,
      isTold: false,
    })
    if (held.teamId !== null) await tellSeatsAgain(tx, held.teamId, today)
    const order = await store.orderOf(tx, held)
    if (!order) throw new Error('a subscription without an order')
    const seller = await orders.sellerName(tx, order)
    await sendMail(tx, resumedMail(order, { seller, siteUrl, lastDay }))
  })
}

/** Whether the paid days of a cancelled contract, which came while it was suspended, can still be given. */
async function mayResume(tx: orders.Tx, held: store.StoredSubscription): Promise<boolean> {
  if (held.suspendedOn === null || held.cancelOn === null) return false
  const order = await store.orderOf(tx, held)
  if (!order || order.state !== 'fulfilled' || order.erasedAt !== null) return false
  // A member has one package of their own.
  return held.teamId !== null || (await store.liveOf(tx, held.memberId)) === null
}

async function guarded(parts: Ordering, invoice: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // The invoices of others do not wait for this one.
    parts.log.error({ err: error, invoice }, 'a reminder was not dealt with')
  }
}
