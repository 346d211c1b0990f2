import { expect, test } from 'vitest'
import { dayRange } from './day-range.ts'
import { clockTime, longDay, money, shortDay } from './format.ts'

test.each([
  [
    'de',
    'Dienstag, 24.\u00a0November',
    'Dienstag, 24.\u00a0November\u00a02026',
    'Di\u00a024.11.',
    '7,50\u00a0€',
  ],
  ['en', 'Tuesday 24\u00a0November', 'Tuesday 24\u00a0November\u00a02026', 'Tue\u00a024\u00a0Nov', '€7.50'],
] as const)('%s', (locale, long, withYear, short, price) => {
  expect(longDay('2026-11-24', locale)).toBe(long)
  expect(longDay('2026-11-24T09:00', locale, true)).toBe(withYear)
  expect(shortDay('2026-11-24', locale)).toBe(short)
  expect(money('7.50', locale)).toBe(price)
})

test('a single digit', () => {
  expect(longDay('2026-09-02', 'de')).toBe('Mittwoch, 2.\u00a0September')
  expect(shortDay('2026-09-02', 'de')).toBe('Mi\u00a002.09.')
  expect(shortDay('2026-09-02', 'en')).toBe('Wed\u00a02\u00a0Sep')
})

test.each([
  ['2026-11-23', '2026-11-29', '23.–29.\u00a0November\u00a02026', '23–29\u00a0November\u00a02026'],
  [
    '2026-11-30',
    '2026-12-06',
    '30.\u00a0November – 6.\u00a0Dezember\u00a02026',
    '30\u00a0November – 6\u00a0December\u00a02026',
  ],
  [
    '2026-12-28',
    '2027-01-03',
    '28.\u00a0Dezember\u00a02026 – 3.\u00a0Januar\u00a02027',
    '28\u00a0December\u00a02026 – 3\u00a0January\u00a02027',
  ],
])('%s to %s', (from, until, german, english) => {
  expect(dayRange(from, until, 'de')).toBe(german)
  expect(dayRange(from, until, 'en')).toBe(english)
})

test('hours lose their leading zero', () => {
  expect(clockTime('2026-11-24T09:30')).toBe('9:30')
  expect(clockTime('2026-11-24T19:30')).toBe('19:30')
})
