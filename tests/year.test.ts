import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDouble } from '../doubles/fabman/workshop.fixture.ts'
import { managing } from '../server/commands/connector.fixture.ts'
import { addDays, type Day } from '../rules/time.ts'
import { bookTransfer } from '../services/backend/invoices/correcting.ts'
import { invoiceJobs } from '../services/backend/invoices/jobs.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { placeInvoicePayment, placeOrder } from '../services/backend/orders/placing.ts'
import { keepEvent } from '../services/backend/payments/events.store.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { cancelSubscription } from '../services/backend/subscriptions/cancelling.ts'
import { subscriptionJobs } from '../services/backend/subscriptions/jobs.ts'
import { shieldConnector } from '../services/backend/workshop.ts'
import { engineOf } from '../services/connector/connector.fixture.ts'
import { mortal } from '../services/connector/grants.fixture.ts'
import { fabmanOf } from '../services/connector/twins.fixture.ts'
import type { WorkshopSystem } from '../services/connector/workshop-system.ts'
import { someone } from './buyer.fixture.ts'
import { mortalParts, untilDead } from './mortal.fixture.ts'
import { numbersFrom } from './random.fixture.ts'
import { joins, openOrders, plus } from './orders.fixture.ts'
import { ids } from './services.fixture.ts'

/** Some months of a few people; all of it with YEAR_DAYS=365 and YEAR_MEMBERS=300. */
const people = Number(process.env['YEAR_MEMBERS'] ?? 8)
const days = Number(process.env['YEAR_DAYS'] ?? 100)
const firstDay = '2026-11-23'
const longestMs = 3_600_000
let world: Awaited<ReturnType<typeof openOrders>>
/** Contracts that were suspended when they were last looked at, and how many of them were active later. */
const suspended = new Set<number>()
let letInAgain = 0

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())

const ways = ['card', 'debit', 'card', 'debit', 'invoice'] as const
type Way = (typeof ways)[number]

/** A year of people who join, pay, do not pay, cancel and come back, in a process that dies now and then. */
class Year {
  private readonly random: () => number
  private readonly parts: Ordering
  /** How each method pays. */
  private readonly methods = new Map<string, Way>()
  /** Debits that the bank has not decided, by the day it does. */
  private readonly debits = new Map<string, Day>()
  private step = 0
  deaths = 0

  private readonly item: { kind: 'membership'; package: number }

  constructor(parts: Ordering, given: { package: number; seed: number }) {
    this.parts = parts
    this.item = { kind: 'membership', package: given.package }
    this.random = numbersFrom(given.seed)
  }

  private happens(chance: number): boolean {
    return this.random() < chance
  }

  async day(day: Day, newcomers: number): Promise<void> {
    world.time.now = new Date(`${day}T11:00:00Z`)
    for (let index = 0; index < newcomers; index++) await this.join()
    for (const [method, way] of this.methods) this.decide(method, way)
    if (this.happens(0.15)) await this.die()
    world.minutesLater(5)
    await this.work(this.parts)
    await this.decideDebits(day)
    await this.peopleAct()
    world.minutesLater(5)
    await this.work(this.parts)
  }

  private async join(): Promise<void> {
    const index = ++this.step
    const way = ways[index % ways.length] ?? 'card'
    const email = `person-${index}@example.org`
    const buyer = { ...someone, email, ...(way === 'invoice' && { company: 'Firma' }) }
    const paysBy = way === 'invoice' ? 'invoice' : 'provider'
    await placeOrder(this.parts, joins(`join-${index}`, { buyer, paysBy, item: this.item }))
    if (way === 'invoice') return
    const page = world.payments.pages().at(-1)
    if (!page) throw new Error('no page')
    this.methods.set(`pm_${page.ref}`, way)
    world.payments.become('paid', page.ref)
    await refreshPayment(this.parts, page.asked.payment)
  }

  /** A day on which nothing happens: what banks have decided is known after it. */
  async end(): Promise<void> {
    world.minutesLater(24 * 60)
    await this.work(this.parts)
    await this.work(this.parts)
  }

  /** What the next charge of a method meets. */
  private decide(method: string, way: Way): void {
    const fails = this.happens(0.4)
    world.payments.refusals.set(method, fails ? 'failed' : way === 'debit' ? 'pending' : 'paid')
  }

  /** A bank pays a debit or not, and takes back one that it has paid, which nobody expects. */
  private async decideDebits(day: Day): Promise<void> {
    for (const { ref, state, cents, refundedCents } of world.payments.charges()) {
      const due = this.debits.get(ref)
      if (state === 'pending' && due === undefined) this.debits.set(ref, addDays(day, 5))
      else if (state === 'pending' && due !== undefined && due <= day)
        world.payments.chargeBecomes(this.happens(0.2) ? 'failed' : 'paid', ref)
      else if (state === 'paid' && due !== undefined && refundedCents === 0 && this.happens(0.02)) {
        world.payments.disputes.set(ref, cents)
        await keepEvent(
          world.db,
          { id: `evt_${++this.step}`, type: 'charge.dispute.created', ref },
          world.time.now,
        )
      }
    }
  }

  /** A process is killed somewhere in its jobs. */
  private async die(): Promise<void> {
    const life = mortal(1 + Math.floor(this.random() * 120))
    await untilDead(life, () => this.work(mortalParts(this.parts, life)))
    if (life.isDead()) this.deaths++
  }

  private async work(parts: Ordering): Promise<void> {
    const all = { ...subscriptionJobs(parts), ...orderJobs(parts), ...invoiceJobs(parts) }
    for (const run of Object.values(all)) await run()
  }

  private async peopleAct(): Promise<void> {
    const { db } = world
    const live = await db.selectFrom('subscription').selectAll().where('state', '<>', 'ended').execute()
    for (const { memberId: member, cancelOn } of live) {
      if (this.happens(0.002)) await cancelSubscription(this.parts, { member, isCancelled: true })
      else if (cancelOn !== null && this.happens(0.02))
        await cancelSubscription(this.parts, { member, isCancelled: false })
    }
    for (const { id, number, memberId, paysBy } of await openInvoices()) {
      if (paysBy === 'invoice' && this.happens(0.06)) await bookTransfer(this.parts, number)
      if (paysBy === 'provider' && memberId !== null && this.happens(0.05)) await this.payOnline(id, memberId)
    }
  }

  private async payOnline(invoice: number, member: number): Promise<void> {
    const requestKey = `online-${++this.step}`
    const returnPaths = { success: '/me/invoices', cancel: '/me/invoices' }
    const asked = { invoice, member, locale: 'de' as const, requestKey, returnPaths }
    const placed = await placeInvoicePayment(this.parts, asked).catch((error: { code?: string }) => {
      // The kept method is being charged.
      if (error.code !== 'orderRunning') throw error
    })
    if (!placed) return
    const page = world.payments.pages().at(-1)
    world.payments.become('paid')
    await refreshPayment(this.parts, page?.asked.payment ?? 0)
  }
}

/** Invoices that nobody has paid, and how their contract is paid. */
function openInvoices() {
  return world.db
    .selectFrom('invoice')
    .innerJoin('subscriptionPeriod', 'subscriptionPeriod.invoiceId', 'invoice.id')
    .innerJoin('subscription', 'subscription.id', 'subscriptionPeriod.subscriptionId')
    .innerJoin('customerOrder', 'customerOrder.id', 'subscription.orderId')
    .select(['invoice.id', 'invoice.number', 'invoice.memberId', 'customerOrder.paysBy'])
    .where(
      sql<boolean>`gross_cents > (select coalesce(sum(amount_cents), 0) from invoice_payment
        where invoice_id = invoice.id)`,
    )
    .orderBy('invoice.id')
    .execute()
}

/** The workshop system of a year, and a machine that needs no training. */
interface Workshop {
  system: Pick<WorkshopSystem, 'quoteBooking'>
  equipment: number
}

/** Whoever has paid may use the package today and book, and nobody else. */
async function expectRights(parts: Ordering, { system, equipment }: Workshop, day: Day): Promise<void> {
  const all = await world.db.selectFrom('subscription').selectAll().execute()
  for (const { id, memberId, state, endsOn } of all) {
    const packages = (await parts.connector.packages(memberId)) ?? []
    const has = packages.some(
      ({ fromDate, untilDate }) => fromDate <= day && (untilDate === null || untilDate >= day),
    )
    const should = state === 'suspended' || state === 'ended' ? false : endsOn === null || endsOn >= day
    const times = { fromDateTime: `${day}T20:00`, untilDateTime: `${day}T20:30` }
    const { refusals } = await system.quoteBooking({ equipment, member: memberId, ...times })
    const isRefused = refusals.some(({ code }) => code === 'noPackage')
    expect({ day, id, state, endsOn, has, isRefused }).toEqual({
      day,
      id,
      state,
      endsOn,
      has: should,
      isRefused: !should,
    })
    if (state === 'suspended') suspended.add(id)
    if (state === 'active' && suspended.delete(id)) letInAgain++
  }
}

async function expectBooks(): Promise<void> {
  const { db, payments } = world
  const invoices = await db
    .selectFrom('invoice')
    .select(['id', 'year', 'sequence', 'grossCents'])
    .orderBy('id')
    .execute()
  for (const year of new Set(invoices.map(({ year }) => year))) {
    const numbers = invoices.filter((each) => each.year === year).map(({ sequence }) => sequence)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  }
  const booked = await db.selectFrom('invoicePayment').selectAll().execute()
  for (const { id, grossCents } of invoices) {
    const cents = sum(booked.filter(({ invoiceId }) => invoiceId === id).map((each) => each.amountCents))
    expect([0, grossCents], `invoice ${id}`).toContain(cents)
  }
  const received = [
    ...payments.pages().map(({ state, asked }) => (state === 'paid' ? sum(asked.lines.map(priceOf)) : 0)),
    ...payments.charges().map(({ state, cents }) => (state === 'paid' ? cents : 0)),
  ]
  const returned = payments.refunds().map(({ cents }) => cents)
  const disputed = [...payments.disputes.values()]
  const byProvider = booked.filter(({ method }) => method === 'provider').map((each) => each.amountCents)
  expect(sum(received) - sum(returned) - sum(disputed)).toBe(sum(byProvider))
}

async function expectPeriods(): Promise<void> {
  const periods = await world.db
    .selectFrom('subscriptionPeriod')
    .leftJoin('invoice', 'invoice.id', 'subscriptionPeriod.invoiceId')
    .select(['subscriptionId', 'fromDate', 'untilDate', 'grossCents', 'creditedAt'])
    .orderBy('subscriptionId')
    .orderBy('fromDate')
    .execute()
  periods.forEach((period, index) => {
    expect(period.grossCents).toBe(3900)
    const before = periods[index - 1]
    if (before?.subscriptionId === period.subscriptionId)
      expect(period.fromDate).toBe(addDays(before.untilDate, 1))
  })
}

const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)
const priceOf = ({ quantity, cents }: { quantity: number; cents: number }) => quantity * cents

async function live(year: Year, parts: Ordering, workshop: Workshop): Promise<void> {
  suspended.clear()
  letInAgain = 0
  for (let index = 0; index < days; index++) {
    const day = addDays(firstDay, index)
    const joined = Math.floor((people * Math.min(index + 1, 30)) / 30)
    const before = Math.floor((people * Math.min(index, 30)) / 30)
    await year.day(day, joined - before)
    if (index % 10 === 9) await expectRights(parts, workshop, day)
  }
  await year.end()
  await expectBooks()
  await expectPeriods()
  const failures = await world.db.selectFrom('dunning').select('stage').execute()
  expect(failures.length).toBeGreaterThan(people / 2)
  expect(world.payments.disputes.size).toBeGreaterThan(0)
  expect(year.deaths).toBeGreaterThan(days / 30)
  expect(letInAgain).toBeGreaterThan(0)
}

test(
  'a year on the embedded engine: the books add up, and only who has paid may book',
  async () => {
    const system = engineOf(world.db, () => world.time.now)
    await live(new Year(world.parts, { package: plus, seed: 7 }), world.parts, {
      system,
      equipment: ids.otherEquipment,
    })
    const [given, credited] = await Promise.all([
      world.db.selectFrom('credit').select('id').where('id', '>', 1000).execute(),
      world.db
        .selectFrom('subscriptionPeriod')
        .select(['appendedFrom', 'appendedCreditedAt'])
        .where('creditedAt', 'is not', null)
        .execute(),
    ])
    const appended = credited.filter(({ appendedFrom }) => appendedFrom !== null)
    expect(appended.filter(({ appendedCreditedAt }) => appendedCreditedAt === null)).toEqual([])
    expect(given).toHaveLength(credited.length + appended.length)
  },
  longestMs,
)

test(
  'a year on a Fabman account: the books add up, and only who has paid may book',
  async () => {
    await world.reset()
    const double = openDouble({ clock: () => world.time.now, judgesAdmins: false })
    const clock = () => world.time.now
    const { workshop } = fabmanOf(world.db, double, clock)
    const parts = { ...world.parts, connector: shieldConnector(managing(workshop, clock), world.parts.log) }
    await live(new Year(parts, { package: 1, seed: 17 }), parts, { system: workshop, equipment: 2 })
  },
  longestMs,
)
