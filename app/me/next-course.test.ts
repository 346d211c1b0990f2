import { expect, test } from 'vitest'
import { Course } from '../../contracts/course.ts'
import { comingSessions } from './next-course.tsx'

const session = (id: number, day: string) => ({
  id,
  fromDateTime: `${day}T18:00`,
  untilDateTime: `${day}T20:00`,
  place: { de: '', en: '' },
})
const date = (id: number, days: string[], state = 'planned') => ({
  id,
  fromDateTime: `${days[0]}T18:00`,
  untilDateTime: `${days.at(-1)}T20:00`,
  seats: 8,
  freeSeats: 2,
  place: { de: '', en: '' },
  language: 'de',
  updatedAt: '2026-11-01T10:00:00Z',
  state,
  sessions: days.length > 1 ? days.map((day, index) => session(id * 10 + index, day)) : [],
})
const course = (id: number, dates: object[]) =>
  Course.parse({
    id,
    kind: 'workshop',
    title: { de: '', en: '' },
    story: null,
    grade: null,
    dates,
    price: '0.00',
    trainer: null,
  })
const courses = [
  course(1, [date(11, ['2026-11-20', '2026-12-04', '2026-12-11']), date(12, ['2026-12-01'], 'cancelled')]),
  course(2, [date(21, ['2026-11-28']), date(22, ['2026-11-27']), date(23, ['2026-11-29'])]),
]
const place = (course_id: number, date_id: number, state: 'booked' | 'waiting' = 'booked') => ({
  course_id,
  date_id,
  state,
  createdAt: '2026-11-01T10:00:00Z',
})

test('lists the next session of each booked date in order, today included', () => {
  const places = [
    place(1, 11),
    place(1, 12),
    place(2, 21),
    place(2, 22),
    place(2, 23, 'waiting'),
    place(3, 31),
  ]
  const coming = comingSessions(courses, places, '2026-11-28')
  expect(coming.map(({ course, session }) => [course.id, session.fromDateTime])).toEqual([
    [2, '2026-11-28T18:00'],
    [1, '2026-12-04T18:00'],
  ])
})
