import { describe, expect, test } from 'vitest'
import type { BookingFilter } from '../../../contracts/booking.ts'
import type { FreeEquipment } from '../../../contracts/live.ts'
import { aBooking, aMachine, canary } from '../../booking/booking.fixture.ts'
import { dataRequest } from './data.fixture.ts'
import { loader } from './data.ts'

// It is Saturday, 21 November 2026, 11:00; the space opens 9 to 18 but on Sundays.
const monday = '/data/free?from=2026-11-23T10:00&minutes=120&locale=de'
const content = { storiesOfType: async () => [] }

async function ask(path: string, given: Parameters<typeof dataRequest>[1] = {}) {
  const { args, asked } = dataRequest(path, { services: { content }, ...given })
  const answer = await loader(args)
  return { answer, asked, machines: answer.ok ? ((await answer.json()) as FreeEquipment[]) : [] }
}

test('a machine that nobody has is free; a hidden one is not there', async () => {
  const { machines, asked } = await ask(monday)
  expect(machines).toEqual([
    {
      id: 1,
      name: 'Lasercutter',
      from: '2026-11-23T10:00',
      until: '2026-11-23T12:00',
      isFree: true,
      taken: null,
      codes: [],
      next: null,
      drawing: null,
      requiresTraining: true,
      training: { steps: [expect.objectContaining({ href: '/events' })] },
      pricePerBooking: '12.00',
      pricePerBookingSeconds: 3600,
    },
  ])
  expect(asked).toEqual([{ fromDateTime: '2026-11-23T00:00', untilDateTime: '2026-11-24T00:00' }])
})

describe('what is not free says why, and when again', () => {
  const taken = aBooking('2026-11-23T11:00', '2026-11-23T13:30')
  test.each([
    ['taken by somebody', monday, { bookings: [taken] }, 'others', ['overlap'], '2026-11-23T13:30'],
    [
      'their own',
      monday,
      { bookings: [taken], caller: { memberId: 7 } },
      'own',
      ['overlap'],
      '2026-11-23T13:30',
    ],
    ['closed', '/data/free?from=2026-11-22T10:00&minutes=60', {}, null, ['openingHours'], '2026-11-23T09:00'],
    ['past', '/data/free?from=2026-11-21T09:00&minutes=60', {}, null, ['windowMin'], '2026-11-21T11:00'],
    ['far ahead', '/data/free?from=2027-03-01T10:00&minutes=60', {}, null, ['windowMax'], null],
    [
      'off the grid',
      '/data/free?from=2026-11-23T10:10&minutes=60',
      {},
      null,
      ['slotGrid'],
      '2026-11-23T10:30',
    ],
  ])('%s', async (_, path, given, by, codes, next) => {
    const { machines } = await ask(path, given)
    expect(machines[0]).toMatchObject({ isFree: false, taken: by, codes, next })
  })
})

test('where nobody says what comes after, a taken machine has no next start, and the others are there', async () => {
  const taken = [aBooking('2026-11-23T10:00', '2026-11-23T11:00')]
  const connector = {
    equipment: async () => [aMachine(), aMachine({ id: 3, name: 'Bandsäge' })],
    bookings: async ({ resource }: BookingFilter = {}) => {
      if (resource !== undefined) throw new Error('too many questions')
      return taken
    },
  }
  const { machines } = await ask(monday, { connector })
  expect(machines).toMatchObject([
    { id: 3, isFree: true },
    { id: 1, isFree: false, taken: 'others', codes: ['overlap'], next: null },
  ])
})

test('free ones come first', async () => {
  const equipment = async () => [aMachine(), aMachine({ id: 3, name: 'Bandsäge' })]
  const { machines } = await ask(monday, {
    bookings: [aBooking('2026-11-23T10:00', '2026-11-23T11:00')],
    connector: { equipment },
  })
  expect(machines.map(({ id, isFree }) => [id, isFree])).toEqual([
    [3, true],
    [1, false],
  ])
})

test('in spring an hour of real time ends an hour later on the clock', async () => {
  const { machines } = await ask('/data/free?from=2027-03-28T01:30&minutes=60')
  expect(machines[0]?.until).toBe('2027-03-28T03:30')
})

test('nothing of others goes out', async () => {
  const { answer } = dataAnswer()
  expect(await (await answer).text()).not.toContain(canary)
})

function dataAnswer() {
  const { args } = dataRequest(monday, {
    services: { content },
    bookings: [aBooking('2026-11-23T10:00', '2026-11-23T11:00')],
  })
  return { answer: loader(args) }
}

test.each([
  ['from', '/data/free?minutes=60'],
  ['from', '/data/free?from=tomorrow&minutes=60'],
  ['from', '/data/free?from=2199-12-31T23:30&minutes=60'],
  ['minutes', '/data/free?from=2026-11-23T10:00&minutes=0'],
  ['minutes', '/data/free?from=2026-11-23T10:00&minutes=1441'],
  ['minutes', '/data/free?from=2026-11-23T10:00&minutes=1e3'],
  ['minutes', '/data/free?from=2026-11-23T10:00&minutes=60&minutes=90'],
])('bad %s is 400 and named: %s', async (field, path) => {
  const { answer } = await ask(path)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ field })]),
  })
})
