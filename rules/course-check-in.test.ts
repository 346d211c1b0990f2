import { expect, test } from 'vitest'
import { codeMinutes, mayMark, secondsOfCode, sessionToCheckIn } from './course-check-in.ts'

const zone = 'Europe/Berlin'
const sessions = [
  { id: 1, fromDateTime: '2026-12-01T18:00', untilDateTime: '2026-12-01T20:00' },
  { id: 2, fromDateTime: '2026-12-01T20:30', untilDateTime: '2026-12-01T22:00' },
  { id: 3, fromDateTime: '2026-12-08T18:00', untilDateTime: '2026-12-08T20:00' },
]

test.each([
  ['16:59:59', null],
  ['17:00:00', 1],
  ['19:59:59', 1],
  ['20:00:00', 2],
  ['21:59:59', 2],
  ['22:00:00', null],
])('at %s people check in for session %s', (time, session) => {
  const now = new Date(`2026-12-01T${time}+01:00`)
  expect(sessionToCheckIn(sessions, now, zone)?.id ?? null).toBe(session)
})

test.each([
  ['2026-12-01T16:59:59+01:00', [false, false, false]],
  ['2026-12-01T17:00:00+01:00', [true, false, false]],
  ['2026-12-05T12:00:00+01:00', [true, true, false]],
])('at %s the sessions may be marked: %j', (time, marked) =>
  expect(sessions.map((each) => mayMark(each, new Date(time), zone))).toEqual(marked),
)

test('an hour is an hour when the clock changes', () => {
  // At three it is two again; the session begins at half past three.
  const night = { fromDateTime: '2026-10-25T03:30', untilDateTime: '2026-10-25T05:00' }
  expect(mayMark(night, new Date('2026-10-25T01:29:59Z'), zone)).toBe(false)
  expect(mayMark(night, new Date('2026-10-25T01:30:00Z'), zone)).toBe(true)
})

test.each([
  ['10:00:00.000', 60, 0],
  ['10:00:00.001', 60, 0],
  ['10:00:59.999', 1, 0],
  ['10:01:00.000', 60, 1],
])('at %s the code is shown for %d more seconds', (time, seconds, later) => {
  const now = new Date(`2026-12-01T${time}Z`)
  const [first] = codeMinutes(new Date('2026-12-01T10:00Z'))
  expect([secondsOfCode(now), codeMinutes(now)]).toEqual([seconds, [first + later, first + later - 1]])
})
