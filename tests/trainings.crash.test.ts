import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabaseKind } from '../platform/database/database.fixture.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { giveTraining, revokeTraining } from '../services/backend/trainings/granting.ts'
import { tendTrainings } from '../services/backend/trainings/tending.ts'
import * as store from '../services/backend/trainings/trainings.store.ts'
import { mortal } from '../services/connector/grants.fixture.ts'
import { twins } from '../services/connector/twins.fixture.ts'
import { longestMs, mortalParts, untilDead } from './mortal.fixture.ts'
import { laser, openTrainings } from './trainings.fixture.ts'

/** Both databases have the same points: each tries every second. */
const stride = 2
const first = testDatabaseKind === 'postgres' ? 1 : 2

const asked = { member: 2, training: laser, by: 'Tina', reason: 'Gezeigt' }

describe.each(twins)('a process dies at each point, with %s:', (_, open) => {
  let world: Awaited<ReturnType<typeof openTrainings>>

  beforeAll(async () => {
    world = await openTrainings(open)
  })
  afterAll(() => world.close())

  /** Lets a process die at every point of `work`, and another one go on. @returns how many points it has tried */
  async function dieEverywhere(
    before: () => Promise<unknown>,
    work: (parts: Ordering) => Promise<unknown>,
    after: () => Promise<void>,
  ): Promise<number> {
    let points = 0
    for (let point = first; ; point += stride) {
      await world.reset()
      await before()
      const life = mortal(point)
      const run = (parts: Ordering) => work(parts).then(() => tendTrainings(parts))
      await untilDead(life, () => run(mortalParts(world.parts, life)))
      if (!life.isDead()) return points
      points++
      for (let time = 0; time < 2; time++) await tendTrainings(world.parts)
      await after()
    }
  }

  test(
    'of giving: there is one training or none, and what was stored is given',
    { timeout: longestMs },
    async () => {
      const points = await dieEverywhere(
        async () => {},
        (parts) => giveTraining(parts, asked),
        async () => {
          const grants = await store.grantsOf(world.db, 2)
          expect(grants.map(({ state, isTold }) => [state, isTold])).toEqual(
            grants.map(() => ['given', true]),
          )
          expect(await world.trainings(2)).toHaveLength(grants.length)
          expect(await world.mails()).toHaveLength(grants.length)
          // A second tap of the trainer, who saw no answer, gives no second one.
          await giveTraining(world.parts, asked)
          await tendTrainings(world.parts)
          expect(await world.trainings(2)).toHaveLength(1)
        },
      )
      expect(points).toBeGreaterThanOrEqual(10)
    },
  )

  test('of revoking: what is revoked here is gone there', { timeout: longestMs }, async () => {
    const points = await dieEverywhere(
      async () => {
        await giveTraining(world.parts, asked)
        await tendTrainings(world.parts)
      },
      (parts) => revokeTraining(parts, asked),
      async () => {
        const [grant] = await store.grantsOf(world.db, 2)
        expect(grant?.isTold).toBe(true)
        expect(await world.trainings(2)).toHaveLength(grant?.state === 'revoked' ? 0 : 1)
      },
    )
    expect(points).toBeGreaterThanOrEqual(7)
  })
})
