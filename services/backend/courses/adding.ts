import type { LocalTime } from '../../../contracts/booking.ts'
import type { NewCourse, NewDates } from '../../../contracts/new-course.ts'
import { Problem, wrongField } from '../../../contracts/problem.ts'
import { addDays, toInstant, toLocal } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import * as store from './adding.store.ts'

type Parts = Pick<Ordering, 'db' | 'connector' | 'clock'>

/**
 * Creates a course. @returns its number
 * @throws Problem `conflict` where a course has this title, `invalidInput` for a training that does not exist,
 *   `upstreamUnavailable`
 */
export async function addCourse({ db, connector }: Parts, course: NewCourse): Promise<number> {
  const { title, vatNote, grants, requires, ...rules } = course
  await checkTrainings(connector, { grants, requires })
  const row = { ...rules, titleDe: title.de, titleEn: title.en }
  const note = { vatNoteDe: vatNote?.de ?? null, vatNoteEn: vatNote?.en ?? null }
  const id = await db
    .transaction()
    .execute((tx) => store.addCourse(tx, { ...row, ...note }, { grants, requires }))
  if (id === null) throw new Problem('conflict')
  return id
}

/** @throws Problem `invalidInput` for a training that does not exist, `upstreamUnavailable` */
export async function checkTrainings(
  connector: Parts['connector'],
  trainings: { grants: number[]; requires: number[] },
): Promise<void> {
  const all = Object.entries(trainings)
  const known = all.some(([, ids]) => ids.length > 0) ? await connector.trainingCourses() : []
  for (const [field, ids] of all)
    if (ids.some((id) => !known.some((each) => each.id === id))) throw wrongField(field, 'ids of trainings')
}

/**
 * Adds dates to a course: one, or a series of as many weeks on the wall clock of the space. A date that begins when the
 * course has one already is that one, so a repeat adds nothing.
 * @returns their numbers, in order
 * @throws Problem `notFound`, `invalidInput` for times that are past, out of order, or that the clocks skip,
 *   `upstreamUnavailable`
 */
export async function addDates({ db, connector, clock }: Parts, dates: NewDates): Promise<number[]> {
  const [space] = await connector.spaces()
  if (!space) throw new Error('there is no space')
  const now = clock()
  const { courseId, sessions, seats, reservedSeats, minSessions, place, language, weeks } = dates
  const times = sessions.flatMap(({ fromDateTime, untilDateTime }) => [fromDateTime, untilDateTime])
  const isInOrder = times.every((time, index) => time > (times[index - 1] ?? toLocal(now, space.timezone)))
  if (!isInOrder) throw wrongField('sessions', 'times to come, in order')
  if (reservedSeats > seats) throw wrongField('reservedSeats', 'no more than seats')
  if ((minSessions ?? 0) > sessions.length) throw wrongField('minSessions', 'no more than sessions')
  const series = Array.from({ length: weeks }, (_, week) =>
    sessions.map(({ fromDateTime, untilDateTime }) => ({
      fromDateTime: later(fromDateTime, week),
      untilDateTime: later(untilDateTime, week),
    })),
  )
  if (series.flat().some((each) => !toInstant(each.fromDateTime, space.timezone)))
    throw wrongField('sessions', 'times that the clocks do not skip')
  return db.transaction().execute(async (tx) => {
    if (!(await store.hasCourse(tx, courseId))) throw new Problem('notFound')
    const ids: number[] = []
    for (const evenings of series) {
      const [first] = evenings
      if (first)
        ids.push(
          await store.addDate(tx, {
            courseId,
            ...first,
            sessions: evenings,
            seats,
            reservedSeats,
            minSessions: minSessions ?? null,
            ...(place && { placeDe: place.de, placeEn: place.en }),
            language,
            updatedAt: now,
          }),
        )
    }
    return ids
  })
}

/** The same time so many weeks later. */
function later(time: LocalTime, weeks: number): LocalTime {
  return `${addDays(time.slice(0, 10), 7 * weeks)}${time.slice(10)}`
}
