import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BookingCase, refusalCodes, refusals, type TakenTime } from './booking.ts'
import worked from './cases/booking-rules.json' with { type: 'json' }
import { addDays, instantOf, slotsOfDay, toInstant } from './time.ts'

/** The codes built so far; the worked cases also expect packages, holidays, caps and prepaid balances. */
const built = [
  'bookingState',
  'noPermission',
  'slotGrid',
  'openingHours',
  'windowMin',
  'windowMax',
  'overlap',
]

describe('worked cases, their expectation restricted to the seven codes built so far', () => {
  test('there are 54', () => expect(worked.cases).toHaveLength(54))

  test.each(worked.cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const { openingHours, ...space } = each.space
    const asked = { ...each, now: new Date(each.now), space: { ...space, _embedded: { openingHours } } }
    const expected = (each.expect.codes ?? []).filter((code) => built.includes(code))
    expect(refusalCodes(asked as BookingCase).toSorted()).toEqual(expected)
  })
})

const fine: BookingCase = {
  now: new Date('2026-12-01T08:00Z'),
  space: {
    timezone: 'Europe/Berlin',
    bookingSlotsPerHour: 2,
    bookingWindowMinHours: 2,
    bookingWindowMaxDays: 30,
    bookingOpeningHours: 'during',
    _embedded: {
      openingHours: [1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
        dayOfWeek,
        fromTime: '09:00',
        untilTime: '22:00',
      })),
    },
  },
  equipment: {
    id: 1,
    state: 'active',
    canBeBooked: true,
    visibleForMembers: true,
    requiresTraining: true,
    exclusiveUsage: true,
  },
  member: {
    id: 7,
    state: 'active',
    trainings: [{ resources: [1], fromDate: '2026-01-01', untilDate: '2026-12-31' }],
  },
  existing: [],
  request: { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' },
}

const taken = (from: string, until: string, change: Partial<TakenTime> = {}): TakenTime => ({
  resource: 1,
  member: 5,
  fromDateTime: from,
  untilDateTime: until,
  state: 'confirmed',
  ...change,
})

const at = (fromDateTime: string, untilDateTime: string) => ({ request: { fromDateTime, untilDateTime } })

test.each<[string, Partial<BookingCase>, string | null]>([
  ['bookingState', { equipment: { ...fine.equipment, visibleForMembers: false } }, null],
  ['noPermission', { member: { ...fine.member, trainings: [] } }, null],
  ['slotGrid', at('2026-12-02T18:10', '2026-12-02T19:10'), '2026-12-02T18:30'],
  ['slotGrid', at('2026-12-02T18:00', '2026-12-02T17:00'), null],
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
    { existing: [taken('2026-12-02T19:00', '2026-12-02T19:30', { resource: 2, member: 7 })] },
    '2026-12-02T19:30',
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

describe('properties', () => {
  const time = fc.integer({ min: 0, max: 14 * 48 }).map((half) => halfHour('2026-12-01', half))
  const window = fc
    .tuple(fc.integer({ min: 0, max: 6 * 48 }), fc.integer({ min: 1, max: 12 }))
    .map(([start, length]) => ({
      fromDateTime: halfHour('2026-12-01', start),
      untilDateTime: halfHour('2026-12-01', start + length),
    }))

  test('the next possible start really is possible', () => {
    fc.assert(
      fc.property(window, fc.array(window, { maxLength: 20 }), (request, others) => {
        const existing = others.map((other) => taken(other.fromDateTime, other.untilDateTime))
        const next = refusals({ ...fine, existing, request })[0]?.nextPossible
        fc.pre(typeof next === 'string')
        const minutes =
          Number(instantOf(request.untilDateTime, 'Europe/Berlin')) -
          Number(instantOf(request.fromDateTime, 'Europe/Berlin'))
        const untilDateTime = new Date(Date.parse(`${next}Z`) + minutes).toISOString().slice(0, 16)
        expect(refusalCodes({ ...fine, existing, request: { fromDateTime: next, untilDateTime } })).toEqual(
          [],
        )
      }),
    )
  })

  test('wall-clock texts overlap exactly when their instants do, also on the days the clock changes', () => {
    const starts = ['2027-03-27', '2027-10-30'].flatMap((day) =>
      [day, addDays(day, 1)].flatMap((each) =>
        slotsOfDay(each, 'Europe/Berlin', 30).filter((slot) => !slot.repeated),
      ),
    )
    const pair = fc
      .tuple(fc.nat(starts.length - 1), fc.integer({ min: 1, max: 8 }))
      .map(
        ([index, length]) =>
          [starts[index]!.from, starts[Math.min(index + length, starts.length - 1)]!.from] as const,
      )
      .filter(([from, until]) => from < until)
    fc.assert(
      fc.property(pair, pair, ([from, until], [otherFrom, otherUntil]) => {
        const instant = (local: string) => Number(toInstant(local, 'Europe/Berlin'))
        const asked = {
          ...fine,
          space: { ...fine.space, bookingOpeningHours: null, bookingWindowMaxDays: null },
          equipment: { ...fine.equipment, requiresTraining: false },
          existing: [taken(otherFrom, otherUntil)],
          ...at(from, until),
        }
        const real = instant(otherFrom) < instant(until) && instant(from) < instant(otherUntil)
        fc.pre(instant(until) - instant(from) <= 24 * 3_600_000)
        expect(refusalCodes(asked).includes('overlap')).toBe(real)
      }),
      { numRuns: 500 },
    )
  })

  test('any two times are judged without an exception', () => {
    fc.assert(
      fc.property(time, time, fc.constantFrom(1, 2, 3, 4), (from, until, bookingSlotsPerHour) => {
        const found = refusals({ ...fine, space: { ...fine.space, bookingSlotsPerHour }, ...at(from, until) })
        expect(new Set(found.map(({ code }) => code)).size).toBe(found.length)
      }),
    )
  })
})

function isLimit(limit: unknown): boolean {
  return limit === null || typeof limit === 'number'
}

function halfHour(day: string, index: number): string {
  return `${addDays(day, Math.floor(index / 48))}T${String(Math.floor((index % 48) / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`
}
