import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabaseKind } from '../platform/database/database.fixture.ts'
import { makeDocuments } from '../services/backend/invoices/documents.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { placeOrder } from '../services/backend/orders/placing.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { cancelSubscription } from '../services/backend/subscriptions/cancelling.ts'
import { placeChange } from '../services/backend/subscriptions/changing.ts'
import { subscriptionJobs } from '../services/backend/subscriptions/jobs.ts'
import { mortal } from '../services/connector/grants.fixture.ts'
import { dieAtEachPoint, longestMs, mortalParts, never } from './mortal.fixture.ts'
import { joins, openOrders } from './orders.fixture.ts'

/** Both databases have the same points: the embedded one tries each, PostgreSQL each third. */
const stride = testDatabaseKind === 'postgres' ? 3 : 1
const big = 81
let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
  const month = { allowsBooking: true, recurringFeePeriod: 'month' }
  await world.db
    .insertInto('package')
    .values({ id: big, name: 'Big', ...month, recurringFeeCents: 6900, monthlyCreditCents: 8000 })
    .execute()
})
afterAll(() => world.close())

/** A member joins with a card. */
async function begin(): Promise<void> {
  await world.reset()
  await placeOrder(world.parts, joins('a'))
  world.payments.become('paid')
  await refreshPayment(world.parts, world.payments.pages()[0]?.asked.payment ?? 0)
}

const jobs = async (parts: Ordering) => {
  for (const run of Object.values({ ...subscriptionJobs(parts), ...orderJobs(parts) })) await run()
  await makeDocuments(parts)
}
const at = (day: string) => (world.time.now = new Date(`${day}T11:00:00Z`))
const contract = () => world.db.selectFrom('subscription').select('memberId').executeTakeFirstOrThrow()
const refuse = () => world.payments.refusals.set(`pm_${world.payments.pages()[0]?.ref}`, 'failed')

async function left() {
  const { orders, ...rest } = await world.left()
  const [subscription, periods, dunning, numbers] = await Promise.all([
    world.db
      .selectFrom('subscription')
      .select(['state', 'anchor', 'packageId', 'suspendedOn', 'cancelOn', 'endsOn', 'isTold', 'isChangeTold'])
      .executeTakeFirst(),
    world.db.selectFrom('subscriptionPeriod').select(['fromDate', 'untilDate']).orderBy('fromDate').execute(),
    world.db.selectFrom('dunning').select(['failedOn', 'stage', 'nextOn']).execute(),
    world.db.selectFrom('invoice').select('sequence').orderBy('sequence').execute(),
  ])
  const charges = world.payments.charges().map(({ cents, state }) => ({ cents, state }))
  const states = orders.map(({ state }) => state)
  return { ...rest, subscription, periods, dunning, numbers, charges, states }
}

/** Name, what happened before, what a process dies at, and how many points that has at least. */
const scenarios: [string, () => Promise<void>, (parts: Ordering) => Promise<unknown>, number][] = [
  [
    'a renewal',
    begin,
    async (parts) => {
      at('2026-12-23')
      await jobs(parts)
    },
    40,
  ],
  [
    'a charge that fails for the second time',
    async () => {
      await begin()
      refuse()
      at('2026-12-23')
      await jobs(world.parts)
    },
    async (parts) => {
      at('2026-12-26')
      await jobs(parts)
    },
    30,
  ],
  [
    'a change of package',
    async () => {
      await begin()
      const { memberId: member } = await contract()
      const asked = { member, package: big, fromDate: '2026-12-23', shownCents: 6900, locale: 'de' as const }
      await placeChange(world.parts, { ...asked, consents: ['terms', 'withdrawal'], requestKey: 'b' })
    },
    async (parts) => {
      at('2026-12-23')
      await jobs(parts)
    },
    40,
  ],
  [
    'a cancellation',
    begin,
    async (parts) => {
      const { memberId: member } = await contract()
      await cancelSubscription(parts, { member, isCancelled: true })
      await jobs(parts)
    },
    10,
  ],
]

test.each(scenarios)(
  'a process dies at each point of %s: another one ends in the same state',
  async (_, before, run, least) => {
    await before()
    await run(mortalParts(world.parts, mortal(never)))
    await jobs(world.parts)
    const expected = await left()
    const points = await dieAtEachPoint({
      stride,
      before,
      run: (life) => run(mortalParts(world.parts, life)),
      async ends(point) {
        await run(world.parts)
        for (let pass = 0; pass < 2; pass++) {
          world.minutesLater(5)
          await jobs(world.parts)
        }
        expect(await left(), point).toEqual(expected)
      },
    })
    expect(points).toBeGreaterThanOrEqual(least)
  },
  longestMs,
)
