import { expect, test } from 'vitest'
import { bookableSpan, openingSpan } from './opening-hours.ts'

const hours = (fromTime: string | null, untilTime: string | null, dayOfWeek = 1) => ({
  dayOfWeek,
  fromTime,
  untilTime,
})

test.each([
  ['no hours at all', [], 0, 1440],
  ['days that are closed', [hours(null, null)], 0, 1440],
  [
    'the earliest and the latest of the week',
    [hours('09:00', '18:00'), hours('10:00', '22:30', 6)],
    540,
    1350,
  ],
  ['until midnight, said as 00:00', [hours('08:00', '00:00')], 480, 1440],
  ['until midnight, said as 24:00', [hours('08:00', '24:00')], 480, 1440],
])('from the first opening to the last closing: %s', (_, given, opens, closes) => {
  expect(openingSpan(given)).toEqual({ opens, closes })
})

test.each([
  ['during', { opens: 540, closes: 1080 }],
  ['outside', { opens: 0, closes: 1440 }],
  [null, { opens: 0, closes: 1440 }],
] as const)('a space that can be booked %s its opening hours', (bookingOpeningHours, span) => {
  const space = { bookingOpeningHours, _embedded: { openingHours: [hours('09:00', '18:00')], holidays: [] } }
  expect(bookableSpan(space)).toEqual(span)
})
