import { expect, test } from 'vitest'
import { dayPassFault } from './sign-up.ts'

const hours = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, fromTime: '08:00', untilTime: '22:00' }))
const closed = { dayOfWeek: 6, fromTime: null, untilTime: null }
const space = {
  _embedded: {
    openingHours: [...hours, closed],
    holidays: [
      { title: 'Weihnachten', fromDateTime: '2026-12-25T00:00', untilDateTime: '2026-12-26T00:00' },
      { title: 'Nachmittag', fromDateTime: '2026-11-25T12:00', untilDateTime: '2026-11-26T00:00' },
    ],
  },
}

test.each([
  ['2026-11-22', 'past'],
  ['2026-11-23', null],
  ['2026-11-25', null],
  ['2026-11-28', 'closed'],
  ['2026-11-29', 'closed'],
  ['2026-12-25', 'closed'],
  ['2027-01-22', null],
  ['2027-01-23', 'far'],
])('a day pass for %s: %s', (day, fault) =>
  expect(dayPassFault(day, { today: '2026-11-23', space })).toBe(fault),
)

test('a space without holidays', () => {
  const plain = { _embedded: { openingHours: hours } }
  expect(dayPassFault('2026-12-25', { today: '2026-11-23', space: plain })).toBeNull()
})
