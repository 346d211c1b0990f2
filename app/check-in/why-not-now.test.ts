import { expect, test } from 'vitest'
import type { OwnBooking } from '../../contracts/live.ts'
import { checkInFrom, whyNotNow } from './why-not-now.ts'

const now = '2026-11-21T11:00'

function booking(from: string, until: string, changes: Partial<OwnBooking> = {}): OwnBooking {
  return {
    id: 1,
    resource: { id: 1, name: 'Lasercutter' },
    drawing: null,
    fromDateTime: `2026-11-${from}`,
    untilDateTime: `2026-11-${until}`,
    state: 'confirmed',
    past: false,
    canBeCancelled: true,
    canBeMoved: true,
    canOnlyExtend: false,
    lockVersion: 1,
    checkedInAt: null,
    cost: null,
    ...changes,
  }
}

const kinds = (...bookings: OwnBooking[]) =>
  whyNotNow(bookings, 1, now).map(({ kind, booking: { fromDateTime } }) => [kind, fromDateTime.slice(8)])

const later = booking('21T18:00', '21T20:00')

test('names the next booking of this equipment in any order', () => {
  const afterwards = booking('22T18:00', '22T20:00')
  expect(kinds(afterwards, later)).toEqual([['next', '21T18:00']])
  expect(kinds(booking('21T18:00', '21T20:00', { resource: { id: 2, name: 'Säge' } }))).toEqual([])
  expect(kinds(booking('21T18:00', '21T20:00', { state: 'cancelled' }))).toEqual([])
})

test('names the released or unconfirmed booking of now, and the next', () => {
  const given = booking('21T10:30', '21T12:00', { state: 'cancelled' })
  expect(kinds(later, given)).toEqual([
    ['cancelled', '21T10:30'],
    ['next', '21T18:00'],
  ])
  expect(kinds(booking('21T10:30', '21T12:00', { state: 'pending' }))).toEqual([['pending', '21T10:30']])
})

test('names the last booking of today, not of yesterday', () => {
  expect(kinds(booking('21T08:00', '21T09:00'), booking('21T09:00', '21T11:00'))).toEqual([
    ['over', '21T09:00'],
  ])
  expect(kinds(booking('20T09:00', '20T11:00'))).toEqual([])
})

test.each([
  ['2026-11-21T18:00', '2026-11-21T17:45'],
  ['2026-12-01T00:10', '2026-11-30T23:55'],
])('for %s a check-in is possible from %s', (fromDateTime, from) => {
  expect(checkInFrom({ fromDateTime }, 15)).toBe(from)
})
