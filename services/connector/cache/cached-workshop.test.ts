import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '../../../contracts/booking.ts'
import { connectorApi } from '../../../contracts/http/connector.ts'
import { addDays } from '../../../rules/time.ts'
import { createCache } from './cache.ts'
import { cachedWorkshop } from './cached-workshop.ts'
import { anyTime, isStaleBy } from './keys.ts'
import type { ChangedBooking, NewBooking, ReportsChanges, WorkshopSystem } from '../workshop-system.ts'

let calls: string[]
let now: number
let workshop: WorkshopSystem

beforeEach(() => {
  calls = []
  now = Date.parse('2026-12-01T08:00:00Z')
  const cache = createCache({ clock: () => new Date(now) })
  workshop = cachedWorkshop(recording({ changed: cache.invalidate }), cache)
})

const asked: NewBooking = {
  equipment: 2,
  member: 7,
  fromDateTime: '2026-12-02T18:00',
  untilDateTime: '2026-12-02T20:00',
  title: null,
}

const booked: ChangedBooking = {
  equipment: 2,
  space: 1,
  member: 7,
  fromDateTime: '2026-12-02T18:00',
  untilDateTime: '2026-12-02T20:00',
}

const day = { fromDateTime: '2026-12-02T00:00', untilDateTime: '2026-12-03T00:00' }

/** Every key, what fills it, its lifetime in seconds. */
const keys: [string, () => Promise<unknown>, number][] = [
  ['bookings:member:7', () => workshop.bookings({ member: 7, state: '' }), 60],
  [
    'bookings:resource:2:2026-12-02T00:00:2026-12-03T00:00',
    () => workshop.bookings({ resource: 2, ...day }),
    60,
  ],
  ['busy:space:1:2026-12-02', () => workshop.bookings({ space: 1, ...day }), 60],
  ['equipment:2', () => workshop.equipmentItem(2), 300],
  ['equipment:space:1', () => workshop.equipment({ space: 1 }), 300],
  ['equipment:all', () => workshop.equipment({}), 300],
  ['equipment:trained:7', () => workshop.trainedEquipment(7, {}), 300],
  ['training-courses:all', () => workshop.trainingCourses(), 300],
  ['spaces:all', () => workshop.spaces(), 900],
  ['space:1', () => workshop.space(1), 900],
]

describe.each(keys)('%s', (key, ask, seconds) => {
  test(`is asked once in ${seconds} s`, async () => {
    const answer = await ask()
    now += seconds * 1000 - 1
    expect(await ask()).toBe(answer)
    expect(calls).toHaveLength(1)
    now += 1
    await ask()
    expect(calls).toHaveLength(2)
  })

  test('many at once are one call', async () => {
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(calls).toHaveLength(1)
  })

  const stale = key.startsWith('bookings:') || key.startsWith('busy:')

  test.each<[string, () => Promise<unknown>]>([
    ['creating a booking', () => workshop.createBooking(asked)],
    ['cancelling a booking', () => workshop.cancelBooking(5, 7)],
  ])(`after %s it is ${stale ? 'asked again' : 'still known'}`, async (_, write) => {
    const before = await ask()
    await write()
    const after = await ask()
    if (stale) expect(after).not.toBe(before)
    else expect(after).toBe(before)
  })
})

test('the keys that a booking makes stale, and no other', () => {
  const overMidnight = { ...booked, fromDateTime: '2026-12-02T23:00', untilDateTime: '2026-12-03T01:00' }
  const isStale = (key: string) => isStaleBy(key, overMidnight)
  const yes = [
    'bookings:member:7',
    'bookings:resource:2:2026-12-02T00:00:2026-12-03T00:00',
    'bookings:resource:2:2026-12-03T00:30:2026-12-04T00:00',
    'busy:space:1:2026-12-02',
    'busy:space:1:2026-12-03',
  ]
  const no = [
    'bookings:member:77',
    'bookings:member:8',
    'bookings:resource:2:2026-12-03T01:00:2026-12-04T00:00',
    'bookings:resource:2:2026-12-01T00:00:2026-12-02T23:00',
    'bookings:resource:22:2026-12-02T00:00:2026-12-03T00:00',
    'busy:space:1:2026-12-04',
    'busy:space:11:2026-12-02',
    'busy:space:2:2026-12-02',
    'equipment:2',
    'equipment:all',
    'equipment:space:1',
    'equipment:trained:7',
    'spaces:all',
    'space:1',
  ]
  expect(yes.filter((key) => !isStale(key))).toEqual([])
  expect(no.filter(isStale)).toEqual([])
})

test('a booking until midnight does not make the next day stale', () => {
  const untilMidnight = { ...booked, untilDateTime: '2026-12-03T00:00' }
  expect(isStaleBy('busy:space:1:2026-12-02', untilMidnight)).toBe(true)
  expect(isStaleBy('busy:space:1:2026-12-03', untilMidnight)).toBe(false)
})

test('a booking in an unknown space makes its days stale in all spaces', () => {
  const isStale = (key: string) => isStaleBy(key, { ...booked, space: undefined })
  expect(
    ['busy:space:1:2026-12-02', 'busy:space:2:2026-12-02', 'busy:space:2:2026-12-03'].map(isStale),
  ).toEqual([true, true, false])
})

test('a booking that was at an unknown time makes all of its equipment and spaces stale', () => {
  const isStale = (key: string) => isStaleBy(key, { ...booked, ...anyTime })
  const range = '2027-12-02T00:00:2027-12-03T00:00'
  const keys = [`bookings:resource:2:${range}`, 'busy:space:1:2025-01-01', `bookings:resource:22:${range}`]
  expect(keys.map(isStale)).toEqual([true, true, false])
})

describe('a booking that moves', () => {
  const change = { fromDateTime: '2026-12-04T18:00', untilDateTime: '2026-12-04T20:00' }
  const days = ['2026-12-02', '2026-12-03', '2026-12-04'].map((from) => ({
    fromDateTime: `${from}T00:00`,
    untilDateTime: `${addDays(from, 1)}T00:00`,
  }))
  const read = () =>
    Promise.all(
      days.flatMap((times) => [
        workshop.bookings({ space: 1, ...times }),
        workshop.bookings({ resource: 2, ...times }),
      ]),
    )
  const isAsked = async (work: () => Promise<unknown>) => {
    const before = await read()
    await work()
    const after = await read()
    return before.map((one, index) => one !== after[index])
  }

  test('frees its old times and takes its new ones, and no others', async () => {
    const moving = () => workshop.changeBooking(5, 7, { ...change, lockVersion: 1 })
    expect(await isAsked(moving)).toEqual([true, true, false, false, true, true])
  })
})

test('a day of all spaces is put together from one key per space', async () => {
  const all = await workshop.bookings({ ...day, state: '' })
  expect(all.map(({ id }) => id)).toEqual([1, 2])
  expect(calls).toEqual(['spaces', 'bookings space 1', 'bookings space 2'])
  await workshop.bookings(day)
  await workshop.bookings({ space: 2, ...day })
  expect(calls).toHaveLength(3)
})

test.each<[string, Parameters<WorkshopSystem['bookings']>[0]]>([
  ['everything', {}],
  ['a state', { member: 7, state: 'confirmed' }],
  ['a member in a range', { member: 7, ...day }],
  ['a member on a machine', { member: 7, resource: 2 }],
  ['a machine without range', { resource: 2 }],
  ['a machine in half a range', { resource: 2, fromDateTime: '2026-12-02T00:00' }],
  ['two days of all spaces', { ...day, untilDateTime: '2026-12-04T00:00' }],
])('%s fits no key and is asked every time', async (_, query) => {
  await workshop.bookings(query)
  await workshop.bookings(query)
  expect(calls).toHaveLength(2)
})

test('trained equipment of a day is asked every time, and never taken for that of today', async () => {
  await workshop.trainedEquipment(7, {})
  for (const day of ['2026-12-02', '2026-12-02', '2026-12-03']) await workshop.trainedEquipment(7, { day })
  expect(calls).toHaveLength(4)
})

test('members and what is theirs are never kept', async () => {
  for (let round = 0; round < 2; round++) {
    await workshop.member(7)
    await workshop.members({ email: 'a@example.org' })
    await workshop.credits(7)
    await workshop.creditUses(7, 1)
    await workshop.packages(7)
    await workshop.trainings(7)
  }
  expect(calls).toHaveLength(12)
})

test('an unknown id is not kept', async () => {
  expect(await workshop.equipmentItem(404)).toBeNull()
  await workshop.equipmentItem(404)
  expect(calls).toHaveLength(2)
})

/**
 * A workshop system that records its calls and reports its changes; every answer is a new object. A method that is not
 * stated here answers an empty list.
 */
function recording({ changed }: ReportsChanges): WorkshopSystem {
  const answer = <T>(call: string, value: unknown): Promise<T> => {
    calls.push(call)
    return Promise.resolve(structuredClone(value) as T)
  }
  const booking = { ...asked, id: 5, lockVersion: 1 } as unknown as Booking
  const plain = Object.keys(connectorApi).map((name) => [name, () => answer(name, [])])
  const stated: Partial<WorkshopSystem> = {
    spaces: () => answer('spaces', [{ id: 1 }, { id: 2 }]),
    space: (id) => answer(`space ${id}`, { id }),
    equipmentItem: (id) => answer(`equipment ${id}`, id === 404 ? null : { id, space: 1 }),
    trainedEquipment: () => answer('trained', [2]),
    bookings: ({ space, member }) =>
      answer(`bookings${space ? ` space ${space}` : ''}`, [{ ...booking, id: member ? 5 : (space ?? 1) }]),
    async createBooking() {
      await changed?.([booked])
      return answer('create', booking)
    },
    async cancelBooking() {
      await changed?.([booked])
      return answer('cancel', booking)
    },
    async changeBooking(_, __, { lockVersion: ___, ...times }) {
      await changed?.([booked, { ...booked, ...times }])
      return answer('change', { ...booking, ...times })
    },
    grant: (key) => answer('grant', { key, member: 1, packages: [], credits: [], trainings: [] }),
  }
  return { ...Object.fromEntries(plain), ...stated } as WorkshopSystem
}
