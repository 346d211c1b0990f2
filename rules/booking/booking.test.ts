import { describe, expect, test } from 'vitest'
import { at, fine, machine, member, own, package_, space, taken } from './booking.fixture.ts'
import { type BookingCase, priceOf, rangeOf, refusalCodes, refusals } from './booking.ts'
import worked from '../cases/booking-rules.json' with { type: 'json' }
import { toDecimal } from '../money.ts'

describe('worked cases, everything that they say', () => {
  test('there are 54', () => expect(worked.cases).toHaveLength(54))

  test.each(worked.cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const { openingHours, holidays, ...space } = each.space
    const asked = {
      ...each,
      now: new Date(each.now),
      existing: each.existing.map(({ resource: equipment, ...other }) => ({ equipment, ...other })),
      space: {
        ...space,
        _embedded: { openingHours, holidays: holidays.map((times) => ({ title: '', ...times })) },
      },
    } as BookingCase
    const codes = refusalCodes(asked).toSorted()
    const { minutes, priceCents } = codes.length === 0 ? priceOf(asked) : { minutes: 0, priceCents: 0 }
    const said = codes.length > 0 ? { codes } : { ok: true as boolean, minutes, price: toDecimal(priceCents) }
    expect(said).toEqual(each.expect)
  })
})

test.each<[string, Partial<BookingCase>, string | null]>([
  ['bookingState', { equipment: { ...fine.equipment, visibleForMembers: false } }, null],
  ['noPermission', { member: { ...fine.member, trainings: [] } }, null],
  ['slotGrid', at('2026-12-02T18:10', '2026-12-02T19:10'), '2026-12-02T18:30'],
  ['slotGrid', at('2026-12-02T18:00', '2026-12-02T17:00'), null],
  // The length counts in whole slots: an hour and a half is possible at once.
  ['slotGrid', at('2026-12-02T18:00', '2026-12-02T19:10'), '2026-12-02T18:00'],
  ['openingHours', at('2026-12-02T21:00', '2026-12-02T23:00'), '2026-12-03T09:00'],
  ['openingHours', at('2026-12-05T21:00', '2026-12-05T23:00'), '2026-12-07T09:00'],
  ['windowMin', { now: new Date('2026-12-02T16:40Z') }, '2026-12-02T20:00'],
  ['windowMax', at('2027-01-01T18:00', '2027-01-01T19:00'), null],
  ['overlap', { existing: [taken('2026-12-02T17:00', '2026-12-02T18:30')] }, '2026-12-02T18:30'],
  // The run of bookings leaves 90 minutes until closing time, so the two hours move to the next morning.
  [
    'overlap',
    {
      existing: [
        taken('2026-12-02T19:00', '2026-12-02T20:30'),
        taken('2026-12-02T18:00', '2026-12-02T19:00'),
      ],
    },
    '2026-12-03T09:00',
  ],
  [
    'overlap',
    { existing: [taken('2026-12-02T19:00', '2026-12-02T19:30', { equipment: 2, member: 7 })] },
    '2026-12-02T19:30',
  ],
  ['noPackage', member({ packages: [] }), null],
  ['noPackage', member({ packages: [package_({ coversEquipment: false })] }), null],
  ['noPackage', member({ packages: [package_({ allowsBooking: false })] }), null],
  // The next package begins on a Saturday.
  ['noPackage', member({ packages: [package_({ fromDate: '2026-12-05' })] }), '2026-12-05T09:00'],
  [
    'noPermission',
    member({ trainings: [{ resources: [1], fromDate: '2026-12-03', untilDate: null }] }),
    '2026-12-03T09:00',
  ],
  [
    'holiday',
    space({
      _embedded: {
        ...fine.space._embedded,
        holidays: [{ title: '', fromDateTime: '2026-12-02T19:30', untilDateTime: '2026-12-04T00:00' }],
      },
    }),
    '2026-12-04T09:00',
  ],
  ['memberDay', machine({ bookingMaxMinutesPerMemberDay: 90 }), null],
  [
    'memberDay',
    {
      ...machine({ bookingMaxMinutesPerMemberDay: 120 }),
      existing: [own('2026-12-02T09:00', '2026-12-02T09:30')],
    },
    '2026-12-03T09:00',
  ],
  [
    'memberDay',
    {
      ...space({ bookingMaxMinutesPerMemberDay: 120 }),
      existing: [own('2026-12-02T09:00', '2026-12-02T09:30', { equipment: 2 })],
    },
    '2026-12-03T09:00',
  ],
  // One of its two hours still fits into the day, the other into the next.
  [
    'memberDay',
    {
      ...space({ bookingMaxMinutesPerMemberDay: 120, bookingOpeningHours: null }),
      existing: [own('2026-12-02T09:00', '2026-12-02T10:00')],
    },
    '2026-12-02T23:00',
  ],
  [
    'memberWeek',
    {
      ...machine({ bookingMaxMinutesPerMemberWeek: 120 }),
      existing: [own('2026-11-30T09:00', '2026-11-30T09:30')],
    },
    '2026-12-07T09:00',
  ],
  [
    'prepaidBalance',
    member({
      account: {
        credits: [],
        requireUpfrontPayment: true,
        balanceCents: 1199,
        upfrontMinimumBalanceCents: 0,
      },
    }),
    null,
  ],
  [
    'prepaidBalance',
    member({
      account: {
        credits: [],
        requireUpfrontPayment: true,
        balanceCents: 1699,
        upfrontMinimumBalanceCents: 500,
      },
    }),
    null,
  ],
  [
    'lockIn',
    {
      now: new Date('2026-12-01T18:00Z'),
      changed: { fromDateTime: '2026-12-02T18:30', untilDateTime: '2026-12-02T20:30' },
    },
    null,
  ],
])('%s with %o is next possible at %s', (code, change, nextPossible) => {
  const asked = { ...fine, ...change }
  if (code === 'windowMax')
    asked.member = { ...fine.member, trainings: [{ ...fine.member.trainings[0]!, untilDate: null }] }
  expect(refusals(asked)).toEqual([{ code, limit: expect.toSatisfy(isLimit), nextPossible }])
})

test.each([
  ['2026-12-02', '2026-12-02', []],
  ['2026-12-02', null, []],
  ['2026-01-01', '2026-12-01', ['noPermission']],
  ['2026-12-03', null, ['noPermission']],
])('a training from %s until %s on 2 December gives %o: both days included', (fromDate, untilDate, codes) => {
  const trainings = [{ resources: [1], fromDate, untilDate }]
  expect(refusalCodes({ ...fine, member: { ...fine.member, trainings } })).toEqual(codes)
})

test.each<[string, Partial<BookingCase>]>([
  [
    'minutes of the day before count until midnight only',
    {
      ...space({ bookingMaxMinutesPerMemberDay: 120, bookingOpeningHours: null }),
      existing: [own('2026-12-01T20:00', '2026-12-02T00:00')],
    },
  ],
  [
    'cancelled minutes do not count',
    {
      ...machine({ bookingMaxMinutesPerMemberDay: 120, exclusiveUsage: false }),
      existing: [own('2026-12-02T09:00', '2026-12-02T11:00', { state: 'cancelled' })],
    },
  ],
  [
    "another machine's minutes do not count for the machine",
    {
      ...machine({ bookingMaxMinutesPerMemberDay: 120 }),
      existing: [own('2026-12-02T09:00', '2026-12-02T11:00', { equipment: 2 })],
    },
  ],
  [
    'exactly the balance',
    member({
      account: {
        credits: [],
        requireUpfrontPayment: true,
        balanceCents: 1700,
        upfrontMinimumBalanceCents: 500,
      },
    }),
  ],
  [
    'credits before money',
    member({
      account: {
        credits: [{ id: 1, remainingCents: 1200, fromDate: null, untilDate: '2026-12-02' }],
        requireUpfrontPayment: true,
        balanceCents: -100,
        upfrontMinimumBalanceCents: 500,
      },
    }),
  ],
  [
    'who need not pay in advance may owe',
    member({
      account: {
        credits: [],
        requireUpfrontPayment: false,
        balanceCents: -9900,
        upfrontMinimumBalanceCents: 0,
      },
    }),
  ],
  [
    'a running booking becomes longer',
    {
      now: new Date('2026-12-02T18:40Z'),
      ...at('2026-12-02T18:00', '2026-12-02T21:00'),
      changed: { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' },
    },
  ],
  [
    'before the lock-in it moves',
    {
      now: new Date('2026-12-01T17:30Z'),
      changed: { fromDateTime: '2026-12-02T18:30', untilDateTime: '2026-12-02T20:30' },
    },
  ],
])('no refusal: %s', (_, change) => expect(refusalCodes({ ...fine, ...change })).toEqual([]))

test('limits come in the unit of their rule', () => {
  const limitOf = (change: Partial<BookingCase>) => refusals({ ...fine, ...change })[0]?.limit
  expect(limitOf(at('2026-12-02T18:10', '2026-12-02T19:00'))).toBe(30)
  expect(limitOf({ now: new Date('2026-12-02T16:00Z') })).toBe(2)
  expect(limitOf({ now: new Date('2026-10-02T16:00Z') })).toBe(30)
})

test('a shape on no grid hides every rule but the state', () => {
  const asked = {
    ...fine,
    member: { ...fine.member, state: 'locked', trainings: [] },
    ...at('2027-12-05T03:10', '2027-12-05T04:00'),
  }
  expect(refusalCodes(asked)).toEqual(['bookingState', 'slotGrid'])
})

test('several refusals, none possible later while a training is missing', () => {
  const asked = {
    ...fine,
    member: { ...fine.member, trainings: [] },
    ...at('2026-12-06T18:00', '2026-12-06T19:00'),
  }
  expect(refusals(asked)).toEqual([
    { code: 'noPermission', limit: null, nextPossible: null },
    { code: 'openingHours', limit: null, nextPossible: null },
  ])
})

test('a running booking can not be made to have ended', () => {
  const asked = {
    ...fine,
    now: new Date('2026-12-02T18:40Z'),
    changed: fine.request,
    ...at('2026-12-02T18:00', '2026-12-02T19:30'),
  }
  expect(refusalCodes(asked)).toEqual(['windowMin', 'lockIn'])
})

test('what decides a request lies within its range', () => {
  expect(rangeOf({ fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' })).toEqual({
    from: '2026-11-30T00:00',
    until: '2026-12-14T00:00',
  })
})

function isLimit(limit: unknown): boolean {
  return limit === null || typeof limit === 'number'
}
