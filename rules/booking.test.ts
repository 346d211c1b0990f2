import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BookingCase, priceOf, rangeOf, refusalCodes, refusals, type TakenTime } from './booking.ts'
import worked from './cases/booking-rules.json' with { type: 'json' }
import { toDecimal } from './money.ts'
import type { CoveringPackage } from './price.ts'
import {
  addDays,
  addMinutes,
  instantOf,
  isoWeek,
  minutesBetween,
  slotsOfDay,
  toInstant,
  toLocal,
} from './time.ts'

describe('worked cases, everything that they say', () => {
  test('there are 54', () => expect(worked.cases).toHaveLength(54))

  test.each(worked.cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const { openingHours, holidays, ...space } = each.space
    const asked = {
      ...each,
      now: new Date(each.now),
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

const fine: BookingCase = {
  now: new Date('2026-12-01T08:00Z'),
  space: {
    timezone: 'Europe/Berlin',
    bookingSlotsPerHour: 2,
    bookingWindowMinHours: 2,
    bookingWindowMaxDays: 30,
    bookingLockInHours: 24,
    bookingMaxMinutesPerMemberDay: null,
    bookingMaxMinutesPerMemberWeek: null,
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
    bookingMaxMinutesPerMemberDay: null,
    bookingMaxMinutesPerMemberWeek: null,
    pricePerBooking: '6.00',
    pricePerBookingSeconds: 3600,
  },
  member: {
    id: 7,
    state: 'active',
    trainings: [{ resources: [1], fromDate: '2026-01-01', untilDate: '2026-12-31' }],
    packages: [
      {
        coversEquipment: true,
        allowsBooking: true,
        fromDate: '2026-01-01',
        untilDate: null,
        bookingFeeDiscountPercent: '0.00',
      },
    ],
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

const own = (from: string, until: string, change: Partial<TakenTime> = {}): TakenTime =>
  taken(from, until, { member: 7, ...change })

const machine = (change: Partial<BookingCase['equipment']>) => ({
  equipment: { ...fine.equipment, ...change },
})
const space = (change: Partial<BookingCase['space']>) => ({ space: { ...fine.space, ...change } })
const package_ = (change: Partial<CoveringPackage>): CoveringPackage => ({
  ...(fine.member.packages?.[0] as CoveringPackage),
  ...change,
})
const member = (change: Partial<BookingCase['member']>) => ({ member: { ...fine.member, ...change } })

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
      existing: [own('2026-12-02T09:00', '2026-12-02T09:30', { resource: 2 })],
    },
    '2026-12-03T09:00',
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
      existing: [own('2026-12-02T09:00', '2026-12-02T11:00', { resource: 2 })],
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

describe('properties', () => {
  const time = fc.integer({ min: 0, max: 14 * 48 }).map((half) => halfHour('2026-12-01', half))
  const window = fc
    .tuple(fc.integer({ min: 0, max: 6 * 48 }), fc.integer({ min: 1, max: 12 }))
    .map(([start, length]) => ({
      fromDateTime: halfHour('2026-12-01', start),
      untilDateTime: halfHour('2026-12-01', start + length),
    }))

  /** A workshop with random rules, a member with random rights, and a random request. */
  const limit = (max: number) => fc.option(fc.integer({ min: 1, max: max / 30 }).map((half) => half * 30))
  const day = fc.integer({ min: -3, max: 12 }).map((days) => addDays('2026-12-01', days))
  const anyCase: fc.Arbitrary<BookingCase> = fc
    .record({
      request: window,
      others: fc.array(fc.tuple(window, fc.boolean(), fc.integer({ min: 1, max: 2 })), { maxLength: 20 }),
      holidays: fc.array(window, { maxLength: 2 }),
      caps: fc.tuple(limit(240), limit(600), limit(300), limit(900)),
      bookingOpeningHours: fc.constantFrom('during', 'outside', null),
      packageFrom: day,
      trainingFrom: day,
      exclusiveUsage: fc.boolean(),
      balanceCents: fc.integer({ min: 0, max: 4000 }),
      requireUpfrontPayment: fc.boolean(),
    })
    .map(({ request, others, holidays, caps, bookingOpeningHours, exclusiveUsage, ...rest }) => ({
      ...fine,
      request,
      existing: others.map(([times, isOwn, resource]) =>
        taken(times.fromDateTime, times.untilDateTime, { resource, member: isOwn ? 7 : 5 }),
      ),
      space: {
        ...fine.space,
        _embedded: {
          ...fine.space._embedded,
          holidays: holidays.map((times) => ({ title: 'Ferien', ...times })),
        },
        bookingOpeningHours,
        bookingMaxMinutesPerMemberDay: caps[2],
        bookingMaxMinutesPerMemberWeek: caps[3],
      },
      equipment: {
        ...fine.equipment,
        exclusiveUsage,
        bookingMaxMinutesPerMemberDay: caps[0],
        bookingMaxMinutesPerMemberWeek: caps[1],
      },
      member: {
        ...fine.member,
        packages: [package_({ fromDate: rest.packageFrom })],
        trainings: [{ resources: [1], fromDate: rest.trainingFrom, untilDate: null }],
        account: { ...rest, credits: [], upfrontMinimumBalanceCents: 0 },
      },
    }))

  test('the next possible start really is possible, and the starts before it are not', () => {
    let judged = 0
    fc.assert(
      fc.property(anyCase, (asked) => {
        const next = refusals(asked)[0]?.nextPossible
        fc.pre(typeof next === 'string')
        judged += 1
        const zone = 'Europe/Berlin'
        const length = minutesBetween(
          instantOf(asked.request.fromDateTime, zone),
          instantOf(asked.request.untilDateTime, zone),
        )
        const request = (from: string) => ({
          fromDateTime: from,
          untilDateTime: toLocal(addMinutes(instantOf(from, zone), length), zone),
        })
        expect(refusalCodes({ ...asked, request: request(next) })).toEqual([])
        const between = slotsOfDay(next.slice(0, 10), zone, 30)
          .filter(({ from }) => from > asked.request.fromDateTime && from < next)
          .slice(-4)
        for (const { from } of between)
          expect(refusalCodes({ ...asked, request: request(from) })).not.toEqual([])
      }),
      { numRuns: 200 },
    )
    expect(judged).toBe(200)
  }, 30_000)

  test('one more booking takes no reason away, and only adds those that count bookings', () => {
    fc.assert(
      fc.property(anyCase, window, fc.boolean(), (asked, times, isOwn) => {
        const more = taken(times.fromDateTime, times.untilDateTime, { member: isOwn ? 7 : 5 })
        const before = refusalCodes(asked)
        const after = refusalCodes({ ...asked, existing: [...asked.existing, more] })
        expect(before.filter((code) => !after.includes(code))).toEqual([])
        const counting = ['memberDay', 'memberWeek', 'overlap']
        expect(after.filter((code) => !before.includes(code) && !counting.includes(code))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('caps of days and weeks count exactly the real minutes that lie in them', () => {
    const zone = 'Europe/Berlin'
    // Around both changes of the clock, in quarters of real time.
    const stretch = fc
      .tuple(fc.constantFrom('2027-03-25', '2027-10-28'), fc.nat(5 * 96), fc.integer({ min: 1, max: 96 }))
      .map(([from, start, length]) => {
        const startsAt = addMinutes(instantOf(`${from}T00:00`, zone), start * 15)
        return { startsAt, endsAt: addMinutes(startsAt, length * 15) }
      })
      .filter(({ startsAt, endsAt }) =>
        [startsAt, endsAt].every((each) => Number(instantOf(toLocal(each, zone), zone)) === Number(each)),
      )
    const unit = fc.constantFrom('memberDay' as const, 'memberWeek' as const)
    fc.assert(
      fc.property(unit, stretch, fc.array(stretch, { maxLength: 4 }), (code, asked, others) => {
        const local = ({ startsAt, endsAt }: typeof asked) =>
          [toLocal(startsAt, zone), toLocal(endsAt, zone)] as const
        // Minute by minute: the slow and obvious way.
        const minutes = new Map<string, number>()
        const touched = new Set<string>()
        for (const one of [asked, ...others]) {
          for (let minute = one.startsAt; minute < one.endsAt; minute = addMinutes(minute, 15)) {
            const day = toLocal(minute, zone).slice(0, 10)
            const key = code === 'memberDay' ? day : isoWeek(day)
            minutes.set(key, (minutes.get(key) ?? 0) + 15)
            if (one === asked) touched.add(key)
          }
        }
        const most = Math.max(...[...touched].map((key) => minutes.get(key) ?? 0))
        const [from, until] = local(asked)
        const judge = (cap: number) =>
          refusalCodes({
            ...fine,
            now: new Date('2027-03-01T00:00Z'),
            ...space({
              bookingOpeningHours: null,
              bookingWindowMaxDays: null,
              bookingSlotsPerHour: 4,
              [code === 'memberDay' ? 'bookingMaxMinutesPerMemberDay' : 'bookingMaxMinutesPerMemberWeek']:
                cap,
            }),
            existing: others.map((other) => own(...local(other), { resource: 2 })),
            ...at(from, until),
          }).includes(code)
        expect([judge(most), judge(most - 1)]).toEqual([false, true])
      }),
      { numRuns: 300 },
    )
  })

  test('what decides a request lies within its range', () => {
    expect(rangeOf({ fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' })).toEqual({
      from: '2026-11-30T00:00',
      until: '2026-12-14T00:00',
    })
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
