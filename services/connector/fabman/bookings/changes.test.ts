import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import type { FabmanDouble } from '../../../../doubles/fabman/double.ts'
import { openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import { createCache } from '../../cache/cache.ts'
import { cachedWorkshop } from '../../cache/cached-workshop.ts'
import { fabmanOf } from '../../twins.fixture.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'

const clock = () => new Date('2026-12-01T08:00:00Z')
const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }
const later = { fromDateTime: '2026-12-04T18:00', untilDateTime: '2026-12-04T20:00' }
const asked = { equipment: 2, member: 1, ...times, title: null }
const days = [2, 3, 4].map((day) => ({
  fromDateTime: `2026-12-0${day}T00:00`,
  untilDateTime: `2026-12-0${day + 1}T00:00`,
}))

let database: OpenedDatabase
let double: FabmanDouble
let fabman: WorkshopSystem
let workshop: WorkshopSystem

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  double = openDouble({ clock, judgesAdmins: false })
  const cache = createCache({ clock })
  fabman = fabmanOf(database.db, double, clock, { cache }).workshop
  workshop = cachedWorkshop(fabman, cache)
})

/** The ids in the member's list, and on the second, third and fourth day on the equipment and in the space. */
async function lists() {
  const own = await workshop.bookings({ member: 1 })
  const onEquipment = await Promise.all(days.map((day) => workshop.bookings({ resource: 2, ...day })))
  const inSpace = await Promise.all(days.map((day) => workshop.bookings({ space: 1, ...day })))
  return [own, ...onEquipment, ...inSpace].map((list) => list.map(({ id }) => id))
}

/** How many lists were read from Fabman. */
async function reads(work: () => Promise<unknown>): Promise<number> {
  const before = double.requests.length
  await work()
  return double.requests.slice(before).filter((request) => /^GET \S+\/bookings\?/.test(request)).length
}

test('every write shows in the lists that it concerns, and no other list is read again', async () => {
  await lists()
  const { id } = await workshop.createBooking(asked)
  expect(await reads(async () => expect(await lists()).toEqual([[id], [id], [], [], [id], [], []]))).toBe(3)
  await workshop.changeBooking(id, 1, { ...later, lockVersion: 1 })
  expect(await reads(async () => expect(await lists()).toEqual([[id], [], [], [id], [], [], [id]]))).toBe(5)
  await workshop.cancelBooking(id, 1)
  expect(await reads(lists)).toBe(3)
  expect(await workshop.bookings({ member: 1 })).toMatchObject([{ state: 'cancelled' }])
})

describe('when Fabman has changed without a message, its lists are read again after', () => {
  test('a refused booking', async () => {
    await lists()
    const { id } = double.account.insert('bookings', { resource: 2, member: 2, ...times, state: 'confirmed' })
    await expect(workshop.createBooking(asked)).rejects.toMatchObject({ code: 'refused' })
    expect(await lists()).toEqual([[], [id], [], [], [id], [], []])
  })

  test('a change of a version that is gone', async () => {
    const { id } = await workshop.createBooking(asked)
    await lists()
    const booking = double.account.tables.bookings.get(id)
    if (booking) double.account.update('bookings', booking, later)
    await expect(workshop.changeBooking(id, 1, { ...later, lockVersion: 1 })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await workshop.bookings({ member: 1 }))[0]).toMatchObject({ id, ...later, lockVersion: 2 })
  })
})

test('a booking that Fabman made without an answer shows once Fabman answers again', async () => {
  await lists()
  let isSent = false
  double.faults.mode = 'deaf'
  double.faults.only = ({ method }) => (isSent ||= method === 'POST')
  await expect(workshop.createBooking(asked)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  double.faults.mode = null
  const made = double.account.rows('bookings').map(({ id }) => id)
  expect(made).toHaveLength(1)
  expect((await lists())[0]).toEqual(made)
})
