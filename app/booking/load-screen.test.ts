import { describe, expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { instantOf } from '../../rules/time.ts'
import { aMachine, aSpace, now } from './booking.fixture.ts'
import { loadScreen } from './load-screen.ts'

const failing = (failure: Error) => {
  const fail = () => Promise.reject(failure)
  const connectorWithAge = () => ({ spaces: fail, equipment: fail })
  const services = { connectorWithAge, content: {}, log: {}, now: () => now }
  return loadScreen(services as unknown as Parameters<typeof loadScreen>[0], 'de', {})
}

test('a connector that does not answer leaves the page standing, and says so', async () => {
  expect(await failing(new StoreError(503, null))).toEqual({
    machines: [],
    week: null,
    day: '2026-11-21',
    machine: 0,
    wish: null,
    moves: null,
    isAway: true,
    asOf: null,
  })
})

test('another failure is a failure', async () => {
  await expect(failing(new StoreError(500, null))).rejects.toThrow('Fehler: 500')
  await expect(failing(new TypeError('bug'))).rejects.toThrow('bug')
})

test('what is not from now says from when it is', async () => {
  const connector = {
    spaces: async () => [aSpace()],
    equipment: async () => [aMachine()],
    equipmentItem: async () => aMachine(),
    space: async () => aSpace(),
    bookings: async () => [],
  }
  const screen = (ages: number[]) => {
    const connectorWithAge = (onKept: (age: number) => void) => ({
      ...connector,
      bookings: async () => {
        for (const age of ages) onKept(age)
        return []
      },
    })
    const content = { storiesOfType: async () => [] }
    const services = { connectorWithAge, content, log: {}, now: () => now }
    return loadScreen(services as unknown as Parameters<typeof loadScreen>[0], 'de', {})
  }
  expect(await screen([90, 30])).toMatchObject({ asOf: '2026-11-21T09:58:30.000Z', isAway: false })
  expect(await screen([])).toMatchObject({ asOf: null, machine: 1 })
})

describe('a machine that cannot be booked', () => {
  const locked = aMachine({ id: 2, name: 'Stickmaschine', canBeBooked: false, state: 'locked' })
  const show = (machine?: number) => {
    const connector = {
      spaces: async () => [aSpace()],
      equipment: async () => [aMachine(), locked],
      equipmentItem: async (id: number) => (id === 2 ? locked : aMachine()),
      space: async () => aSpace(),
      bookings: async () => [],
    }
    const content = { storiesOfType: async () => [] }
    const services = { connectorWithAge: () => connector, content, log: {}, now: () => now }
    return loadScreen(services as unknown as Parameters<typeof loadScreen>[0], 'de', { machine })
  }

  test('is not offered', async () => {
    const { machines, machine } = await show()
    expect([machines.map(({ id }) => id), machine]).toEqual([[1], 1])
  })

  test('is shown, and no other, to those who ask for it', async () => {
    const { machines, machine, week } = await show(2)
    expect([machines.map(({ id, isBookable }) => [id, isBookable]), machine, week?.resource]).toEqual([
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
  const show = async (local: string, { query = {}, space = {} } = {}) => {
    const connector = {
      spaces: async () => [aSpace(space)],
      equipment: async () => [aMachine()],
      equipmentItem: async () => aMachine(),
      space: async () => aSpace(space),
      bookings: async () => [],
    }
    const content = { storiesOfType: async () => [] }
    const at = instantOf(local, 'Europe/Berlin')
    const services = { connectorWithAge: () => connector, content, log: {}, now: () => at }
    const screen = await loadScreen(services as unknown as Parameters<typeof loadScreen>[0], 'de', query)
    return [screen.day, screen.week?.days[0]?.day]
  }

  test.each([
    ['before it opens', '2026-11-20T07:00', '2026-11-20', '2026-11-16'],
    ['in the afternoon', '2026-11-20T17:00', '2026-11-20', '2026-11-16'],
    ['in the evening it is tomorrow', '2026-11-20T18:00', '2026-11-21', '2026-11-16'],
    [
      'on the evening before a closed day it is the next week',
      '2026-11-21T18:00',
      '2026-11-23',
      '2026-11-23',
    ],
    ['on a closed day, too', '2026-11-22T12:00', '2026-11-23', '2026-11-23'],
  ])('%s', async (_, local, day, monday) => expect(await show(local)).toEqual([day, monday]))

  test('where nothing comes it is today', async () => {
    const space = { bookingWindowMaxDays: 0 }
    expect(await show('2026-11-21T18:00', { space })).toEqual(['2026-11-21', '2026-11-16'])
  })

  test('a day that is asked for is shown, over or not', async () => {
    expect(await show('2026-11-20T18:00', { query: { day: '2026-11-20' } })).toEqual([
      '2026-11-20',
      '2026-11-16',
    ])
  })
})
