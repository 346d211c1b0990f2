import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabaseKind } from '../platform/database/database.fixture.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { openProvider } from '../services/backend/payments/provider.fixture.ts'
import { tendTrainings } from '../services/backend/trainings/tending.ts'
import { twins } from '../services/connector/twins.fixture.ts'
import { dieAtEachPoint, longestMs, mortalParts } from './mortal.fixture.ts'
import { addJourney, arrived, journeyStart, payAt, takeJourney, whole } from './place-journey.fixture.ts'
import { openTrainings } from './trainings.fixture.ts'

/** Every second point is tried, half of them with each database. */
const stride = 4
const first = testDatabaseKind === 'postgres' ? 1 : 1 + stride / 2

describe.each(twins)('a process dies between payment and training, with %s:', (_, open) => {
  let world: Awaited<ReturnType<typeof openTrainings>>
  let payments: ReturnType<typeof openProvider>
  let all: Ordering

  beforeAll(async () => {
    world = await openTrainings(open)
    const { db, time } = world
    payments = openProvider(() => time.now)
    all = { ...world.parts, provider: payments.provider }
    await addJourney(db)
  })
  afterAll(() => world.close())

  const run = (parts: Ordering, email: string) => takeJourney(parts, email, () => payAt(payments, email))

  test(
    'another one ends with one place, one invoice and one training, each told once',
    { timeout: longestMs },
    async () => {
      const { db, time } = world
      let person = 0
      const email = () => `nele${person}@example.org`
      const last = await dieAtEachPoint({
        first,
        stride,
        async before() {
          person++
          time.now = journeyStart
        },
        run: (life) => run(mortalParts(all, life), email()),
        async ends(point) {
          for (let turn = 0; turn < 2; turn++) {
            time.now = new Date(time.now.getTime() + 5 * 60_000)
            await run(all, email())
          }
          await tendTrainings(all)
          expect(await arrived(all, email()), point).toEqual(whole)
        },
      })
      const invoices = await db.selectFrom('invoice').select('id').execute()
      // The last one did not die.
      expect(invoices).toHaveLength(person)
      expect(last / stride).toBeGreaterThanOrEqual(30)
    },
  )
})
