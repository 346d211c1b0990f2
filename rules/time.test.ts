import fc from 'fast-check'
import * as Instants from 'temporal-polyfill/fns/Instant'
import * as WallClocks from 'temporal-polyfill/fns/PlainDateTime'
import * as Zoned from 'temporal-polyfill/fns/ZonedDateTime'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayStart,
  instantOf,
  minuteOfDay,
  minutesBetween,
  slotsOfDay,
  toInstant,
  toLocal,
  weekday,
  withOffset,
} from './time.ts'

const berlin = 'Europe/Berlin'

test.each([
  ['2026-12-01T14:00', berlin, '2026-12-01T13:00Z'],
  ['2026-10-25T01:30', berlin, '2026-10-24T23:30Z'],
  // The autumn hour is the first of the two (PostgreSQL would say 01:30Z).
  ['2026-10-25T02:30', berlin, '2026-10-25T00:30Z'],
  ['2026-10-25T03:00', berlin, '2026-10-25T02:00Z'],
  ['2027-10-31T02:00', berlin, '2027-10-31T00:00Z'],
  ['2027-03-28T01:59', berlin, '2027-03-28T00:59Z'],
  ['2027-03-28T02:00', berlin, null],
  ['2027-03-28T02:59', berlin, null],
  ['2027-03-28T03:00', berlin, '2027-03-28T01:00Z'],
  ['2026-12-31T24:00', berlin, '2026-12-31T23:00Z'],
  ['2026-12-01T16:00', 'Asia/Kolkata', '2026-12-01T10:30Z'],
  ['2026-12-01T16:00', 'America/New_York', '2026-12-01T21:00Z'],
])('toInstant %s %s', (local, zone, instant) => {
  expect(toInstant(local, zone)).toEqual(instant === null ? null : new Date(instant))
})

test.each([
  ['2026-10-25T00:30Z', '2026-10-25T02:30'],
  ['2026-10-25T01:30Z', '2026-10-25T02:30'],
  ['2027-03-28T00:59:59.999Z', '2027-03-28T01:59'],
  ['2027-03-28T01:00Z', '2027-03-28T03:00'],
])('toLocal %s', (instant, local) => {
  expect(toLocal(new Date(instant), berlin)).toBe(local)
})

test.each([
  ['2026-12-01T18:00', berlin, '2026-12-01T18:00+01:00'],
  ['2027-06-01T18:00', berlin, '2027-06-01T18:00+02:00'],
  ['2026-10-25T02:30', berlin, '2026-10-25T02:30+02:00'],
  ['2027-03-28T02:30', berlin, '2027-03-28T03:30+02:00'],
  ['2026-12-31T24:00', berlin, '2027-01-01T00:00+01:00'],
  ['2026-12-01T16:00', 'Asia/Kolkata', '2026-12-01T16:00+05:30'],
  ['2026-12-01T16:00', 'America/New_York', '2026-12-01T16:00-05:00'],
])('withOffset %s %s', (local, zone, written) => {
  expect(withOffset(local, zone)).toBe(written)
})

describe('by a sum or by the calendar', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Pacific/Auckland',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  ]
  // Skipped a day in 2011; set back for a month each year; half a century of whims; two hours of summer.
  const odd = ['Pacific/Apia', 'Africa/Casablanca', 'America/Caracas', 'Antarctica/Troll', 'UTC']
  const zone = fc.constantFrom(...zones, ...odd)
  /** Half the times near one at which some clock is set. */
  const near = [
    '2026-10-25T01:00Z',
    '2027-03-28T01:00Z',
    '2027-03-14T07:00Z',
    '2011-12-30T10:00Z',
    '2027-04-04T15:00Z',
  ]
  const minute = fc.oneof(
    fc.integer({ min: Date.UTC(1905, 0) / 60_000, max: Date.UTC(2150, 0) / 60_000 }),
    fc
      .tuple(fc.constantFrom(...near), fc.integer({ min: -3000, max: 3000 }))
      .map(([at, minutes]) => Date.parse(at) / 60_000 + minutes),
  )
  const calendarOf = (at: number, in_: string) =>
    Zoned.toPlainDateTime(Instants.toZonedDateTimeISO(Instants.fromEpochMilliseconds(at), in_))

  test('toLocal says the same', () => {
    fc.assert(
      fc.property(minute, zone, (at, in_) => {
        const expected = WallClocks.toBasicString(calendarOf(at * 60_000, in_)).slice(0, 16)
        expect(toLocal(new Date(at * 60_000), in_)).toBe(expected)
      }),
      { numRuns: 3000 },
    )
  })

  test('toInstant and instantOf say the same', () => {
    fc.assert(
      fc.property(minute, zone, (at, in_) => {
        const local = new Date(at * 60_000).toISOString().slice(0, 16)
        const [day, time] = [
          local.slice(0, 10).split('-').map(Number),
          local.slice(11).split(':').map(Number),
        ]
        const asked = WallClocks.create(...([...day, ...time] as [number, number, number, number, number]))
        const found = WallClocks.toZonedDateTime(asked, in_)
        expect(instantOf(local, in_).getTime()).toBe(found.epochMilliseconds)
        const isThere = WallClocks.equals(Zoned.toPlainDateTime(found), asked)
        expect(toInstant(local, in_)?.getTime() ?? null).toBe(isThere ? found.epochMilliseconds : null)
      }),
      { numRuns: 3000 },
    )
  })

  test.each(['2026-02-30T10:00', '2026-02-30T24:00', '2026-13-01T10:00'])('%s is no time', (local) => {
    expect(() => toInstant(local, berlin)).toThrow(RangeError)
  })
})

test('a stored time that spring leaves out moves forward by the gap', () => {
  expect(instantOf('2027-03-28T02:30', berlin)).toEqual(new Date('2027-03-28T01:30Z'))
})

test.each([
  ['2026-12-02', 48, 1440, 0],
  ['2027-03-28', 46, 1380, 0],
  ['2026-10-25', 50, 1500, 2],
  ['2027-10-31', 50, 1500, 2],
])('%s has %i half-hour rows', (day, rows, minutes, repeated) => {
  const slots = slotsOfDay(day, berlin, 30)
  expect(slots).toHaveLength(rows)
  expect(minutesBetween(dayStart(day, berlin), dayStart(addDays(day, 1), berlin))).toBe(minutes)
  expect(slots.filter((slot) => slot.repeated)).toHaveLength(repeated)
  expect(slots[0]?.from).toBe(`${day}T00:00`)
  expect(slots.at(-1)?.until).toBe(`${addDays(day, 1)}T00:00`)
})

test('the rows of the autumn night', () => {
  const rows = slotsOfDay('2027-10-31', berlin, 30).slice(3, 9)
  expect(rows.map((row) => `${row.from.slice(11)}${row.repeated ? ' again' : ''}`)).toEqual([
    '01:30',
    '02:00',
    '02:30',
    '02:00 again',
    '02:30 again',
    '03:00',
  ])
})

test.each([
  ['2026-12-31', 4],
  ['2027-01-03', 7],
  ['2027-01-04', 1],
  ['2027-03-28', 7],
])('%s is weekday %i', (day, dayOfWeek) => expect(weekday(day)).toBe(dayOfWeek))

test('days roll over months and years, also backwards', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

test.each([
  ['09:30', 570],
  ['2026-12-01T00:00', 0],
  ['24:00', 1440],
])('minuteOfDay %s', (time, minutes) => {
  expect(minuteOfDay(time)).toBe(minutes)
})

test('an unknown zone is a bug, not a time', () => {
  expect(() => toInstant('2026-12-01T14:00', 'Mars/Base')).toThrow(RangeError)
})
