import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabaseKind } from '../platform/database/database.fixture.ts'
import { openDeclarations } from '../services/backend/declarations/declarations.fixture.ts'
import { declarationJobs } from '../services/backend/declarations/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { mortal } from '../services/connector/grants.fixture.ts'
import { dieAtEachPoint, mortalParts } from './mortal.fixture.ts'

/** Both databases have the same points. */
const stride = testDatabaseKind === 'postgres' ? 5 : 2
/** No process is killed. */
const never = Infinity
/** Some hundred processes live and die. */
const longestMs = 240_000
let world: Awaited<ReturnType<typeof openDeclarations>>

beforeAll(async () => {
  world = await openDeclarations()
})
afterAll(() => world.close())

const at = (day: string) => (world.time.now = new Date(`${day}T11:00:00Z`))

/** A member has joined with a card, and withdraws on the tenth day. */
async function begin(): Promise<void> {
  await world.begin()
  at('2026-12-02')
  await world.withdraws()
}

/** The withdrawal is applied, and a day later its money goes back. */
async function run(parts: Ordering): Promise<void> {
  at('2026-12-02')
  await declarationJobs(parts)['apply declarations']()
  at('2026-12-03')
  await declarationJobs(parts)['apply declarations']()
}

async function left() {
  const { orders, ...rest } = await world.left()
  const declarations = await world.db
    .selectFrom('declaration')
    .select(['state', 'isOpen', 'endsOn', 'wasOn'])
    .execute()
  const { state, cancelOn, endsOn, isTold } = await world.subscription()
  const numbers = await world.db.selectFrom('invoice').select('sequence').orderBy('sequence').execute()
  const states = orders.map((order) => order.state)
  return { ...rest, declarations, subscription: { state, cancelOn, endsOn, isTold }, numbers, states }
}

test(
  'a process dies at each point of a withdrawal: another one ends in the same state',
  async () => {
    await begin()
    await run(mortalParts(world.parts, mortal(never)))
    await world.jobs()
    const expected = await left()
    expect(expected).toMatchObject({ states: ['refunded'], refunds: [{ amountCents: 2600, state: 'done' }] })
    const points = await dieAtEachPoint({
      stride,
      before: begin,
      run: (life) => run(mortalParts(world.parts, life)),
      async ends(point) {
        await run(world.parts)
        world.minutesLater(5)
        await world.jobs()
        expect(await left(), point).toEqual(expected)
      },
    })
    expect(points).toBeGreaterThanOrEqual(40)
  },
  longestMs,
)
