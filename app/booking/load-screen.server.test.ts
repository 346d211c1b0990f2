import { describe, expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { instantOf } from '../../rules/time.ts'
import type { Booking } from '../../contracts/booking.ts'
import { aBooking, aMachine, aSpace, now } from './booking.fixture.ts'
import { loadScreen } from './load-screen.server.ts'

const log = { warn: () => {} }

const failing = (failure: Error) => {
  const fail = () => Promise.reject(failure)
  const connectorWithAge = () => ({ spaces: fail, equipment: fail, trainingCourses: fail })
  const labels = async () => ({ 'machine-types': {} })
  const services = {
    connectorWithAge,
    config: {},
    content: {},
    backend: { courses: fail, instructions: fail },
    labels,
    log,
    now: () => now,
  }
  return loadScreen(services as unknown as Parameters<typeof loadScreen>[0], 'de', {})
}

test('shows the page without the connector and says so', async () => {
  expect(await failing(new StoreError(503, null))).toEqual({
    equipment: [],
    week: null,
    day: '2026-11-21',
    equipmentId: 0,
    wish: null,
    isUnknown: false,
    moves: null,
    began: 'bookings',
    isAway: true,
    asOf: null,
  })
})

test('throws other failures', async () => {
  await expect(failing(new StoreError(500, null))).rejects.toThrow('Fehler: 500')
  await expect(failing(new TypeError('bug'))).rejects.toThrow('bug')
})

/** The screen of a workshop; `ages` = how old its bookings are, in seconds. */
function screenOf({
  query = {},
  space = {},
  equipment = [aMachine()],
  at = now,
  ages = [] as number[],
  bookings = [] as Booking[],
}) {
  const connectorWithAge = (onStale: (age: number) => void) => ({
    spaces: async () => [aSpace(space)],
    equipment: async () => equipment,
    equipmentItem: async (asked: number) => equipment.find(({ id }) => id === asked) ?? null,
    space: async () => aSpace(space),
    trainingCourses: async () => [],
    bookings: async () => {
      for (const age of ages) onStale(age)
      return bookings
    },
  })
  const content = { storiesOfType: async () => [] }
  const labels = async () => ({ 'machine-types': {} })
  const services = {
    connectorWithAge,
    config: { publicUrl: 'https://halle.example' },
    content,
    backend: { courses: async () => [], instructions: async () => [] },
    labels,
    log,
    now: () => at,
  }
  return loadScreen(services as unknown as Parameters<typeof loadScreen>[0], 'de', query)
}

test('stale data says how old it is', async () => {
  const stale = await screenOf({ ages: [90, 30] })
  expect(stale).toMatchObject({ asOf: '2026-11-21T09:58:30.000Z', isAway: false })
  expect(await screenOf({})).toMatchObject({ asOf: null, equipmentId: 1 })
})

describe('a machine that cannot be booked', () => {
  const locked = aMachine({ id: 2, name: 'Stickmaschine', canBeBooked: false, state: 'locked' })
  const show = (machine?: number) => screenOf({ query: { machine }, equipment: [aMachine(), locked] })

  test('is not offered', async () => {
    const { equipment, equipmentId } = await show()
    expect([equipment.map(({ id }) => id), equipmentId]).toEqual([[1], 1])
  })

  test('is shown alone when it is requested', async () => {
    const { equipment, equipmentId, week } = await show(2)
    expect([equipment.map(({ id, isBookable }) => [id, isBookable]), equipmentId, week?.resource]).toEqual([
      [
        [1, true],
        [2, false],
      ],
      2,
      2,
    ])
    expect(week?.days.flatMap(({ slots }) => slots).some(({ state }) => state === 'free')).toBe(false)
  })
})

describe('without a day asked for', () => {
  const show = async (local: string, given = {}) => {
    const { day, week } = await screenOf({ ...given, at: instantOf(local, 'Europe/Berlin') })
    return [day, week?.days[0]?.day]
  }

  test.each([
    ['before it opens', '2026-11-20T07:00', '2026-11-20', '2026-11-20'],
    ['in the afternoon', '2026-11-20T17:00', '2026-11-20', '2026-11-20'],
    ['in the evening it is tomorrow', '2026-11-20T18:00', '2026-11-21', '2026-11-20'],
    ['on the evening before a closed day', '2026-11-21T18:00', '2026-11-23', '2026-11-21'],
    ['on a closed day', '2026-11-22T12:00', '2026-11-23', '2026-11-22'],
  ])('%s', async (_, local, day, first) => expect(await show(local)).toEqual([day, first]))

  const day = (on: string) => aBooking(`2026-11-${on}T09:00`, `2026-11-${on}T18:00`)
  const week = ['20', '21', '23', '24', '25', '26'].map(day)
  test.each([
    ['a day that is booked throughout is left out', week.slice(0, 1), '2026-11-21', '2026-11-20'],
    ['so is a week', week, '2026-11-27', '2026-11-27'],
    [
      'two weeks without free time begin with what is booked',
      [
        ...week,
        ...['27', '28', '30'].map(day),
        ...['01', '02', '03'].map((on) => aBooking(`2026-12-${on}T09:00`, `2026-12-${on}T18:00`)),
      ],
      '2026-11-20',
      '2026-11-20',
    ],
  ])('%s', async (_, bookings, shown, first) =>
    expect(await show('2026-11-20T12:00', { bookings })).toEqual([shown, first]),
  )

  test('without a future slot it is today', async () => {
    const space = { bookingWindowMaxDays: 0 }
    expect(await show('2026-11-21T18:00', { space })).toEqual(['2026-11-21', '2026-11-21'])
  })

  test('a requested day is shown, also when it is over', async () => {
    expect(await show('2026-11-20T18:00', { query: { day: '2026-11-20' } })).toEqual([
      '2026-11-20',
      '2026-11-20',
    ])
  })
})

test('unknown equipment is named, and its chosen time is dropped', async () => {
  const times = { from: '2026-11-24T10:00', until: '2026-11-24T11:00' }
  const told = async (machine: number) => {
    const { isUnknown, equipmentId: shown, wish } = await screenOf({ query: { machine, ...times } })
    return [isUnknown, shown, wish]
  }
  expect(await told(1)).toEqual([false, 1, times])
  expect(await told(99)).toEqual([true, 1, null])
})

test.each([
  [null, null],
  [' ', null],
  ['https://halle9.example/agb', 'https://halle9.example/agb'],
])('terms of service %j are %j', async (bookingTermsOfService, terms) => {
  const { equipment } = await screenOf({ space: { bookingTermsOfService } })
  expect(equipment.map((each) => each.terms)).toEqual([terms])
})
