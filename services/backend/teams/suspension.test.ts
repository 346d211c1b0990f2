import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf, openTeams, ordersTeam } from './teams.fixture.ts'
import { onEngine, onFabman, sold, type Workshop } from '../../../tests/year-workshops.fixture.ts'
import { invoiceJobs } from '../invoices/jobs.ts'
import { orderJobs } from '../orders/jobs.ts'
import { placeOrder } from '../orders/placing.ts'
import { subscriptionJobs } from '../subscriptions/jobs.ts'

let world: Awaited<ReturnType<typeof openTeams>>
beforeAll(async () => {
  world = await openTeams()
})
afterAll(() => world.close())

/** Runs the jobs at a time, as the server does every minute. */
async function jobsAt({ parts }: Workshop, at: string): Promise<void> {
  world.time.now = new Date(at)
  const jobs = { ...subscriptionJobs(parts), ...orderJobs(parts), ...invoiceJobs(parts) }
  for (let turn = 0; turn < 2; turn++) for (const run of Object.values(jobs)) await run()
}

/** Founds a team on invoice that nobody pays, and stops an hour before it is suspended. @returns its id and its owner */
async function unpaidTeam(workshop: Workshop): Promise<{ team: number; owner: number }> {
  const email = 'olga@firma.example'
  const item = { kind: 'team', package: workshop.packages.team, ownerTakesSeat: true } as const
  const buyer = { ...ordersTeam('a').buyer, firstName: 'Olga', email }
  const shownCents = sold.team.cents
  await placeOrder(workshop.parts, ordersTeam('a', { member: null, buyer, item, shownCents }))
  for (const day of ['08', '11', '15']) await jobsAt(workshop, `2026-12-${day}T11:00:00Z`)
  world.time.now = new Date('2026-12-22T04:00:00Z')
  const { id: team, ownerId: owner } = await world.db
    .selectFrom('team')
    .select(['id', 'ownerId'])
    .executeTakeFirstOrThrow()
  return { team, owner }
}

/** Lets somebody take a seat. @returns their id as a member */
async function sitsDown(workshop: Workshop, team: number): Promise<number> {
  const [token] = await world.inviteAll(team, ['ida@firma.example'])
  const person = { firstName: 'Ida', lastName: 'Neu', dateOfBirth: '1999-02-03' }
  const answer = await workshop.asPerson(accountOf('ida'), 'POST', '/invitation/accept', { token, person })
  expect(answer.status).toBe(200)
  const { memberId } = await world.db
    .selectFrom('seatHolding')
    .select('memberId')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return memberId
}

/** Takes the newest seat back. */
async function standsUp(workshop: Workshop, owner: number): Promise<void> {
  const seat = await world.db
    .selectFrom('seatHolding')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const asked = { memberId: owner, change: { kind: 'endSeat', seat: seat.id } }
  const answer = await workshop.asPerson(accountOf('olga'), 'POST', '/member/team/change', asked)
  expect(answer.status).toBe(200)
}

async function expectState(state: string): Promise<void> {
  expect(await world.db.selectFrom('subscription').select('state').execute()).toEqual([{ state }])
}

const daysOf = async ({ parts }: Workshop, member: number) =>
  ((await parts.connector.packages(member)) ?? []).map(({ fromDate, untilDate }) => ({ fromDate, untilDate }))

describe.each([
  ['the embedded engine', onEngine],
  ['Fabman', onFabman],
])('on %s, a seat', (_, open) => {
  test('that was taken on the day of the suspension is there again once the team pays', async () => {
    const workshop = await open(world)
    const { team } = await unpaidTeam(workshop)
    const ida = await sitsDown(workshop, team)
    await jobsAt(workshop, '2026-12-22T05:00:00Z')
    await expectState('suspended')
    expect(await daysOf(workshop, ida)).toEqual([])
    await world.payInvoices()
    await jobsAt(workshop, '2026-12-24T11:00:00Z')
    await expectState('active')
    expect(await daysOf(workshop, ida)).toEqual([{ fromDate: '2026-12-22', untilDate: null }])
  })

  test.each(['before', 'after'])(
    'that was taken back %s the suspension of the same day is there for that day once the team pays',
    async (when) => {
      const workshop = await open(world)
      const { team, owner } = await unpaidTeam(workshop)
      world.time.now = new Date('2026-12-21T11:00:00Z')
      const ida = await sitsDown(workshop, team)
      world.time.now = new Date('2026-12-22T04:00:00Z')
      if (when === 'before') await standsUp(workshop, owner)
      await jobsAt(workshop, '2026-12-22T05:00:00Z')
      if (when === 'after') await standsUp(workshop, owner)
      await jobsAt(workshop, '2026-12-22T06:00:00Z')
      await expectState('suspended')
      expect(await daysOf(workshop, ida)).toEqual([{ fromDate: '2026-12-21', untilDate: '2026-12-21' }])
      await world.payInvoices()
      await jobsAt(workshop, '2026-12-22T07:00:00Z')
      await expectState('active')
      expect(await daysOf(workshop, ida)).toEqual([{ fromDate: '2026-12-21', untilDate: '2026-12-22' }])
    },
  )
})
