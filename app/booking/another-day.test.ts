import { expect, test } from 'vitest'
import { anotherDay } from './another-day.ts'
import { aMachine, aSpace, now } from './booking.fixture.ts'
import { weekView } from './week.server.ts'

const input = { day: '2026-11-25', space: aSpace(), equipment: aMachine(), bookings: [], memberId: null, now }
const week = weekView(input)
const wish = { from: '2026-11-25T10:00', until: '2026-11-25T11:00' }
const shown = {
  equipmentId: 1,
  day: '2026-11-25',
  week,
  moves: null as number | null,
  wish,
  began: 'bookings',
  title: 'kept',
}
const ask = (query: string, of = shown) => anotherDay(of, new URLSearchParams(query))

test('another day of the week keeps the screen and clears the choice', () => {
  expect(ask('machine=1&day=2026-11-27')).toEqual({ ...shown, day: '2026-11-27', wish: null })
})

test('another time of the week is chosen', () => {
  const asked = ask('machine=1&day=2026-11-26&from=2026-11-26T10:00&until=2026-11-26T11:00')
  expect(asked).toMatchObject({
    day: '2026-11-26',
    wish: { from: '2026-11-26T10:00', until: '2026-11-26T11:00' },
  })
})

test.each([
  ['another machine', 'machine=2&day=2026-11-26'],
  ['another week', 'machine=1&day=2026-11-30'],
  ['no day', 'machine=1'],
  ['no machine', 'day=2026-11-26'],
  ['a booking that moves', 'machine=1&day=2026-11-26&moves=7'],
  ['a time of another day', 'machine=1&day=2026-11-26&from=2026-11-25T10:00&until=2026-11-25T11:00'],
  ['half a time', 'machine=1&day=2026-11-26&from=2026-11-26T10:00'],
])('%s needs the server', (_, query) => expect(ask(query)).toBeNull())

test('a moving booking keeps its id', () => {
  const moving = { ...shown, moves: 7 }
  expect(ask('machine=1&day=2026-11-26&moves=7', moving)?.day).toBe('2026-11-26')
  expect(ask('machine=1&day=2026-11-26', moving)).toBeNull()
})

test('a move that began elsewhere needs the server', () => {
  const moving = { ...shown, moves: 7, began: 'profil' }
  expect(ask('machine=1&day=2026-11-26&moves=7&began=profil', moving)?.day).toBe('2026-11-26')
  expect(ask('machine=1&day=2026-11-26&moves=7', moving)).toBeNull()
})

test('without a week it needs the server', () => {
  expect(anotherDay({ ...shown, week: null }, new URLSearchParams('machine=1&day=2026-11-26'))).toBeNull()
})
