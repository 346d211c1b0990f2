import { expect, test } from 'vitest'
import { exists, minutesBetween, wallClockAt, weekday, weekOf } from './wall-clock.ts'

const [berlin, auckland] = ['Europe/Berlin', 'Pacific/Auckland']

test.each([
  ['2026-12-01T08:00:00Z', berlin, '2026-12-01T09:00'],
  ['2026-10-25T00:30:00Z', berlin, '2026-10-25T02:30'],
  ['2026-10-25T01:30:00Z', berlin, '2026-10-25T02:30'],
  ['2026-12-31T23:59:59Z', auckland, '2027-01-01T12:59'],
])('at %s the clock in %s shows %s', (instant, zone, local) => {
  expect(wallClockAt(Date.parse(instant), zone)).toBe(local)
})

test.each([
  ['2026-12-01T09:00', true],
  ['2026-10-25T02:30', true],
  ['2027-03-28T02:30', false],
  ['2026-02-30T10:00', false],
  ['2026-13-01T10:00', false],
])('%s exists: %s', (local, isThere) => expect(exists(local, berlin)).toBe(isThere))

test.each([
  ['2026-12-01T22:00', '2026-12-02T01:00', 180],
  ['2026-10-25T01:00', '2026-10-25T04:00', 240],
  ['2026-10-25T02:30', '2026-10-25T03:00', 90],
  ['2027-03-28T01:00', '2027-03-28T04:00', 120],
])('from %s to %s pass %i minutes', (from, until, minutes) => {
  expect(minutesBetween(from, until, berlin)).toBe(minutes)
})

test('a week begins on Monday', () => {
  expect([weekday('2027-01-03'), weekOf('2027-01-03'), weekOf('2027-01-04')]).toEqual([
    7,
    '2026-12-28',
    '2027-01-04',
  ])
})
