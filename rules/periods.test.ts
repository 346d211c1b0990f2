import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, periodAfter, periodOf } from './periods.ts'
import { addDays } from './time.ts'

test.each([
  ['2026-11-23', 0, '2026-11-23', '2026-12-22'],
  ['2026-01-31', 0, '2026-01-31', '2026-02-27'],
  ['2026-01-31', 1, '2026-02-28', '2026-03-30'],
  ['2026-01-31', 2, '2026-03-31', '2026-04-29'],
  ['2028-01-30', 1, '2028-02-29', '2028-03-29'],
  ['2026-12-01', 0, '2026-12-01', '2026-12-31'],
])('month %s + %i', (anchor, index, fromDate, untilDate) => {
  expect(periodOf(anchor, 'month', index)).toEqual({ fromDate, untilDate })
})

test('a year from a leap day', () => {
  expect(periodOf('2028-02-29', 'year', 0)).toEqual({ fromDate: '2028-02-29', untilDate: '2029-02-27' })
  expect(periodOf('2028-02-29', 'year', 4).fromDate).toBe('2032-02-29')
})

test.each([
  ['2026-01-31', '2026-02-27', '2026-02-28', '2026-03-30'],
  ['2026-11-23', '2026-12-22', '2026-12-23', '2027-01-22'],
  // Days were appended: the anchor is the day after them.
  ['2027-02-10', '2027-02-09', '2027-02-10', '2027-03-09'],
])('the period after: anchor %s, last day %s', (anchor, lastDay, fromDate, untilDate) => {
  expect(periodAfter(anchor, 'month', lastDay)).toEqual({ fromDate, untilDate })
})

const anchors = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

test('periods have no gap and no overlap, and twelve months are a year', () => {
  fc.assert(
    fc.property(anchors, fc.integer({ min: 0, max: 60 }), (anchor, index) => {
      const [one, next] = [periodOf(anchor, 'month', index), periodOf(anchor, 'month', index + 1)]
      expect(one.fromDate <= one.untilDate).toBe(true)
      expect(addDays(one.untilDate, 1)).toBe(next.fromDate)
      expect(periodOf(anchor, 'month', 12).fromDate).toBe(periodOf(anchor, 'year', 1).fromDate)
      expect(addMonths(anchor, 0)).toBe(anchor)
    }),
  )
})

test('each period is followed by the next one', () => {
  fc.assert(
    fc.property(anchors, fc.integer({ min: 0, max: 60 }), (anchor, index) => {
      const { untilDate } = periodOf(anchor, 'month', index)
      expect(periodAfter(anchor, 'month', untilDate)).toEqual(periodOf(anchor, 'month', index + 1))
    }),
  )
})
