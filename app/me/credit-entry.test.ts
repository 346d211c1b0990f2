import { describe, expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { translate } from '../i18n/messages.ts'
import { inCredits } from '../live/credits.ts'
import {
  balances,
  dateText,
  dayText,
  endingSoon,
  entryTitle,
  heldOf,
  scopeName,
  signedMoney,
  total,
} from './credit-entry.ts'

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

describe('heldOf', () => {
  test.each([
    ['what is neither left nor used', '30.00', '3.00', ['5.40'], '21.60'],
    ['nothing', '30.00', '24.60', ['5.40'], null],
    ['nothing of an untouched entry', '30.00', '30.00', [], null],
    ['all of it', '7.20', '0.00', [], '7.20'],
  ])('%s', (_, amount, remaining, uses, held) => {
    expect(
      heldOf(
        { amount, remaining },
        uses.map((each) => ({ amount: each })),
      ),
    ).toBe(held)
  })
})

test('balance of each scope', () => {
  const entries = [
    { scope: 'usage', remaining: '1.00' },
    { scope: 'booking', remaining: '7.50' },
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
    ['2026-12-31', 'de', '31.\u00a0Dezember\u00a02026'],
    ['2026-12-31T23:59:59Z', 'en', '31\u00a0December\u00a02026'],
  ] as const)('day %s in %s', (day, locale, text) => {
    expect(dayText(day, locale)).toBe(text)
  })

  test.each([
    ['2026-11-30T23:30:00Z', 'Europe/Berlin', '1.\u00a0Dezember\u00a02026'],
    ['2026-11-30T23:30:00Z', 'UTC', '30.\u00a0November\u00a02026'],
  ])('instant %s in %s', (instant, zone, text) => {
    expect(dateText(new Date(instant), 'de', zone)).toBe(text)
  })
})

describe('money as credits', () => {
  test.each([
    ['de', '102.40', '1.024 Credits'],
    ['en', '102.40', '1,024 credits'],
    ['de', '0.10', '1 Credit'],
    ['en', '0.10', '1 credit'],
    ['de', '-4.05', '\u221240,5 Credits'],
    ['de', '0.00', '0 Credits'],
  ] as const)('%s: %s is %s', (locale, amount, words) => {
    expect(inCredits(amount, locale, (key, params) => translate(locale, key, params))).toBe(words)
  })

  test.each([
    ['de', '\u22124,05 €'],
    ['en', '\u2212€4.05'],
  ] as const)('%s: a negative amount has a real minus sign', (locale, words) => {
    expect(signedMoney('-4.05', locale).replace('\u00a0', ' ')).toBe(words)
  })
})

test('what ends within 30 days, the soonest first', () => {
  const ends = ['2026-12-21', '2026-12-22', null, '2026-11-21', '2026-12-01T00:00:00Z']
  const soon = endingSoon(
    ends.map((untilDate) => ({ untilDate })),
    '2026-11-21',
  )
  expect(soon.map(({ untilDate }) => untilDate.slice(0, 10))).toEqual([
    '2026-11-21',
    '2026-12-01',
    '2026-12-21',
  ])
})

test('an entry is named by its day, also one that is valid for a month only', () => {
  const title = entryTitle({ createdAt: '2026-11-01T06:00:00Z' }, 'de', (key, params) =>
    translate('de', key, params),
  )
  expect(title).toBe('Gutgeschrieben am 1.\u00a0November\u00a02026')
})
