import { expect, test } from 'vitest'
import { aSpace, now } from './booking.fixture.ts'
import { startTimes, timeChoice } from './time-choice.server.ts'

const today = '2026-11-21'

test.each([
  ['nothing asked, before the evening', {}, now, { day: today, from: '18:00', minutes: 120 }],
  ['nothing asked, after it', {}, new Date('2026-11-21T17:30:00Z'), { day: '2026-11-22', from: '18:00' }],
  ['a time that is over today', { from: '09:00' }, now, { day: '2026-11-22', from: '09:00' }],
  ['a day', { day: '2026-12-01' }, now, { day: '2026-12-01', from: '18:00' }],
  ['all of it', { day: '2026-12-01', from: '10:00', minutes: 30 }, now, { day: '2026-12-01', minutes: 30 }],
])('%s', (_, asked, at, chosen) => {
  expect(timeChoice(asked, aSpace(), at)).toMatchObject({ ...chosen, today })
})

test('a booking begins on the grid within the hours of the week', () => {
  const times = startTimes(aSpace())
  expect([times[0], times.at(-1), times.length]).toEqual(['09:00', '17:30', 18])
})

test('it begins at any time of the day where opening hours do not count, and without a space', () => {
  expect(startTimes(aSpace({ bookingOpeningHours: null }))).toHaveLength(48)
  expect(startTimes(aSpace({ bookingSlotsPerHour: 1, bookingOpeningHours: 'outside' }))).toHaveLength(24)
  expect(startTimes(undefined)).toHaveLength(48)
})
