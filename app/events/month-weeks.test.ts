import { expect, test } from 'vitest'
import { addMonths, monthWeeks } from './events-month.tsx'

test.each([
  ['2026-11', 6, 6, '2026-11-01'],
  ['2027-02', 4, 0, '2027-02-01'],
  ['2026-12', 5, 1, '2026-12-01'],
  ['2028-02', 5, 1, '2028-02-01'],
  ['2027-03', 5, 0, '2027-03-01'],
])('%s has %i weeks and begins on place %i', (month, weeks, place, first) => {
  const grid = monthWeeks(month)
  expect(grid).toHaveLength(weeks)
  expect(grid.every((week) => week.length === 7)).toBe(true)
  expect(grid[0]?.indexOf(first)).toBe(place)
  const days = grid.flat().filter((day) => day !== null)
  expect(days).toEqual(days.toSorted())
  expect(days).toHaveLength(
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate(),
  )
})

test('months are counted over the end of the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2027-01', -1), addMonths('2026-11', 14)]).toEqual([
    '2027-01',
    '2026-12',
    '2028-01',
  ])
})
