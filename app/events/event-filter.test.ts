import { expect, test } from 'vitest'
import { comingEntries, filtered, filterQuery, isFiltered, noFilter, readFilter } from './event-filter.ts'
import { daysOf } from './event-days.ts'
import { aCourse, aDate } from './events.fixture.ts'

const read = (query: string) =>
  readFilter(new URLSearchParams(query), { topics: ['wood', 'metal'], grades: ['beginner', 'expert'] })

const courses = [
  aCourse(1, [
    aDate(102, '2026-12-01'),
    aDate(101, '2026-11-20'),
    aDate(103, '2026-12-09', { freeSeats: 0 }),
  ]),
  aCourse(2, [aDate(201, '2026-12-01'), aDate(202, '2027-01-05', { language: 'en' })], {
    kind: 'workshop',
    grade: 'expert',
  }),
  aCourse(3, [aDate(301, '2026-12-05')], { kind: 'event', grade: null }),
]
const coming = comingEntries(courses, '2026-11-25T12:00')
const topicOf = new Map([
  [1, 'metal'],
  [2, 'wood'],
])
const idsOf = (query: string) => filtered(coming, read(query).filter, topicOf).map(({ date }) => date.id)

test('future and running dates, in order of time, then of courses', () => {
  expect(coming.map(({ date }) => date.id)).toEqual([102, 201, 301, 103, 202])
  const running = comingEntries(courses, '2026-12-01T19:59').map(({ date }) => date.id)
  expect(running).toEqual([102, 201, 301, 103, 202])
  expect(comingEntries(courses, '2026-12-01T20:00').map(({ date }) => date.id)).toEqual([301, 103, 202])
})

test.each([
  ['', [102, 201, 301, 103, 202]],
  ['kind=training', [102, 103]],
  ['kind=event', [301]],
  ['topic=wood', [201, 202]],
  ['topic=metal&kind=workshop', []],
  ['month=2026-12', [102, 201, 301, 103]],
  ['month=2027-01', [202]],
  ['month=2030-01', []],
  ['language=en', [202]],
  ['grade=expert', [201, 202]],
  ['free=1', [102, 201, 301, 202]],
  ['kind=training&free=1&month=2026-12&language=de&grade=beginner', [102]],
  ['kind=workshop&language=en&month=2026-12', []],
])('?%s leaves %j', (query, ids) => {
  expect(idsOf(query)).toEqual(ids)
})

test.each([
  ['kind=party', ['kind']],
  ['topic=party', ['topic']],
  ['month=2026-13&grade=__proto__', ['month', 'grade']],
  ['month=12', ['month']],
  ['language=fr&free=yes&view=week', ['language', 'free', 'view']],
  ['kind=event&kind=training', ['kind']],
  ['kind=&month=&utm_source=x', []],
])('?%s: unknown values are ignored and named %j', (query, names) => {
  expect(read(query)).toEqual({ filter: noFilter, ignored: names })
})

test('an address round-trips its filter', () => {
  const filter = { ...noFilter, kind: 'event', month: '2026-12', free: true, view: 'month' } as const
  expect(filterQuery(filter)).toBe('?kind=event&month=2026-12&free=1&view=month')
  expect(read(filterQuery(filter).slice(1)).filter).toEqual(filter)
  expect(filterQuery(noFilter)).toBe('')
  expect([isFiltered({ ...noFilter, view: 'month' }), isFiltered(filter)]).toEqual([false, true])
})

test.each([
  ['one day', '2026-12-03T18:00', '2026-12-03T20:00', ['2026-12-03']],
  ['a weekend', '2026-12-26T09:00', '2026-12-27T17:00', ['2026-12-26', '2026-12-27']],
  ['over a month', '2027-01-31T09:00', '2027-02-02T17:00', ['2027-01-31', '2027-02-01', '2027-02-02']],
  ['a night', '2026-12-04T20:00', '2026-12-05T02:00', ['2026-12-04']],
])('the days of %s', (_, fromDateTime, untilDateTime, days) => {
  expect(daysOf({ fromDateTime, untilDateTime })).toEqual(days)
})

test('a date over the end of a month is one of both months', () => {
  const over = aDate(401, '2027-01-31', { untilDateTime: '2027-02-01T17:00' })
  const [entry] = comingEntries([aCourse(4, [over])], '2026-11-25T12:00')
  const inMonth = (month: string) => filtered(entry ? [entry] : [], { ...noFilter, month }, new Map())
  expect([inMonth('2027-01'), inMonth('2027-02'), inMonth('2027-03')].map(({ length }) => length)).toEqual([
    1, 1, 0,
  ])
})
