import { expect, test } from 'vitest'
import type { DayView } from '../../../contracts/live.ts'
import { aBooking, aMachine, canary } from '../../booking/booking.fixture.ts'
import { dataRequest } from './data.fixture.ts'
import { loader } from './data.ts'

const connector = {
  equipmentItem: async (id: number) => (id > 6 ? null : aMachine({ id, visibleForMembers: id !== 2 })),
}

async function ask(path: string, given: Parameters<typeof dataRequest>[1] = {}) {
  const { args, asked } = dataRequest(path, { connector, ...given })
  const answer = await loader(args)
  return { answer, asked, text: await answer.text() }
}

const stateAt = (view: DayView, column: number, time: string) =>
  view.columns[column]?.slots.find(({ from }) => from === `2026-11-25T${time}`)?.state

test('one day of each machine, as in its week; hidden and unknown ones are left out', async () => {
  const { text, asked } = await ask('/data/day?resources=3,1,2,9,3&day=2026-11-25', {
    bookings: [aBooking('2026-11-25T10:00', '2026-11-25T11:00')],
  })
  const view = JSON.parse(text) as DayView
  expect(view).toMatchObject({
    day: '2026-11-25',
    today: '2026-11-21',
    zone: 'Europe/Berlin',
    previous: null,
  })
  expect(view.days.map(({ day }) => day.slice(8))).toEqual(['21', '22', '23', '24', '25', '26', '27'])
  expect(view.columns.map(({ resource }) => resource)).toEqual([3, 1])
  expect([0, 1].map((column) => stateAt(view, column, '10:30'))).toEqual(['free', 'taken'])
  expect(new Set(view.columns.flatMap(({ slots }) => slots.map(({ from }) => from.slice(0, 10))))).toEqual(
    new Set(['2026-11-25']),
  )
  // The week of each, which is cached and judged once per change.
  const week = { fromDateTime: '2026-11-21T00:00', untilDateTime: '2026-11-28T00:00' }
  expect(asked).toEqual([
    { resource: 3, ...week },
    { resource: 1, ...week },
  ])
})

test('a member sees the own booking; nothing of others goes out to a visitor', async () => {
  const path = '/data/day?resources=1,3&day=2026-11-25'
  const bookings = [aBooking('2026-11-25T10:00', '2026-11-25T11:00')]
  const own = await ask(path, { bookings, caller: { memberId: 7 } })
  expect(stateAt(JSON.parse(own.text) as DayView, 0, '10:30')).toBe('own')
  expect((await ask(path, { bookings })).text).not.toContain(canary)
})

test('the bookings of a member are read once for all machines', async () => {
  const read: number[] = []
  const given = {
    ...connector,
    bookingsOfMember: async (memberId: number) => {
      read.push(memberId)
      return [aBooking('2026-11-25T10:00', '2026-11-25T11:00')]
    },
  }
  const path = '/data/day?resources=1,3,4,5,6&day=2026-11-25'
  const { text } = await ask(path, { connector: given, caller: { memberId: 7 } })
  expect([stateAt(JSON.parse(text) as DayView, 0, '10:30'), read]).toEqual(['own', [7]])
  await ask(path, { connector: given })
  expect(read).toEqual([7])
})

test('a day within a year of today is read', async () => {
  for (const day of ['2025-11-21', '2027-11-21'])
    expect((await ask(`/data/day?resources=1&day=${day}`)).answer.status).toBe(200)
})

test('404 where no machine is left', async () => {
  expect((await ask('/data/day?resources=2,9&day=2026-11-25')).answer.status).toBe(404)
})

test.each([
  ['resources', '/data/day?day=2026-11-25'],
  ['resources', '/data/day?resources=1,x&day=2026-11-25'],
  ['resources', '/data/day?resources=0&day=2026-11-25'],
  ['resources', '/data/day?resources=1,2,3,4,5,6,7&day=2026-11-25'],
  ['day', '/data/day?resources=1'],
  ['day', '/data/day?resources=1&day=2025-11-19'],
  ['day', '/data/day?resources=1&day=2027-11-24'],
  ['day', '/data/day?resources=1&day=2199-01-01'],
])('bad %s is 400 and named, and asks for no bookings: %s', async (field, path) => {
  const { answer, text, asked } = await ask(path)
  expect(answer.status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ errors: [expect.objectContaining({ field })] })
  expect(asked).toEqual([])
})
