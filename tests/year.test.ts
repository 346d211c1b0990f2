import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '../rules/time.ts'
import { arrive } from '../services/backend/declarations/declarations.fixture.ts'
import { refundOrder } from '../services/backend/orders/desk.ts'
import { cancelSubscription } from '../services/backend/subscriptions/cancelling.ts'
import { placeChange, takeBackChange } from '../services/backend/subscriptions/changing.ts'
import { openTeams } from '../services/backend/teams/teams.fixture.ts'
import { someone } from './buyer.fixture.ts'
import { joins } from './orders.fixture.ts'
import {
  expectAccess,
  expectMoney,
  expectNoDebtors,
  expectPeriods,
  isLive,
  Suspensions,
} from './year-books.fixture.ts'
import { firstDay, longestMs, type Way, Year } from './year.fixture.ts'
import { onEngine, onFabman, type Sold, sold, type Workshop, type World } from './year-workshops.fixture.ts'

/** Some months of a few people; all of it with YEAR_DAYS=365 and YEAR_MEMBERS=300. */
const people = Number(process.env['YEAR_MEMBERS'] ?? 8)
const days = Number(process.env['YEAR_DAYS'] ?? 100)
/** The last day of the first year of those who pay yearly is soon after the first simulated one. */
const yearlyFrom = addDays(firstDay, -340)
let world: World

beforeAll(async () => {
  world = await openTeams()
})
afterAll(() => world.close())

/** What everybody's year is about, one after the other. */
const stories = [
  'changes',
  'expired',
  'debit',
  'confirms',
  'invoice',
  'yearly',
  'withdraws',
  'refunded',
] as const
type Story = (typeof stories)[number]
const storyOf = (index: number): Story => stories[index % stories.length] ?? 'changes'

/** How each of them pays; null = by invoice. */
const ways: Record<Story, Way | null> = {
  refunded: 'debit',
  expired: 'expired',
  debit: 'debit',
  confirms: 'confirms',
  invoice: null,
  yearly: 'card',
  withdraws: 'card',
  changes: 'card',
}

interface Person {
  id: number
  memberId: number
  packageId: number
  state: string
  lastDay: Day
  cancelOn: Day | null
  email: string
  story: Story
  /** Of the order that began the contract. */
  number: string
  /** Days since then. */
  age: number
}

/** A year of people who join, pay, do not pay, change, withdraw, cancel and come back. */
class People extends Year {
  private readonly confirmed = new Map<string, number>()
  private joined = 0
  /** Looks at members whose package was suspended. */
  refused = 0

  async join(count: number, isYearly = false): Promise<void> {
    for (let index = this.joined + 1; index <= count; index++) {
      const story = storyOf(index)
      if ((story === 'yearly') !== isYearly) continue
      const name: Sold = isYearly ? 'yearly' : 'plus'
      // Somebody who withdraws while the bank has not decided waits for it.
      const way = story === 'withdraws' && this.happens(0.3) ? 'debit' : ways[story]
      const buyer = {
        ...someone,
        email: `person-${index}@example.org`,
        ...(way === null && { company: 'Firma' }),
      }
      const item = { kind: 'membership' as const, package: this.workshop.packages[name] }
      const paysBy = way === null ? 'invoice' : 'provider'
      const shownCents = sold[name].cents
      await this.buy(joins(`join-${index}`, { buyer, paysBy, item, shownCents }), way)
    }
    if (!isYearly) this.joined = count
  }

  async act(day: Day): Promise<void> {
    for (const person of await readPeople(day)) {
      await this.cancel(person)
      if (person.story === 'withdraws' && person.age === 1 + (person.id % 13)) await this.withdraw(person)
      if (person.story === 'refunded' && (person.age === 30 || (person.age > 15 && this.happens(0.02))))
        await this.refund(person.number)
      if (person.story === 'changes' && person.age >= 10) await this.change(person)
    }
    await this.payInvoices()
  }

  /** Pays back at the desk, unless the bank has the money. */
  private async refund(number: string): Promise<void> {
    await refundOrder(this.parts, number).catch((error: Error) => {
      if (!error.message.includes('was taken back by the bank')) throw error
    })
  }

  /** After what the story of a person is about. */
  private async cancel({ memberId: member, cancelOn, age }: Person): Promise<void> {
    if (age < 60) return
    if (this.happens(0.002)) await cancelSubscription(this.parts, { member, isCancelled: true })
    else if (cancelOn !== null && this.happens(0.02))
      await cancelSubscription(this.parts, { member, isCancelled: false })
  }

  private async withdraw({ email, number }: Person): Promise<void> {
    await arrive(world, { kind: 'withdraw', name: 'Nele Neu', email, contract: number })
  }

  /** Chooses the other package from the next period on, or takes that back. */
  private async change({ memberId: member, packageId, lastDay }: Person): Promise<void> {
    if (this.happens(0.02)) return takeBackChange(this.parts, member)
    if (!this.happens(0.1)) return
    const { plus, big } = this.workshop.packages
    const wanted = packageId === plus ? 'big' : 'plus'
    await placeChange(this.parts, {
      member,
      package: wanted === 'big' ? big : plus,
      fromDate: addDays(lastDay, 1),
      shownCents: sold[wanted].cents,
      consents: ['terms', 'withdrawal', 'earlyStart'],
      locale: 'de',
      requestKey: `change-${this.nextStep()}`,
    }).catch((error: { code?: string }) => {
      // It is cancelled or not paid.
      if (error.code !== 'noChange') throw error
    })
  }

  private async payInvoices(): Promise<void> {
    for (const { id, number, memberId, state, email, story } of await readOpenInvoices()) {
      const way = ways[story]
      if (memberId === null) continue
      if (way === null) {
        if (this.happens(0.06) && number) await this.transfer(number)
      } else if (story === 'expired') {
        // A card that works comes once the package is missing.
        if (state === 'suspended' && this.happens(0.2)) await this.payOnline(id, memberId, 'card')
      } else if (story === 'confirms') await this.confirm({ id, memberId, email })
      else if (this.happens(0.05)) await this.payOnline(id, memberId, way)
    }
  }

  /** Follows the link of the mail that says that the bank wants a confirmation. */
  private async confirm({ id, memberId, email }: { id: number; memberId: number; email: string }) {
    const asked = await world.db
      .selectFrom('mail')
      .select('id')
      .where('toAddress', '=', email)
      .where('kind', '=', 'subscription-reminder')
      .where('text', 'like', '%selbst bestätigst%/me/invoices%')
      .execute()
    const times = this.confirmed.get(email) ?? 0
    if (asked.length <= times || !this.happens(0.3)) return
    if (await this.payOnline(id, memberId, 'confirms')) this.confirmed.set(email, asked.length)
  }

  /** Whoever has paid may use the package today and book, and nobody else. */
  async expectRights(day: Day): Promise<void> {
    const all = await world.db.selectFrom('subscription').selectAll().execute()
    for (const contract of all) {
      const { id, memberId: member, state } = contract
      const about = { id, state, day, member, may: isLive(contract, day) }
      await expectAccess(this.workshop, about)
      if (state === 'suspended') this.refused++
    }
    await expectNoDebtors(this, day)
  }

  confirmations(): number {
    return this.confirmed.size
  }
}

/** Everybody with a contract that has not ended. */
async function readPeople(day: Day): Promise<Person[]> {
  const rows = await world.db
    .selectFrom('subscription')
    .innerJoin('customerOrder', 'customerOrder.id', 'subscription.orderId')
    .select(['subscription.id', 'subscription.memberId', 'packageId', 'subscription.state', 'cancelOn'])
    .select(['customerOrder.number', 'requestKey', 'customerOrder.fromDate'])
    .select(sql<string>`customer_order.buyer ->> 'email'`.as('email'))
    .select(
      sql<Day>`(select max(until_date)::text from subscription_period where subscription_id = subscription.id)`.as(
        'lastDay',
      ),
    )
    .where('subscription.state', '<>', 'ended')
    .orderBy('subscription.id')
    .execute()
  return rows.map(({ requestKey, fromDate, ...row }) => ({
    ...row,
    story: storyOf(Number(requestKey.split('-')[1])),
    age: daysBetween(fromDate ?? day, day),
  }))
}

/** Invoices of contracts that nobody has paid. */
async function readOpenInvoices() {
  const rows = await world.db
    .selectFrom('invoice')
    .innerJoin('subscriptionPeriod', 'subscriptionPeriod.invoiceId', 'invoice.id')
    .innerJoin('subscription', 'subscription.id', 'subscriptionPeriod.subscriptionId')
    .innerJoin('customerOrder', 'customerOrder.id', 'subscription.orderId')
    .select(['invoice.id', 'invoice.number', 'invoice.memberId', 'subscription.state', 'requestKey'])
    .select(sql<string>`customer_order.buyer ->> 'email'`.as('email'))
    .where(
      sql<boolean>`gross_cents > (select coalesce(sum(amount_cents), 0) from invoice_payment
        where invoice_id = invoice.id)`,
    )
    .where(sql<boolean>`not exists (select from invoice other where other.cancels = invoice.id)`)
    .orderBy('invoice.id')
    .execute()
  return rows.map(({ requestKey, ...row }) => ({
    ...row,
    story: storyOf(Number(requestKey.split('-')[1])),
  }))
}

async function live(workshop: Workshop, seed: number): Promise<void> {
  const year = new People(world, { workshop, seed })
  const suspensions = new Suspensions()
  await year.day(yearlyFrom, () => year.join(people, true))
  for (let index = 0; index < days; index++) {
    const day = addDays(firstDay, index)
    await year.day(day, async () => {
      await suspensions.look(world)
      await year.join(Math.floor((people * Math.min(index + 1, 30)) / 30))
      await year.act(day)
    })
    await suspensions.look(world)
    if (index % 10 === 9) await year.expectRights(day)
  }
  await year.end()
  await expectMoney(year)
  await expectPeriods(year)
  await expectEverything(year, suspensions)
}

/** Expects each way to pay and not to pay to have happened. */
async function expectEverything(year: People, { letInAgain }: Suspensions): Promise<void> {
  const count = async (table: 'customerOrder' | 'declaration' | 'subscriptionPeriod', where: string) => {
    const rows = await world.db
      .selectFrom(table)
      .select(sql`1`.as('one'))
      .where(sql<boolean>`${sql.raw(where)}`)
      .execute()
    return rows.length
  }
  const seen = {
    deaths: year.deaths,
    refused: year.refused,
    letInAgain,
    confirmations: year.confirmations(),
    disputes: world.payments.disputes.size,
    wonDisputes: year.wonDisputes,
    withdrawals: await count('declaration', `state = 'settled'`),
    refundsByDesk: await count(
      'customerOrder',
      `state = 'refunded' and kind = 'membership'
      and not exists (select from declaration where order_id = customer_order.id)`,
    ),
    changes: await count('customerOrder', `kind = 'change' and state = 'fulfilled'`),
    secondYears: await count(
      'subscriptionPeriod',
      `until_date - from_date > 360 and from_date > '${firstDay}'`,
    ),
  }
  const missing = Object.entries(seen).filter(([, times]) => times === 0)
  expect(missing).toEqual([])
}

test(
  'a year on the embedded engine: the books add up, credits are those of paid periods, and only who has paid may book',
  async () => live(await onEngine(world), 7),
  longestMs,
)

test(
  'a year on a Fabman account: the books add up, each package is there once, and only who has paid may book',
  async () => live(await onFabman(world), 19),
  longestMs,
)
