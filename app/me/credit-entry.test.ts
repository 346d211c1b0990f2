import { describe, expect, test } from 'vitest'
import { balances, dateText, dayText, scopeName, total } from './credit-entry.ts'

describe('total', () => {
  test.each([
    [[], '0.00'],
    [['0.10', '0.20'], '0.30'],
    [['1250.00', '0.05'], '1250.05'],
    [['-7.50', '-0.05'], '-7.55'],
    [['-0.05', '5.00'], '4.95'],
  ])('%j', (amounts, sum) => {
    expect(total(amounts)).toBe(sum)
  })
})

test('balance of each scope', () => {
  const entries = [
    { scope: 'booking', remaining: '7.50' },
    { scope: 'usage', remaining: '1.00' },
    { scope: 'booking', remaining: '0.25' },
  ]
  expect(balances(entries)).toEqual([
    { scope: 'booking', remaining: '7.75' },
    { scope: 'usage', remaining: '1.00' },
  ])
  expect(balances([])).toEqual([])
})

test.each([
  ['booking', 'me_credits_scope_booking'],
  ['usage', 'me_credits_scope_usage'],
  ['gift', 'gift'],
  ['constructor', 'constructor'],
])('scope %s', (scope, name) => {
  expect(scopeName(scope, (key) => key)).toBe(name)
})

describe('dates', () => {
  test.each([
    ['2026-12-31', 'de', '31. Dezember 2026'],
    ['2026-12-31T23:59:59Z', 'en', '31 December 2026'],
  ] as const)('day %s in %s', (day, locale, text) => {
    expect(dayText(day, locale)).toBe(text)
  })

  test.each([
    ['2026-11-30T23:30:00Z', 'Europe/Berlin', '1. Dezember 2026'],
    ['2026-11-30T23:30:00Z', 'UTC', '30. November 2026'],
  ])('instant %s in %s', (instant, zone, text) => {
    expect(dateText(new Date(instant), 'de', zone)).toBe(text)
  })
})
