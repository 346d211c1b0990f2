import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from './time.ts'
import {
  effectiveEnd,
  lastDayOf,
  ownEnd,
  reminderOn,
  type TrainingRule,
  usualRule,
} from './training-validity.ts'

const yearEnd = { expiry: 'date', monthDay: '12-31' } as const
const leapDay = { expiry: 'date', monthDay: '02-29' } as const

describe('the end of a training by its own rule', () => {
  test.each<[string, TrainingRule, string, string | null, string | null]>([
    ['twelve months', usualRule, '2026-11-23', null, '2027-11-23'],
    ['six months for somebody of 17', usualRule, '2026-11-23', '2008-11-24', '2027-05-23'],
    ['twelve months from the day of being 18', usualRule, '2026-11-23', '2008-11-23', '2027-11-23'],
    ['29 February is the 28th a year later', usualRule, '2028-02-29', null, '2029-02-28'],
    ['born on 29 February, 18 on the 28th', usualRule, '2026-02-28', '2008-02-29', '2027-02-28'],
    ['a month that is shorter', usualRule, '2026-08-31', '2010-01-01', '2027-02-28'],
    ['the change of the clocks is no matter', usualRule, '2026-03-29', null, '2027-03-29'],
    ['a day of the year, still to come', yearEnd, '2026-11-23', null, '2026-12-31'],
    ['given on that day: the next one', yearEnd, '2026-12-31', null, '2027-12-31'],
    ['29 February in a year that has it', leapDay, '2027-11-23', null, '2028-02-29'],
    ['29 February in a year without', leapDay, '2026-11-23', null, '2027-02-28'],
    ['given on the 28th of a year without: the next one', leapDay, '2027-02-28', null, '2028-02-29'],
    ['never', { expiry: 'never' }, '2026-11-23', '2012-01-01', null],
  ])('%s', (_, rule, givenOn, bornOn, end) => {
    expect(ownEnd(rule, givenOn, bornOn)).toBe(end)
  })
})

describe('the end of a training that needs an instruction', () => {
  test.each<[string, string | null, (string | null)[], string | null]>([
    ['its own, when it comes first', '2027-05-01', ['2027-06-01'], '2027-05-01'],
    ['that of the instruction', '2027-05-01', ['2027-04-01'], '2027-04-01'],
    ['the first of many', null, ['2027-04-01', null, '2027-03-01'], '2027-03-01'],
    ['none', null, [null], null],
    ['its own, when it needs nothing', '2027-05-01', [], '2027-05-01'],
    ['no day before it was given', '2027-05-01', ['2026-01-01'], '2026-11-23'],
  ])('%s', (_, own, needed, end) => {
    expect(effectiveEnd(own, '2026-11-23', needed)).toBe(end)
  })
})

test.each<[string, [string, string | null][], string | null | undefined]>([
  [
    'the latest entry',
    [
      ['2026-01-01', '2026-12-31'],
      ['2026-06-01', '2027-05-31'],
    ],
    '2027-05-31',
  ],
  [
    'one without end',
    [
      ['2026-01-01', '2026-12-31'],
      ['2025-01-01', null],
    ],
    null,
  ],
  [
    'not one that begins later',
    [
      ['2026-12-01', '2027-12-01'],
      ['2025-01-01', '2026-01-01'],
    ],
    '2026-01-01',
  ],
  ['nothing', [], undefined],
])('the last day of what somebody is trained in: %s', (_, entries, end) => {
  const others = { training: 2, fromDate: '2020-01-01', untilDate: null }
  const own = entries.map(([fromDate, untilDate]) => ({ training: 1, fromDate, untilDate }))
  expect(lastDayOf(1, [others, ...own], '2026-11-23')).toBe(end)
})

test.each([
  ['2026-12-24', null],
  ['2026-12-23', 30],
  ['2026-12-01', 30],
  ['2026-11-30', 7],
  ['2026-11-23', 7],
  ['2026-11-22', null],
])('on 23 November the reminder of an end on %s is %s', (until, days) => {
  expect(reminderOn('2026-11-23', until)).toBe(days)
})

describe('for any day', () => {
  const day = fc.integer({ min: 0, max: 365 * 60 }).map((count) => addDays('2000-01-01', count))
  const monthDay = day.map((each) => each.slice(5))
  const rule = fc.oneof(
    fc.record({
      expiry: fc.constant('months' as const),
      months: fc.integer({ min: 1, max: 60 }),
      monthsMinor: fc.integer({ min: 1, max: 60 }),
    }),
    fc.record({ expiry: fc.constant('date' as const), monthDay }),
    fc.constant({ expiry: 'never' as const }),
  )
  const end = fc.option(day)

  test('a training ends after the day it was given', () => {
    fc.assert(
      fc.property(rule, day, end, (given, on, born) => {
        const until = ownEnd(given, on, born)
        expect(until === null || until > on).toBe(true)
        if (given.expiry === 'date') expect(daysBetween(on, until ?? '')).toBeLessThanOrEqual(366)
      }),
    )
  })

  test('an instruction shortens and never lengthens, and renewing it never shortens', () => {
    fc.assert(
      fc.property(end, day, fc.array(end), day, (own, on, needed, later) => {
        const until = effectiveEnd(own, on, needed)
        if (own !== null && own >= on) expect(until !== null && until <= own && until >= on).toBe(true)
        const renewed = needed.map((each) => (each === null || each > later ? each : later))
        const then = effectiveEnd(own, on, renewed)
        expect(then === null || (until !== null && then >= until)).toBe(true)
      }),
    )
  })
})
