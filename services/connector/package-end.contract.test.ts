import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FabmanDouble } from '../../doubles/fabman/double.ts'
import { openDouble } from '../../doubles/fabman/workshop.fixture.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { engineOf, fillWorkshop, now } from './connector.fixture.ts'
import { slot } from './engine/engine.fixture.ts'
import { mortal, noRights } from './grants.fixture.ts'
import { fabmanOf } from './twins.fixture.ts'
import type { WorkshopSystem } from './workshop-system.ts'

const members = 120
/** No process is killed. */
const never = Infinity
const slotsPerDay = 28
let today: Date
const clock = () => today

let database: OpenedDatabase
let double: FabmanDouble

beforeAll(async () => {
  database = await testDatabase()
  await fillWorkshop(database.db, members)
})
afterAll(() => database.close())
beforeEach(async () => {
  today = now
  await database.db.deleteFrom('booking').execute()
  await database.db.deleteFrom('mail').execute()
  await database.db.updateTable('memberPackage').set({ untilDate: null }).execute()
  double = openDouble({ clock, judgesAdmins: false, members })
})

type Mortal = ReturnType<typeof mortal>
const openEngine = (life: Mortal) => engineOf(life.database(database.db), clock)
const openFabman = (life: Mortal) =>
  fabmanOf(life.database(database.db), { ...double, fetch: life.network(double.fetch) }, clock).workshop

/** Books a half hour, counted as in `slot`. */
const book = (workshop: WorkshopSystem, member: number, index: number) =>
  workshop.createBooking({ equipment: 2, member, title: null, ...slot(index) })
const packageOf = async (workshop: WorkshopSystem, member: number) =>
  (await workshop.packages(member))?.[0]?.id ?? 0
/** The bookings of a member as [version, state], in order of their start. */
const statesOf = async (workshop: WorkshopSystem, member: number) =>
  (await workshop.bookings({ member, state: '' })).map(({ lockVersion, state }) => [lockVersion, state])
async function mailsTo(member: number): Promise<number> {
  const query = database.db.selectFrom('mail').select('subject').where('kind', '=', 'booking-uncovered')
  return (await query.where('toAddress', '=', `m${member}@example.org`).execute()).length
}
/** A process that was killed holds its member for another second and a half. */
const locksExpire = () => database.db.deleteFrom('fabmanTurn').execute()

describe.each([
  ['the engine', openEngine, { plus: 71, points: 20 }],
  ['Fabman', openFabman, { plus: 1, points: 30 }],
])('the end of a package, %s:', (_, open, { plus, points: least }) => {
  test('at each point the process is killed: a repeat cancels each later booking with one mail', async () => {
    const alive = open(mortal(never))
    let points = 0
    for (let at = 1; ; at++) {
      const first = Math.floor(at / slotsPerDay) * 3 * slotsPerDay + (at % slotsPerDay)
      const untilDate = slot(first).fromDateTime.slice(0, 10)
      for (const day of [0, 1, 2]) await book(alive, at, first + day * slotsPerDay)
      const owned = await packageOf(alive, at)
      const life = mortal(at)
      const end = (workshop: WorkshopSystem) => workshop.endPackage?.(at, owned, { untilDate })
      await end(open(life))
        ?.then(life.point)
        .catch((error: unknown) => {
          if (!life.isDead()) throw error
        })
      await locksExpire()
      await end(alive)
      const expected = [
        [1, 'confirmed'],
        [2, 'cancelled'],
        [2, 'cancelled'],
      ]
      expect(await statesOf(alive, at), `point ${at}`).toEqual(expected)
      expect(await mailsTo(at), `point ${at}`).toBe(2)
      await end(alive)
      expect(await statesOf(alive, at)).toEqual(expected)
      expect(await mailsTo(at)).toBe(2)
      if (!life.isDead()) break
      points++
    }
    expect(points).toBeGreaterThanOrEqual(least)
  })

  test('a booking that another package covers stays, and one of somebody else', async () => {
    const workshop = open(mortal(never))
    await book(workshop, 1, slotsPerDay)
    await book(workshop, 2, slotsPerDay + 1)
    const owned = await packageOf(workshop, 1)
    const other = { package: plus, fromDate: '2026-12-03', untilDate: '2026-12-03' }
    const granted = await workshop.grant(`other-${plus}`, {
      ...noRights,
      member: { id: 1 },
      packages: [other],
    })
    await workshop.endPackage?.(1, owned, { untilDate: '2026-12-02' })
    expect(await statesOf(workshop, 1)).toEqual([[1, 'confirmed']])
    await workshop.endPackage?.(1, granted.packages[0] ?? 0, { untilDate: '2026-12-02' })
    expect(await statesOf(workshop, 1)).toEqual([[2, 'cancelled']])
    expect(await statesOf(workshop, 2)).toEqual([[1, 'confirmed']])
  })

  test('a package that ends before today leaves what has begun, and one that goes on cancels nothing', async () => {
    const workshop = open(mortal(never))
    await book(workshop, 1, 0)
    await book(workshop, 1, 4)
    const owned = await packageOf(workshop, 1)
    today = new Date('2026-12-02T07:10:00Z')
    await workshop.endPackage?.(1, owned, { untilDate: null })
    expect(await mailsTo(1)).toBe(0)
    await workshop.endPackage?.(1, owned, { untilDate: '2026-12-01' })
    expect(await statesOf(workshop, 1)).toEqual([
      [1, 'confirmed'],
      [2, 'cancelled'],
    ])
  })
})

test('Fabman: a package that goes on again keeps what an end that was killed has not cancelled', async () => {
  const alive = openFabman(mortal(never))
  await book(alive, 1, slotsPerDay)
  await book(alive, 1, 2 * slotsPerDay)
  const owned = await packageOf(alive, 1)
  const life = mortal(never)
  const { fetch } = double
  double.fetch = async (request) => {
    const response = await fetch(request)
    // Fabman has cancelled the first one.
    if (request.method === 'PUT' && request.url.includes('/bookings/')) life.kill()
    if (life.isDead()) throw new Error('killed')
    return response
  }
  await expect(openFabman(life).endPackage?.(1, owned, { untilDate: '2026-12-02' })).rejects.toThrow()
  double.fetch = fetch
  await locksExpire()
  await alive.endPackage?.(1, owned, { untilDate: null })
  expect(await statesOf(alive, 1)).toEqual([
    [2, 'cancelled'],
    [1, 'confirmed'],
  ])
  expect(await mailsTo(1)).toBe(1)
})

test('Fabman: a booking that was judged before the end is cancelled, too', async () => {
  const workshop = openFabman(mortal(never))
  const owned = await packageOf(workshop, 1)
  const [asked, ended, free] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const { fetch } = double
  double.fetch = async (request) => {
    if (request.method === 'POST') {
      asked?.resolve()
      await free?.promise
    }
    const response = await fetch(request)
    if (request.method === 'PUT') ended?.resolve()
    return response
  }
  const other = openFabman(mortal(never))
  const booking = book(other, 1, slotsPerDay)
  await asked?.promise
  const end = other.endPackage?.(1, owned, { untilDate: '2026-12-02' })
  await ended?.promise
  // It waits; without the lock it would be over.
  await Promise.race([end, delay(150)])
  free?.resolve()
  await Promise.all([booking, end])
  expect(await statesOf(other, 1)).toEqual([[2, 'cancelled']])
})
