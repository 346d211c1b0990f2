import { addDays, type Day, dayOf, daysBetween, toLocal } from '../../../rules/time.ts'
import type { Locale } from '../../../contracts/problem.ts'
import { toDecimal } from '../../../rules/money.ts'
import { type Period, periodAfter } from '../../../rules/periods.ts'
import { centsForSeats } from '../../../rules/team.ts'
import * as settingsStore from '../invoices/settings.store.ts'
import { lineOf, sellerOf } from '../orders/offers.ts'
import { insertInvoiceOf } from '../orders/order-invoices.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { buyerOfMember } from '../orders/placing.ts'
import * as payments from '../payments/payments.store.ts'
import * as teams from '../teams/teams.store.ts'
import { beginChange } from './changing.ts'
import { lockPendingNow } from './changes.store.ts'
import * as credits from './period-credits.store.ts'
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
  const first = known && (await store.orderOf(db, known))
  const member = known && (await connector.member(known.memberId))
  if (!first || !member) throw new Error('a subscription without an order or a member')
  const { settings } = await sellerOf(parts, first.spaceId)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const before = await store.tryLock(tx, id)
    if (!before || before.state !== 'active' || before.lastDay >= today) return false
    // Somebody else owns the team since: read again.
    if (before.memberId !== member.id) return true
    if (before.cancelOn !== null && before.cancelOn <= before.lastDay) return false
    const change = await lockPendingNow(tx, id)
    const held = change ? await beginChange(tx, before, { change, now }) : before
    const order = await store.orderOf(tx, held)
    if (!order) throw new Error('a subscription without an order')
    const period = periodAfter(held.anchor, held.period, held.lastDay)
    const { seats, priceCents } = await seatsAndPrice(tx, held, order)
    const isFree = priceCents === 0
    const isCharged = order.paysBy === 'provider'
    const invoiceId = isFree
      ? null
      : await insertInvoiceOf(tx, {
          order,
          member,
          settings,
          line: {
            ...lineOf(priceCents, settings),
            text: lineText(order, seats),
            suppliedFrom: period.fromDate,
            suppliedUntil: period.untilDate,
          },
          purpose: `renewal-${id}-${period.fromDate}`,
          dueOn: isCharged ? today : addDays(today, settings.dueDays),
          today,
          now,
        })
    await store.insertPeriod(tx, { subscription: id, orderId: order.id, ...period, invoiceId, seats })
    if (invoiceId !== null && isCharged)
      await insertCharge(tx, {
        space: order.spaceId,
        locale: order.buyer.locale,
        invoice: invoiceId,
        cents: priceCents,
        attempt: 1,
        member,
        today,
        now,
      })
    return true
  })
}

/** Gives a team the seats of its next period, and their price; null seats for everybody else. */
async function seatsAndPrice(
  tx: orders.Tx,
  { id, teamId, priceCents }: store.StoredSubscription,
  { totalCents, rights }: orders.StoredOrder,
): Promise<{ seats: number | null; priceCents: number }> {
  const team = teamId === null ? null : await teams.lockTeam(tx, teamId)
  if (!team) return { seats: null, priceCents }
  const seats = await teams.resize(tx, team)
  const cents = centsForSeats(totalCents, { sold: rights.seats ?? seats, seats })
  await store.changeSubscription(tx, id, { priceCents: cents })
  return { seats, priceCents: cents }
}

/** What the line of an invoice says: the package, and for another number of seats than was ordered how many. */
function lineText({ offer, buyer, rights }: orders.StoredOrder, seats: number | null): string {
  const name = offer?.name[buyer.locale] ?? ''
  if (seats === null || seats === rights.seats) return name
  return `${name} (${seats} ${buyer.locale === 'de' ? 'Plätze' : 'seats'})`
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
  const { db, clock } = parts
  for (const period of await credits.uncredited(db)) {
    const { fromDate, untilDate } = period
    const given = { key: '', fromDate, untilDate, share: 1 }
    await credit(parts, period, given, () => credits.markCredited(db, period, { creditedAt: clock() }))
  }
  for (const period of await credits.uncreditedDays(db)) {
    const { fromDate, untilDate, appendedFrom, creditedUntil } = period
    const days = (from: Day, until: Day) => daysBetween(from, until) + 1
    const share = days(appendedFrom, untilDate) / days(fromDate, creditedUntil)
    const given = { key: `-from-${appendedFrom}`, fromDate: appendedFrom, untilDate, share }
    await credit(parts, period, given, () =>
      credits.markCredited(db, period, { appendedCreditedAt: clock() }),
    )
  }
}

interface GivenCredits extends Period {
  /** What the key of the grant ends with. */
  key: string
  /** Of the credits of the whole period. */
  share: number
}

async function credit(
  { db, connector, log }: Ordering,
  { subscription, member, order: orderId, team, seats, fromDate: begins }: credits.UncreditedPeriod,
  { key, share, fromDate, untilDate }: GivenCredits,
  markGiven: () => Promise<void>,
): Promise<void> {
  try {
    const order = await orders.findOrder(db, 'id', orderId)
    const { creditCents = 0, seats: sold = seats } = order?.rights ?? {}
    const whole = seats && sold ? centsForSeats(creditCents, { sold, seats }) : creditCents
    const cents = Math.round(whole * share)
    const shared = team !== null && { team }
    if (cents > 0)
      await connector.grant(`period-${subscription}-${begins}${key}`, {
        member: { id: member },
        packages: [],
        credits: [],
        packageCredits: [{ amount: toDecimal(cents), scope: 'booking', fromDate, untilDate, ...shared }],
        trainings: [],
      })
    await markGiven()
  } catch (error) {
    log.error({ err: error, subscription }, 'the credits of a period were not given')
  }
}

/** Tells the workshop system until when each package goes. */
export async function tellEnds({ db, connector, log }: Ordering): Promise<void> {
  for (const { id, memberId, memberPackageId, teamId, endsOn } of await store.untold(db)) {
    try {
      if (memberPackageId !== null)
        await connector.endPackage(memberId, memberPackageId, { untilDate: endsOn })
      const seats = teamId === null ? [] : await teams.packagesOfTeam(db, { team: teamId, endsOn })
      for (const { member, id: owned } of seats) {
        const left = await connector.endPackage(member, owned, { untilDate: endsOn })
        // The package would have begun on the day of the suspension.
        if (!left.some((each) => each.id === owned)) await teams.forgetPackage(db, owned)
      }
      await store.markTold(db, { id, endsOn })
    } catch (error) {
      log.error({ err: error, subscription: id }, 'the end of a package was not stored')
    }
  }
}
