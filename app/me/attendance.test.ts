import { expect, test } from 'vitest'
import type { AttendanceMark } from '../../contracts/staff.ts'
import { type Attendee, markOf, marksForAll, sessionAt, withMarks } from './attendance.ts'

const person = (place: number, change: Partial<Attendee> = {}): Attendee => ({
  place,
  name: `P ${place}`,
  companions: [],
  isMinor: false,
  hasPassed: false,
  marks: [],
  lacks: [],
  waiting: 0,
  ...change,
})
const here = { marks: [{ session: 1, state: 'present' as const, byCode: false }] }
const absent = { marks: [{ session: 1, state: 'absent' as const, byCode: false }] }
const session = (id: number, day: string) => ({
  id,
  fromDateTime: `${day}T10:00`,
  untilDateTime: `${day}T12:00`,
})
const list = (people: Attendee[]) => ({
  id: 9,
  title: { de: 'Kurs', en: 'Course' },
  fromDateTime: '2026-12-01T10:00',
  untilDateTime: '2026-12-08T12:00',
  grants: true,
  sessions: [session(1, '2026-12-01'), session(2, '2026-12-08')],
  people,
})

test('a button for everybody leaves out who is absent, has it already, or lacks a training', () => {
  const people = [
    person(1),
    person(2, here),
    person(3, absent),
    person(4, { ...here, hasPassed: true }),
    person(5, { lacks: ['X'] }),
  ]
  expect(marksForAll(people, 1, 'present').map(({ place }) => place)).toEqual([1, 5])
  expect(marksForAll(people, 1, 'passed').map(({ place }) => place)).toEqual([1, 2])
})

test('twelve people with two exceptions are marked by three taps', () => {
  let shown = list(Array.from({ length: 12 }, (_, index) => person(index + 1)))
  const tap = (marks: { place: number; mark: AttendanceMark }[]) =>
    (shown = withMarks(shown, { session: 1, marks }))
  tap([{ place: 3, mark: 'absent' }])
  tap([{ place: 7, mark: 'present' }])
  tap(marksForAll(shown.people, 1, 'passed').filter(({ place }) => place !== 7))
  const marks = shown.people.map((each) => markOf(each, 1))
  expect([marks[2], marks[6], marks.filter((each) => each === 'passed').length]).toEqual([
    'absent',
    'present',
    10,
  ])
})

test('taking a mark back opens it, and other sessions stay', () => {
  const shown = withMarks(list([person(1, { ...here, hasPassed: true })]), {
    session: 2,
    marks: [{ place: 1, mark: 'open' }],
  })
  expect([markOf(shown.people[0]!, 1), markOf(shown.people[0]!, 2)]).toEqual(['present', 'open'])
})

test.each([
  ['2026-11-30T10:00', 1],
  ['2026-12-01T10:00', 1],
  ['2026-12-08T09:59', 1],
  ['2026-12-08T10:00', 2],
  ['2027-01-01T00:00', 2],
])('at %s the session %i is chosen', (now, id) => expect(sessionAt(list([]), now)).toBe(id))
