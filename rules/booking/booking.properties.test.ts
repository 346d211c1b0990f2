import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, fine, own, package_, space, taken } from './booking.fixture.ts'
import { type BookingCase, refusalCodes, refusals } from './booking.ts'
import { addDays, addMinutes, instantOf, minutesBetween, slotsOfDay, toInstant, toLocal } from '../time.ts'

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
    existing: others.map(([times, isOwn, equipment]) =>
      taken(times.fromDateTime, times.untilDateTime, { equipment, member: isOwn ? 7 : 5 }),
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
      const day = next.slice(0, 10)
      const between = [addDays(day, -1), day]
        .flatMap((each) => slotsOfDay(each, zone, 30))
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
      // Weeks since the one of 1 January 1970, a Thursday.
      const weekOf = (day: string) => Math.floor((Date.parse(day) / 86_400_000 + 3) / 7)
      // Minute by minute: the slow and obvious way.
      const minutes = new Map<string, number>()
      const touched = new Set<string>()
      for (const one of [asked, ...others]) {
        for (let minute = one.startsAt; minute < one.endsAt; minute = addMinutes(minute, 15)) {
          const day = toLocal(minute, zone).slice(0, 10)
          const key = code === 'memberDay' ? day : String(weekOf(day))
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
            [code === 'memberDay' ? 'bookingMaxMinutesPerMemberDay' : 'bookingMaxMinutesPerMemberWeek']: cap,
          }),
          existing: others.map((other) => own(...local(other), { equipment: 2 })),
          ...at(from, until),
        }).includes(code)
      expect([judge(most), judge(most - 1)]).toEqual([false, true])
    }),
    { numRuns: 300 },
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

function halfHour(day: string, index: number): string {
  return `${addDays(day, Math.floor(index / 48))}T${String(Math.floor((index % 48) / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`
}
