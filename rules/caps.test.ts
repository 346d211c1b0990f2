import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minutesPerDay, minutesPerWeek, passesCap } from './caps.ts'
import { addDays, instantOf, minutesBetween, slotsOfDay } from './time.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata']
const at = (fromDateTime: string, untilDateTime: string) => ({ fromDateTime, untilDateTime })

test('a time is split at local midnight, and on Sunday between the weeks', () => {
  const night = at('2026-12-06T22:00', '2026-12-07T01:30')
  expect([...minutesPerDay(night, 'Europe/Berlin')]).toEqual([
    ['2026-12-06', 120],
    ['2026-12-07', 90],
  ])
  expect([...minutesPerWeek(night, 'Europe/Berlin')]).toEqual([
    ['2026-W49', 120],
    ['2026-W50', 90],
  ])
  expect([...minutesPerDay(at('2026-12-06T22:00', '2026-12-07T00:00'), 'Europe/Berlin').keys()]).toEqual([
    '2026-12-06',
  ])
})

test.each([
  ['2027-03-28', 23 * 60],
  ['2027-03-29', 24 * 60],
  ['2027-10-31', 25 * 60],
])('%s has %i minutes', (day, minutes) => {
  expect(minutesPerDay(at(`${day}T00:00`, `${addDays(day, 1)}T00:00`), 'Europe/Berlin').get(day)).toBe(
    minutes,
  )
})

describe.each(zones)('in %s', (zone) => {
  const starts = ['2027-03-13', '2027-03-27', '2027-04-03', '2027-09-25', '2027-10-30', '2027-11-06'].flatMap(
    (day) =>
      [day, addDays(day, 1)].flatMap((each) =>
        slotsOfDay(each, zone, 30).filter(({ repeated }) => !repeated),
      ),
  )

  test('sums of days and weeks are the real minutes', () => {
    fc.assert(
      fc.property(fc.nat(starts.length - 1), fc.integer({ min: 1, max: 40 }), (first, length) => {
        const [from, until] = [starts[first]!.from, starts[Math.min(first + length, starts.length - 1)]!.from]
        fc.pre(from < until)
        const real = minutesBetween(instantOf(from, zone), instantOf(until, zone))
        const sum = (minutes: Map<string, number>) => [...minutes.values()].reduce((a, b) => a + b, 0)
        expect([
          sum(minutesPerDay(at(from, until), zone)),
          sum(minutesPerWeek(at(from, until), zone)),
        ]).toEqual([real, real])
      }),
    )
  })
})

test('only days that are asked for count, and no limit is none', () => {
  const asked = at('2026-12-02T10:00', '2026-12-02T11:00')
  const others = [at('2026-12-01T10:00', '2026-12-01T20:00'), at('2026-12-02T12:00', '2026-12-02T13:00')]
  const passes = (cap: number | null) =>
    passesCap({ asked, others, zone: 'Europe/Berlin', cap }, minutesPerDay)
  expect([passes(119), passes(120), passes(null)]).toEqual([true, false, false])
})
