import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeamChange } from '../contracts/team.ts'
import { centsForSeats } from '../rules/team.ts'
import { addDays, type Day } from '../rules/time.ts'
import { invoiceJobs } from '../services/backend/invoices/jobs.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { placeOrder } from '../services/backend/orders/placing.ts'
import { subscriptionJobs } from '../services/backend/subscriptions/jobs.ts'
import { openTeams, ordersTeam, teamPackage } from '../services/backend/teams/teams.fixture.ts'
import { mortal } from '../services/connector/grants.fixture.ts'
import { someone } from './buyer.fixture.ts'
import { mortalParts, untilDead } from './mortal.fixture.ts'
import { numbersFrom } from './random.fixture.ts'

/** Six weeks of a few teams; a year of many with YEAR_DAYS=365 and YEAR_TEAMS=40. */
const teamCount = Number(process.env['YEAR_TEAMS'] ?? 3)
const days = Number(process.env['YEAR_DAYS'] ?? 40)
const firstDay = '2026-11-23'
const sold = 3
let world: Awaited<ReturnType<typeof openTeams>>
const random = numbersFrom(5)
const happens = (chance: number) => random() < chance
let step = 0
let deaths = 0
let lateGuests = 0

beforeAll(async () => {
  world = await openTeams()
  await world.reset()
})
afterAll(() => world.close())

const accountOf = (name: string) => ({
  sub: `auth0|${name}`,
  email: `${name}@firma.example`,
  email_verified: true,
})

async function work(parts: Ordering): Promise<void> {
  const all = { ...subscriptionJobs(parts), ...orderJobs(parts), ...invoiceJobs(parts) }
  for (const run of Object.values(all)) await run()
}

/** A company orders a team, with or without a seat for its owner. */
async function found(index: number): Promise<void> {
  const email = `owner-${index}@firma.example`
  const buyer = { ...someone, firstName: 'Olga', lastName: 'Inhaberin', email, company: `Firma ${index}` }
  const item = { kind: 'team', package: teamPackage, ownerTakesSeat: index % 2 === 0 } as const
  await placeOrder(world.parts, ordersTeam(`team-${index}`, { member: null, buyer, item }))
}

interface TeamRow {
  id: number
  ownerId: number
  index: number
}

async function teams(): Promise<TeamRow[]> {
  const rows = await world.db
    .selectFrom('team')
    .innerJoin('customerOrder', 'customerOrder.id', 'team.id')
    .select(['team.id', 'ownerId', 'requestKey'])
    .orderBy('team.id')
    .execute()
  return rows.map(({ requestKey, ...row }) => ({ ...row, index: Number(requestKey.split('-')[1]) }))
}

const holdings = (team: number) =>
  world.db.selectFrom('seatHolding').selectAll().where('teamId', '=', team).orderBy('id').execute()

/** One more person than there are free seats accepts at the same moment. */
async function invite(team: TeamRow): Promise<void> {
  const taken = (await holdings(team.id)).filter(({ endedOn }) => endedOn === null).length
  const seats = await world.db.selectFrom('teamSeat').select('number').where('teamId', '=', team.id).execute()
  const free = seats.length - taken
  const names = Array.from({ length: Math.min(free, 2) + 1 }, () => `person-${++step}`)
  const tokens = await world.inviteAll(
    team.id,
    names.map((name) => `${name}@firma.example`),
  )
  const person = { firstName: 'Ida', lastName: 'Neu', dateOfBirth: '1999-02-03' }
  const answers = await Promise.all(
    tokens.map((token, index) =>
      world.asPerson(accountOf(names[index] ?? ''), 'POST', '/invitation/accept', { token, person }),
    ),
  )
  const accepted = answers.filter(({ status }) => status === 200).length
  expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
  expect(accepted).toBeLessThanOrEqual(free)
  if (accepted < names.length) lateGuests++
  await world.db.deleteFrom('invitation').where('state', '=', 'open').execute()
}

async function change(account: ReturnType<typeof accountOf>, memberId: number, change: TeamChange) {
  const { status } = await world.asPerson(account, 'POST', '/member/team/change', { memberId, change })
  // The team may have ended, or have more people than the wanted seats.
  expect([200, 400, 403, 404, 409, 422]).toContain(status)
}

async function act(team: TeamRow): Promise<void> {
  const owner = accountOf(`owner-${team.index}`)
  if (happens(0.25)) await invite(team)
  const guests = (await holdings(team.id)).filter(
    ({ endedOn, memberId }) => endedOn === null && memberId !== team.ownerId,
  )
  const [guest] = guests
  if (guest && happens(0.08)) await change(owner, team.ownerId, { kind: 'endSeat', seat: guest.id })
  const leaver = guests.at(-1)
  if (leaver && happens(0.08)) {
    const member = await world.parts.connector.member(leaver.memberId)
    const name = member?.emailAddress.split('@')[0] ?? ''
    await change(accountOf(name), leaver.memberId, { kind: 'leave' })
  }
  if (happens(0.06)) {
    const seats = 2 + Math.floor(random() * 4)
    await change(owner, team.ownerId, { kind: 'setSeats', seats })
  }
  if (happens(0.01)) await change(owner, team.ownerId, { kind: 'cancel', isCancelled: true })
  else if (happens(0.2)) await change(owner, team.ownerId, { kind: 'cancel', isCancelled: false })
}

/** No team has more people than seats, and just those with a seat of a live team have its package. */
async function expectSeats(day: Day): Promise<void> {
  for (const { id } of await teams()) {
    const all = await holdings(id)
    const open = all.filter(({ endedOn }) => endedOn === null)
    const seats = await world.db.selectFrom('teamSeat').select('number').where('teamId', '=', id).execute()
    expect(open.length).toBeLessThanOrEqual(seats.length)
    const contract = await world.db
      .selectFrom('subscription')
      .select(['state', 'endsOn'])
      .where('teamId', '=', id)
      .executeTakeFirstOrThrow()
    const isLive =
      contract.state !== 'ended' &&
      contract.state !== 'suspended' &&
      (contract.endsOn === null || contract.endsOn >= day)
    for (const { memberId, endedOn } of all) {
      const packages = (await world.parts.connector.packages(memberId)) ?? []
      const has = packages.some(
        ({ fromDate, untilDate }) => fromDate <= day && (untilDate === null || untilDate >= day),
      )
      const should = isLive && (endedOn === null || endedOn >= day)
      expect({ day, id, memberId, endedOn, has }).toEqual({ day, id, memberId, endedOn, has: should })
    }
  }
}

/** Each period has one invoice and one shared credit entry, both in proportion to its seats. */
async function expectBooks(): Promise<void> {
  for (const { id } of await teams()) {
    const periods = await world.db
      .selectFrom('subscriptionPeriod')
      .innerJoin('subscription', 'subscription.id', 'subscriptionId')
      .innerJoin('invoice', 'invoice.id', 'subscriptionPeriod.invoiceId')
      .select(['seats', 'fromDate', 'untilDate', 'grossCents', 'creditedAt'])
      .where('subscription.teamId', '=', id)
      .orderBy('fromDate')
      .execute()
    const credits = await world.db
      .selectFrom('credit')
      .select(['amountCents', 'fromDate'])
      .where('teamId', '=', id)
      .orderBy('fromDate')
      .execute()
    periods.forEach(({ seats, grossCents, fromDate }, index) => {
      expect(grossCents).toBe(centsForSeats(14_900, { sold, seats: seats ?? 0 }))
      const before = periods[index - 1]
      if (before) expect(fromDate).toBe(addDays(before.untilDate, 1))
    })
    const credited = periods.filter(({ creditedAt }) => creditedAt !== null)
    expect(credits.map(({ amountCents }) => amountCents)).toEqual(
      credited.map(({ seats }) => centsForSeats(15_000, { sold, seats: seats ?? 0 })),
    )
  }
}

test('a year of teams: nobody sits beyond the seats, packages follow the seats, and each period is invoiced and credited once', async () => {
  for (let index = 0; index < days; index++) {
    const day = addDays(firstDay, index)
    world.time.now = new Date(`${day}T11:00:00Z`)
    if (index < teamCount) await found(index)
    if (happens(0.15)) {
      const life = mortal(1 + Math.floor(random() * 120))
      await untilDead(life, () => work(mortalParts(world.parts, life)))
      if (life.isDead()) deaths++
    }
    world.minutesLater(5)
    await work(world.parts)
    for (const team of await teams()) await act(team)
    if (index % 7 === 0) await world.payInvoices()
    world.minutesLater(5)
    await work(world.parts)
    await expectSeats(day)
  }
  await expectBooks()
  expect(await teams()).toHaveLength(Math.min(teamCount, days))
  expect(lateGuests).toBeGreaterThan(0)
  expect(deaths).toBeGreaterThan(0)
}, 3_600_000)
