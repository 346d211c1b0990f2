import { expect, test } from 'vitest'
import { aBooking, aMachine, aSpace, now } from '../booking/booking.fixture.ts'
import { weekView } from '../booking/week.server.ts'
import '../i18n/message-files.server.ts'
import { liveDays } from './live-days.ts'

const bookings = [
  aBooking('2026-11-23T10:00', '2026-11-23T12:00'),
  aBooking('2026-11-23T12:00', '2026-11-23T12:30', { id: 22 }),
  aBooking('2026-11-24T09:00', '2026-11-24T18:00', { id: 23 }),
]

function daysOf(change: { space?: object; equipment?: object } = {}, locale: 'de' | 'en' = 'de') {
  const space = aSpace(change.space)
  const equipment = aMachine(change.equipment)
  const week = weekView({ day: '2026-11-21', space, equipment, bookings, memberId: null, now })
  return liveDays(week, locale)
}

const wordsOf = (days: ReturnType<typeof daysOf>) =>
  days.map(({ state, words }) => `${state}: ${words.replaceAll('\u2060', '')}`)

test('says in words what is free on each day, from now on', () => {
  // Now is Saturday, 11:00.
  expect(wordsOf(daysOf())).toEqual([
    'free: 11:00–18:00\u00a0Uhr frei',
    'closed: geschlossen',
    'free: 9:00–10:00, 12:30–18:00\u00a0Uhr frei',
    'full: nichts mehr frei',
    'free: 9:00–18:00\u00a0Uhr frei',
    'free: 9:00–18:00\u00a0Uhr frei',
    'free: 9:00–18:00\u00a0Uhr frei',
  ])
  expect(wordsOf(daysOf({}, 'en'))[2]).toBe('free: 9:00–10:00, 12:30–18:00 free')
})

test('draws free time as dimension lines and neighbouring bookings as one part', () => {
  const [, , monday] = daysOf()
  expect(monday?.id).toBe('2026-11-23')
  expect(monday?.free.match(/M\d+ 18H\d+/g)).toEqual(['M540 18H600', 'M750 18H1080'])
  expect(monday?.taken).toBe('M600 5H750V31H600z')
})

test('a line ends at midnight where the space never closes', () => {
  const [, sunday] = daysOf({ space: { bookingOpeningHours: 'always' } })
  expect(sunday).toMatchObject({ words: '0:00–\u206024:00\u00a0Uhr frei', taken: '' })
  expect(sunday?.free).toContain('M0 18H1440')
})

test('days after the last one that can be booked today are not bookable yet, taken or not', () => {
  const days = daysOf({ space: { bookingWindowMaxDays: 2 } })
  // Monday is the last one.
  expect(wordsOf(days).slice(2)).toEqual([
    'free: 9:00–10:00, 12:30–18:00\u00a0Uhr frei',
    ...Array(4).fill('later: noch nicht buchbar'),
  ])
  expect(days[3]?.taken, 'the booking of Tuesday').not.toBe('')
  expect(wordsOf(daysOf({ space: { bookingWindowMaxDays: 2 } }, 'en')).at(-1)).toBe('later: not bookable yet')
})

test('equipment that is out of order is not free', () => {
  const days = daysOf({ equipment: { state: 'locked' } })
  expect(new Set(days.map(({ words, free }) => words + free))).toEqual(new Set(['gerade nicht buchbar']))
})
