import { describe, expect, test } from 'vitest'
import type { WeekView } from '../../contracts/live.ts'
import { timesOfDay } from './booking-request.ts'
import { blockedSlot, errorsOf, readWish, timeFace } from './booking-request.ts'

function form(day: string, from: string, until: string): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries({ machine: '1', day, from, until })) data.set(name, value)
  return data
}

describe('what the form asks for', () => {
  test.each([
    ['2026-11-24', '18:00', '19:00', '2026-11-24T18:00', '2026-11-24T19:00', {}],
    ['2026-12-31', '23:00', '24:00', '2026-12-31T23:00', '2027-01-01T00:00', {}],
    ['2027-03-27', '23:30', '24:00', '2027-03-27T23:30', '2027-03-28T00:00', {}],
    [
      '2026-11-24',
      '18:00',
      '18:00',
      '2026-11-24T18:00',
      '2026-11-24T18:00',
      { until: 'booking_error_until' },
    ],
    [
      '2026-11-24',
      '18:00',
      '09:00',
      '2026-11-24T18:00',
      '2026-11-24T09:00',
      { until: 'booking_error_until' },
    ],
    ['', '18:00', '19:00', 'T18:00', 'T19:00', { day: 'booking_error_day' }],
    ['', '18:00', '24:00', 'T18:00', 'T24:00', { day: 'booking_error_day' }],
    // Nothing is chosen before somebody chooses.
    [
      '2026-11-24',
      '',
      '',
      '2026-11-24T',
      '2026-11-24T',
      { from: 'booking_error_from', until: 'booking_error_until_missing' },
    ],
    ['2026-11-24', '18:00', '', '2026-11-24T18:00', '2026-11-24T', { until: 'booking_error_until_missing' }],
    ['2026-11-24', '', '24:00', '2026-11-24T', '2026-11-25T00:00', { from: 'booking_error_from' }],
  ])('%j, %s to %s', (day, from, until, fromDateTime, untilDateTime, errors) => {
    const wish = readWish(form(day, from, until))
    expect(wish).toEqual({ equipmentId: 1, fromDateTime, untilDateTime })
    expect(errorsOf(wish)).toEqual(errors)
  })
})

test.each([
  ['2026-11-24T18:00', 'until', '18:00'],
  ['2026-11-25T00:00', 'until', '24:00'],
  ['2026-11-25T00:00', 'from', '00:00'],
] as const)('%s as %s is %s', (local, name, face) => {
  expect(timeFace(local, name)).toBe(face)
})

test('the first slot that is not free is in the way of a time', () => {
  const states = ['free', 'taken', 'free'] as const
  const slots = states.map((state, index) => ({
    from: `2026-11-24T1${index}:00`,
    until: `2026-11-24T1${index + 1}:00`,
    state,
    codes: [],
    repeated: false,
  }))
  const week = { days: [{ day: '2026-11-24', slots }] } as unknown as WeekView
  const blocked = (from: string, until: string) =>
    blockedSlot(week, readWish(form('2026-11-24', from, until)))
  expect(blocked('10:00', '11:00')).toBeNull()
  expect(blocked('10:00', '13:00')).toBe(slots[1])
  expect(blocked('12:00', '13:00')).toBeNull()
})

test('times of the lists: all of the week once, in order, without the repeated hour', () => {
  const slot = (from: string, until: string, repeated = false) => ({
    from: `2026-11-24T${from}`,
    until: until === '24:00' ? '2026-11-25T00:00' : `2026-11-24T${until}`,
    state: 'free' as const,
    codes: [],
    repeated,
  })
  const days = [
    { day: 'a', slots: [slot('09:30', '10:00'), slot('23:30', '24:00')] },
    { day: 'b', slots: [slot('09:00', '09:30'), slot('09:30', '10:00'), slot('02:00', '02:30', true)] },
  ]
  expect(timesOfDay({ days } as unknown as WeekView)).toEqual({
    starts: ['09:00', '09:30', '23:30'],
    ends: ['09:30', '10:00', '24:00'],
  })
})
