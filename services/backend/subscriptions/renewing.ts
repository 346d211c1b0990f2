import { addDays, type Day, dayOf, toLocal } from '../../../rules/time.ts'
import type { Locale } from '../../../contracts/problem.ts'
import { toDecimal } from '../../../rules/money.ts'
import { periodAfter } from '../../../rules/periods.ts'
import * as settingsStore from '../invoices/settings.store.ts'
import { lineOf, sellerOf } from '../orders/offers.ts'
import { insertInvoiceOf } from '../orders/order-invoices.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { buyerOfMember } from '../orders/placing.ts'
import * as payments from '../payments/payments.store.ts'
import * as store from './subscriptions.store.ts'

/** Calls `work` with each space that sells, and the day it is there. */
export async function inEachSpace(
  { db, connector, clock }: Ordering,
  work: (space: number, today: Day) => Promise<void>,
): Promise<void> {
  for (const id of await settingsStore.spaces(db)) {
    const space = await connector.space(id)
    if (space) await work(id, dayOf(toLocal(clock(), space.timezone)))
  }
}

/**
 * Begins each period that has come: period, invoice and the attempt to take the money are one transaction, so that a
 * crash leaves the subscription as it was or renewed. A subscription that was forgotten for months gets each of its
 * periods. Several processes may do this at the same time.
 */
export async function renewDue(parts: Ordering): Promise<void> {
  await inEachSpace(parts, async (space, today) => {
    for (let after = 0; ;) {
      const due = await store.dueSubscriptions(parts.db, { space, today, after })
      for (const id of due) await renewUntil(parts, id, today)
      after = due.at(-1) ?? 0
      if (due.length === 0) return
    }
  })
}

async function renewUntil(parts: Ordering, id: number, today: Day): Promise<void> {
  try {
    let isRenewed = true
    while (isRenewed) isRenewed = await renew(parts, id, today)
  } catch (error) {
    // The subscriptions of others do not wait for this one.
    parts.log.error({ err: error, subscription: id }, 'a subscription was not renewed')
  }
}

/** @returns false when there is nothing to renew, or another process does it */
async function renew(parts: Ordering, id: number, today: Day): Promise<boolean> {
  const { db, connector, clock } = parts
  const known = await store.findSubscription(db, id)
  const order = known && (await orders.findOrder(db, 'id', known.orderId))
  const member = known && (await connector.member(known.memberId))
  if (!order || !member) throw new Error('a subscription without an order or a member')
  const { settings } = await sellerOf(parts, order.spaceId)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const held = await store.tryLock(tx, id)
    if (!held || held.state !== 'active' || held.lastDay >= today) return false
    if (held.cancelOn !== null && held.cancelOn <= held.lastDay) return false
    const period = periodAfter(held.anchor, held.period, held.lastDay)
    const isFree = held.priceCents === 0
    const isCharged = order.paysBy === 'provider'
    const invoiceId = isFree
      ? null
      : await insertInvoiceOf(tx, {
          order,
          member,
          settings,
          line: {
            ...lineOf(held.priceCents, settings),
            text: order.offer?.name[order.buyer.locale] ?? '',
            suppliedFrom: period.fromDate,
            suppliedUntil: period.untilDate,
          },
          purpose: `renewal-${id}-${period.fromDate}`,
          dueOn: isCharged ? today : addDays(today, settings.dueDays),
          today,
          now,
        })
    await store.insertPeriod(tx, { subscription: id, ...period, invoiceId })
    if (invoiceId !== null && isCharged)
      await insertCharge(tx, {
        space: order.spaceId,
        locale: order.buyer.locale,
        invoice: invoiceId,
        cents: held.priceCents,
        attempt: 1,
        member,
        today,
        now,
      })
    return true
  })
}

interface Charge {
  space: number
  locale: Locale
  invoice: number
  cents: number
  attempt: number
  member: Parameters<typeof buyerOfMember>[0]
  today: Day
  now: Date
}

/** Adds an attempt to pay an invoice by the kept method: an order of its own, so that money is booked as all other is. */
export async function insertCharge(
  tx: orders.Tx,
  { space, locale, invoice, cents, attempt, member, today, now }: Charge,
): Promise<void> {
  const charge = await orders.insertOrder(tx, {
    kind: 'invoice',
    buyer: buyerOfMember(member, locale),
    offer: null,
    rights: { package: null, creditCents: 0, validMonths: null },
    totalCents: cents,
    paysBy: 'provider',
    requestKey: `charge-${invoice}-${attempt}`,
    openKey: `charge-${invoice}`,
    startsEarly: false,
    returnPaths: { success: '/me/invoices', cancel: '/me/invoices' },
    space,
    member: member.id,
    invoice,
    today,
    now,
  })
  await payments.insertPayment(tx, { order: charge.id, mode: 'saved', cents, now })
}

/** Gives the credits of each period that is paid for, once; a workshop system that credits its packages does it by itself. */
export async function creditPeriods(parts: Ordering): Promise<void> {
  const { db, connector, clock, log } = parts
  for (const period of await store.uncredited(db)) {
    const { subscription, member, order: orderId, fromDate, untilDate } = period
    try {
      const order = await orders.findOrder(db, 'id', orderId)
      const cents = order?.rights.creditCents ?? 0
      if (cents > 0)
        await connector.grant(`period-${subscription}-${fromDate}`, {
          member: { id: member },
          packages: [],
          credits: [],
          packageCredits: [{ amount: toDecimal(cents), scope: 'booking', fromDate, untilDate }],
          trainings: [],
        })
      await store.markCredited(db, period, clock())
    } catch (error) {
      log.error({ err: error, subscription }, 'the credits of a period were not given')
    }
  }
}

/** Tells the workshop system until when each package goes. */
export async function tellEnds({ db, connector, log }: Ordering): Promise<void> {
  for (const { id, memberId, memberPackageId, endsOn } of await store.untold(db)) {
    try {
      await connector.endPackage(memberId, memberPackageId, { untilDate: endsOn })
      await store.markTold(db, { id, endsOn })
    } catch (error) {
      log.error({ err: error, subscription: id }, 'the end of a package was not stored')
    }
  }
}
