import { expect, test } from 'vitest'
import { clockTime, dayRange, longDay, money, shortDay } from './format.ts'

test.each([
  ['de', 'Dienstag, 24. November', 'Di 24.11.', '23.–29. November 2026', '7,50 €'],
  ['en', 'Tuesday 24 November', 'Tue 24 Nov', '23–29 November 2026', '€7.50'],
] as const)('%s', (locale, long, short, range, price) => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/ – /, '–')
  expect(longDay('2026-11-24', locale)).toBe(long)
  expect(shortDay('2026-11-24', locale)).toBe(short)
  expect(plain(dayRange('2026-11-23', '2026-11-29', locale))).toBe(range)
  expect(plain(money('7.50', locale))).toBe(price)
})

test('hours lose their leading zero', () => {
  expect(clockTime('2026-11-24T09:30')).toBe('9:30')
  expect(clockTime('2026-11-24T19:30')).toBe('19:30')
})
