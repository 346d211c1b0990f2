import { sql } from 'kysely'
import { expect } from 'vitest'
import { centsForSeats } from '../rules/team.ts'
import { addDays, type Day, daysBetween } from '../rules/time.ts'
import { sum, type Year } from './year.fixture.ts'
import { seatsSold, sold, type Sold, type Workshop, type World } from './year-workshops.fixture.ts'

interface Contract {
  state: string
  endsOn: Day | null
}

/** Whether the package of a contract may be used on a day. */
export function isLive({ state, endsOn }: Contract, day: Day): boolean {
  return state !== 'suspended' && state !== 'ended' && (endsOn === null || endsOn >= day)
}

/** Expects a member who may use a package today to have it and to be let in by booking, and anybody else to be refused. */
export async function expectAccess(
  { parts, system, equipment }: Workshop,
  { day, member, may, ...about }: { day: Day; member: number; may: boolean },
): Promise<void> {
  const packages = (await parts.connector.packages(member)) ?? []
  const has = packages.some(
    ({ fromDate, untilDate }) => fromDate <= day && (untilDate === null || untilDate >= day),
  )
  const times = { fromDateTime: `${day}T20:00`, untilDateTime: `${day}T20:30` }
  const { refusals } = await system.quoteBooking({ equipment, member, ...times })
  const isRefused = refusals.some(({ code }) => code === 'noPackage')
  const seen = { ...about, day, member, has, isRefused }
  expect(seen).toEqual({ ...seen, has: may, isRefused: !may })
}

/** Counts contracts that were suspended when they were last looked at, and were active later. */
export class Suspensions {
  private readonly suspended = new Set<number>()
  letInAgain = 0

  async look({ db }: World): Promise<void> {
    for (const { id, state } of await db.selectFrom('subscription').select(['id', 'state']).execute()) {
      if (state === 'suspended') this.suspended.add(id)
      if (state === 'active' && this.suspended.delete(id)) this.letInAgain++
    }
  }
}

/** Longer than four attempts take, each of them a debit that comes back. */
const longestDebtDays = 25

/** Expects nobody to use a package whose invoice was reminded of for longer than the reminders take. */
export async function expectNoDebtors({ world: { db } }: Year, day: Day): Promise<void> {
  const debtors = await db
    .selectFrom('dunning')
    .innerJoin('subscription', 'subscription.id', 'dunning.subscriptionId')
    .select(['subscription.id', 'dunning.failedOn'])
    .where('closedAt', 'is', null)
    .where('failedOn', '<', addDays(day, -longestDebtDays))
    .where('subscription.state', 'in', ['active', 'past_due'])
    .execute()
  expect(debtors, day).toEqual([])
}

/**
 * Expects invoices without a missing number, each of them paid or open as a whole, and exactly the money in the bank that the
 * valid ones say was paid.
 */
export async function expectMoney(year: Year): Promise<void> {
  const { db } = year.world
  const invoices = await db
    .selectFrom('invoice')
    .select(['id', 'spaceId', 'year', 'sequence', 'kind', 'grossCents'])
    .select(
      sql<boolean>`exists (select from invoice other where other.cancels = invoice.id)`.as('isCancelled'),
    )
    .orderBy('id')
    .execute()
  for (const ofYear of Map.groupBy(invoices, ({ spaceId, year }) => `${spaceId}-${year}`).values()) {
    const numbers = ofYear.map(({ sequence }) => sequence)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  }
  const booked = await db.selectFrom('invoicePayment').select(['invoiceId', 'amountCents']).execute()
  const byInvoice = Map.groupBy(booked, ({ invoiceId }) => invoiceId)
  const paid = invoices
    .filter(({ kind, isCancelled }) => kind === 'invoice' && !isCancelled)
    .map(({ id, grossCents }) => {
      const cents = sum((byInvoice.get(id) ?? []).map(({ amountCents }) => amountCents))
      expect([0, grossCents], `invoice ${id}`).toContain(cents)
      return cents
    })
  expect(year.heldCents()).toBe(sum(paid))
}

/**
 * Expects the periods of each contract to follow each other, each with an invoice by its package and seats, and credits for
 * what was paid: the same days and amounts, once.
 */
export async function expectPeriods(year: Year): Promise<void> {
  const { world, workshop } = year
  const periods = await readPeriods(year)
  periods.forEach((period, index) => {
    const { fromDate, grossCents } = period
    expect({ fromDate, grossCents }).toEqual({ fromDate, grossCents: shareOf(period, 'cents') })
    const before = periods[index - 1]
    if (before?.contract === period.contract) expect(fromDate).toBe(addDays(before.untilDate, 1))
    if (period.isCancelled || period.state === 'suspended') return
    const { isCredited, isPaid } = period
    const mayBe = isPaid || period.paysBy === 'invoice' || period.cameBack
    if (isCredited) expect(mayBe, `credits of ${period.contract} from ${fromDate}`).toBe(true)
    if (isPaid) expect(isCredited, `credits of ${period.contract} from ${fromDate}`).toBe(true)
  })
  if (workshop.fabman) return expectFabmanCredits(year, workshop.fabman.account)
  const given = await world.db
    .selectFrom('credit')
    .select(['memberId', 'teamId', 'amountCents', 'fromDate', 'untilDate'])
    .where('id', '>', 1000)
    .execute()
  expect(given.map((each) => JSON.stringify(each)).toSorted()).toEqual(
    periods
      .flatMap(creditsOf)
      .map((each) => JSON.stringify(each))
      .toSorted(),
  )
}

type Period = Awaited<ReturnType<typeof readPeriods>>[number]

async function readPeriods({ world: { db }, workshop: { packages } }: Year) {
  const paidCents = sql<number>`(select coalesce(sum(amount_cents), 0)::int from invoice_payment
    where invoice_payment.invoice_id = subscription_period.invoice_id)`
  const rows = await db
    .selectFrom('subscriptionPeriod')
    .innerJoin('subscription', 'subscription.id', 'subscriptionPeriod.subscriptionId')
    .innerJoin('customerOrder', 'customerOrder.id', 'subscriptionPeriod.orderId')
    .innerJoin('invoice', 'invoice.id', 'subscriptionPeriod.invoiceId')
    .select(['subscription.id as contract', 'subscription.memberId', 'subscription.teamId'])
    .select(['subscription.state', 'customerOrder.paysBy', 'customerOrder.rights', 'invoice.grossCents'])
    .select(['subscriptionPeriod.fromDate', 'subscriptionPeriod.untilDate', 'seats', 'creditedAt'])
    .select(['creditedUntil', 'appendedFrom', 'appendedCreditedAt'])
    .select(sql<boolean>`${paidCents} >= gross_cents`.as('isPaid'))
    .select(
      sql<boolean>`exists (select from invoice other where other.cancels = invoice.id)`.as('isCancelled'),
    )
    .select(
      sql<boolean>`exists (select from payment join customer_order paying on paying.id = payment.order_id
        where paying.invoice_id = invoice.id
          and (payment.state = 'pending' or returned_at is not null or disputed_cents > 0))`.as('cameBack'),
    )
    .orderBy('subscription.id')
    .orderBy('subscriptionPeriod.fromDate')
    .execute()
  const names = new Map(Object.entries(packages).map(([name, id]) => [id, name as Sold]))
  return rows.map(({ rights, ...row }) => ({
    ...row,
    sold: names.get((rights as { package: number }).package) ?? ('plus' as const),
    isCredited: row.creditedAt !== null && (row.appendedFrom === null || row.appendedCreditedAt !== null),
  }))
}

/** Of the price or the credits of a package, what the seats of a period cost or get. */
function shareOf({ sold: name, seats }: Period, what: 'cents' | 'creditCents'): number {
  const whole = sold[name][what]
  return seats === null ? whole : centsForSeats(whole, { sold: seatsSold, seats })
}

/** The credit entries of a period: its own, and that of the days that were appended after it was given. */
function creditsOf(period: Period) {
  const { memberId, teamId, fromDate, untilDate, creditedUntil, appendedFrom } = period
  const lastDay = creditedUntil ?? untilDate
  const whole = shareOf(period, 'creditCents')
  const days = (from: Day, until: Day) => daysBetween(from, until) + 1
  const own = { memberId, teamId, amountCents: whole, fromDate, untilDate: lastDay }
  const share = appendedFrom === null ? 0 : days(appendedFrom, untilDate) / days(fromDate, lastDay)
  const appended = { ...own, amountCents: Math.round(whole * share), fromDate: appendedFrom, untilDate }
  return [
    ...(period.creditedAt ? [own] : []),
    ...(period.appendedCreditedAt && appended.amountCents > 0 ? [appended] : []),
  ]
}

/**
 * Expects of a Fabman account what its credits follow from: each contract and each seat has its packages there once, no two
 * at a time, and none of our own credits beside them. The amounts and days of the credits themselves are Fabman's, and the
 * double does not model when a live account adds them.
 */
async function expectFabmanCredits(
  { world: { db }, workshop: { packages } }: Year,
  account: NonNullable<Workshop['fabman']>['account'],
): Promise<void> {
  expect(account.rows('credits')).toEqual([])
  const bought = await db
    .selectFrom('customerOrder')
    .select(['memberId', 'fromDate'])
    .select(sql<number>`(rights ->> 'package')::int`.as('package'))
    .where('kind', 'in', ['membership', 'change'])
    .where((is) =>
      is.or([
        is('state', '=', 'fulfilled'),
        // Its money went back, and its package has ended.
        is.and([is('state', '=', 'refunded'), is('fulfilledAt', 'is not', null)]),
      ]),
    )
    .execute()
  const seats = await db.selectFrom('seatHolding').select(['memberId', 'takenOn as fromDate']).execute()
  const wanted = [...bought, ...seats.map((seat) => ({ ...seat, package: packages.team }))]
  // Those of the double's own members are no contracts of ours.
  const given = account.rows('memberPackages').filter(({ member }) => Number(member) > 900)
  const text = (...cells: unknown[]) => cells.join(' ')
  expect(given.map((row) => text(row['member'], row['package'], row['fromDate'])).toSorted()).toEqual(
    wanted.map((row) => text(row.memberId, row.package, row.fromDate)).toSorted(),
  )
  for (const own of Map.groupBy(given, ({ member }) => member).values()) {
    const inOrder = own.toSorted((one, other) =>
      String(one['fromDate']) < String(other['fromDate']) ? -1 : 1,
    )
    inOrder.slice(1).forEach((next, index) => {
      const lastDay = String(inOrder[index]?.['untilDate'] ?? '9999-12-31')
      expect(lastDay < String(next['fromDate']), `packages of member ${String(next['member'])}`).toBe(true)
    })
  }
}
