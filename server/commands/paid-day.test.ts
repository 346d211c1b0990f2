import { expect, test } from 'vitest'
import { paidDay } from './paid-day.ts'

const clock = () => new Date('2026-11-30T22:30:00Z')

test.each([
  [undefined, undefined],
  ['2026-11-30', '2026-11-30'],
  ['2026-12-01', '2026-12-01'],
])('%s is the day %s', (given, day) => {
  expect(paidDay(given, clock)).toBe(day)
})

test.each([
  ['2026-13-01', '"2026-13-01" is no day like 2026-11-30.'],
  ['30.11.2026', '"30.11.2026" is no day like 2026-11-30.'],
  ['2031-01-01', '2031-01-01 has not come yet.'],
])('%s is refused in a sentence', (given, sentence) => {
  expect(() => paidDay(given, clock)).toThrow(sentence)
})
