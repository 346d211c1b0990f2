import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf, toLocal } from './time.ts'
import {
  debitEnd,
  decisionTime,
  freeCancelDay,
  freeCancelDayLeft,
  isEnough,
  movedTime,
  offerable,
  offerEnd,
  partyCents,
  refundCents,
  retaken,
  seatPrices,
  type SignUpCase,
  signUpRefusals,
  takesDebit,
} from './course-place.ts'

const fine: SignUpCase = {
  course: { state: 'published', minAge: null, accompaniedBelow: null },
  date: { state: 'planned', fromDateTime: '2026-12-15T18:00', signUpUntil: null },
  now: '2026-12-15T17:59',
  bornOn: '1990-05-05',
  companions: 0,
  companionAges: [],
  seats: 8,
  hasGuardian: false,
  missing: [],
}

const fifteen = {
  course: { ...fine.course, accompaniedBelow: 16 },
  bornOn: '2011-12-15',
  hasGuardian: true,
}

describe('signing up', () => {
  test.each([
    [[], {}],
    [['courseState'], { now: '2026-12-15T18:00' }],
    [['courseState'], { date: { ...fine.date, state: 'cancelled' } }],
    [['courseState'], { date: { ...fine.date, signUpUntil: '2026-12-14T12:00' } }],
    [['courseState'], { course: { ...fine.course, state: 'draft' } }],
    [[], { bornOn: '2008-12-15' }],
    [['guardianMissing'], { bornOn: '2008-12-16' }],
    [[], { bornOn: '2008-12-16', hasGuardian: true }],
    [['courseAge'], { course: { ...fine.course, minAge: 40 } }],
    [['accompanied'], fifteen],
    [[], { ...fifteen, companions: 1 }],
    [[], { companions: 7 }],
    [['partySize'], { companions: 8 }],
    [['companionAge'], { course: { ...fine.course, minAge: 12 }, companions: 2, companionAges: [40, 11] }],
    [[], { course: { ...fine.course, minAge: 12 }, companions: 1, companionAges: [12] }],
    // A parent with a child, a child with a parent, two of 15, and one of 15 with a friend of 17.
    [[], { course: { ...fine.course, accompaniedBelow: 16 }, companions: 1, companionAges: [9] }],
    [[], { ...fifteen, companions: 1, companionAges: [18] }],
    [['accompanied'], { ...fifteen, companions: 1, companionAges: [15] }],
    [['accompanied'], { ...fifteen, companions: 1, companionAges: [17] }],
    [['accompanied'], { ...fifteen, bornOn: '2009-12-15', companions: 1, companionAges: [15] }],
    [['requirementMissing'], { missing: [3] }],
  ] as const)('%j', (expected, change) => {
    expect(signUpRefusals({ ...fine, ...change })).toEqual(expected)
  })
})

test('only the own seat has the price of members', () => {
  const prices = { priceCents: 2900, memberPriceCents: 1900 }
  expect(partyCents(seatPrices({ ...prices, hasPackage: true }), 3)).toBe(1900 + 2 * 2900)
  expect(partyCents(seatPrices({ ...prices, hasPackage: false }), 3)).toBe(3 * 2900)
  expect(partyCents(seatPrices({ priceCents: 2900, memberPriceCents: null, hasPackage: true }), 1)).toBe(2900)
})

test('cancelling is free up to the last free day, then gives the share, then nothing', () => {
  const place = {
    priceCents: 2905,
    freeCancelDays: 7,
    lateRefundPercent: 50,
    begins: '2027-03-05T18:00',
    isMoved: false,
  }
  expect(freeCancelDay(place)).toBe('2027-02-26')
  expect(freeCancelDayLeft(place, '2027-02-26T23:59')).toBe('2027-02-26')
  expect(freeCancelDayLeft(place, '2027-02-27T00:00')).toBeNull()
  expect(refundCents(place, '2027-02-26T23:59')).toBe(2905)
  expect(refundCents(place, '2027-02-27T00:00')).toBe(1452)
  expect(refundCents(place, '2027-03-05T17:59')).toBe(1452)
  expect(refundCents(place, '2027-03-05T18:00')).toBeNull()
  expect(refundCents({ ...place, isMoved: true }, '2027-03-05T17:59')).toBe(2905)
  expect(refundCents({ ...place, isMoved: true }, '2027-03-05T18:00')).toBeNull()
})

test.each([
  [3, '2027-03-28T09:00'],
  [0, '2027-03-31T00:00'],
  [31, '2027-02-28T09:00'],
])('%i days before, it is decided at %s whether a date takes place', (decideDaysBefore, time) => {
  expect(decisionTime({ begins: '2027-03-31T08:00', decideDaysBefore })).toBe(time)
})

test.each([
  [4, 0, '18:00', true],
  [3, 1, '15:59', null],
  [3, 1, '16:00', false],
  [3, 0, '10:00', false],
  [0, 3, '10:00', false],
] as const)('with %i booked and %i being paid of a minimum of 4, at %s: %s', (booked, held, time, enough) => {
  const times = { now: `2026-12-15T${time}`, begins: '2026-12-15T18:00' }
  expect(isEnough({ minimum: 4, booked, held, ...times })).toBe(enough)
})

test('a debit has 14 days before a date, and another payment 72 hours after one that was refused', () => {
  expect(takesDebit({ begins: '2028-03-14', today: '2028-02-29' })).toBe(true)
  expect(takesDebit({ begins: '2028-03-13', today: '2028-02-29' })).toBe(false)
  const begins = new Date('2026-12-15T17:00:00Z')
  const at = (time: string) => debitEnd(new Date(time), begins).toISOString()
  expect(at('2026-12-10T10:00:00Z')).toBe('2026-12-13T10:00:00.000Z')
  expect(at('2026-12-15T16:30:00Z')).toBe('2026-12-15T17:00:00.000Z')
})

test.each([
  ['2027-03-05T18:00', '2027-03-10T17:30'],
  ['2027-03-12T20:00', '2027-03-17T19:30'],
  // The clocks change in between: the wall clock counts.
  ['2027-04-02T18:00', '2027-04-07T17:30'],
])('a date that moves from Friday to Wednesday and half an hour earlier takes %s to %s', (before, after) => {
  expect(movedTime(before, { from: '2027-03-05T18:00', until: '2027-03-10T17:30' })).toBe(after)
})

test('an offer lasts a day, ends two hours before the beginning, and is not made for less than an hour', () => {
  const begins = new Date('2026-12-15T17:00:00Z')
  const at = (time: string) => offerEnd(new Date(time), begins)?.toISOString() ?? null
  expect(at('2026-12-10T10:00:00Z')).toBe('2026-12-11T10:00:00.000Z')
  expect(at('2026-12-15T10:00:00Z')).toBe('2026-12-15T15:00:00.000Z')
  expect(at('2026-12-15T14:00:00Z')).toBe('2026-12-15T15:00:00.000Z')
  expect(at('2026-12-15T14:00:01Z')).toBeNull()
})

test.each([
  ['as summer time begins', '2027-03-27T12:00', '2027-04-10T18:00', '2027-03-28T13:00'],
  ['as summer time ends', '2026-10-24T12:00', '2026-11-10T18:00', '2026-10-25T11:00'],
  ['over 29 February', '2028-02-28T12:00', '2028-03-10T18:00', '2028-02-29T12:00'],
  ['for a date on 29 February', '2028-02-29T08:00', '2028-02-29T18:00', '2028-02-29T16:00'],
  [
    'two hours before a date in the repeated hour',
    '2026-10-24T22:00',
    '2026-10-25T02:30',
    '2026-10-25T00:30',
  ],
  [
    'two hours before a date after the missing hour',
    '2027-03-27T23:00',
    '2027-03-28T04:00',
    '2027-03-28T01:00',
  ],
])('%s an offer lasts 24 real hours, or until two before the beginning', (_, local, begins, end) => {
  const zone = 'Europe/Berlin'
  const until = offerEnd(instantOf(local, zone), instantOf(begins, zone))
  expect(until && toLocal(until, zone)).toBe(end)
})

const parties = fc.array(fc.record({ party: fc.integer({ min: 1, max: 3 }) }), { maxLength: 20 })
const sum = (all: { party: number }[]) => all.reduce((total, { party }) => total + party, 0)

test('free seats are offered in order, never more than there are, and none stays that somebody fits', () => {
  fc.assert(
    fc.property(parties, fc.integer({ min: 0, max: 12 }), (waiting, free) => {
      const offered = offerable(waiting, free)
      const left = free - sum(offered)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(waiting.filter((one) => !offered.includes(one) && one.party <= left)).toEqual([])
      expect(offered).toEqual(waiting.filter((one) => offered.includes(one)))
    }),
  )
})

test('never more late places are paid back than seats were taken since, and all once nothing is free', () => {
  fc.assert(
    fc.property(parties, fc.integer({ min: 0, max: 12 }), (late, free) => {
      const paidBack = retaken(late, free)
      expect(sum(paidBack)).toBeLessThanOrEqual(Math.max(0, sum(late) - free))
      if (free === 0) expect(paidBack).toEqual(late)
    }),
  )
})
