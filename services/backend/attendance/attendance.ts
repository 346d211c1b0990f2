import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { AttendanceList, AttendanceMarks, StaffDate } from '../../../contracts/staff.ts'
import type { Caller as Person } from '../../../platform/auth/access-token.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { attendedState, listDays, undoDays } from '../../../rules/attendance.ts'
import { isUnderAge } from '../../../rules/contact.ts'
import { addDays, dayOf } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { type Here, hereOf } from '../places/seats.ts'
import { requireStaff, signatureOf } from '../staff/staff.ts'
import * as trainings from '../trainings/trainings.store.ts'
import * as store from './attendance.store.ts'
import { draftsFor, lacksOf, personOf } from './passing.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  /** Something was given or revoked: the workshop system learns it soon. */
  trainingsChanged: () => void
}

/** Calls of staff about the people of their dates: reading the list, and marking attendance. */
export function attendanceHandlers({ callers, ordering, trainingsChanged }: Options) {
  const { db } = ordering
  return {
    async staffDates({ person }) {
      const { role, courses } = await requireStaff(person, { db })
      const since = addDays(dayOf((await hereOf(ordering)).local), -listDays)
      const dates = await store.datesSince(db, `${since}T00:00`, role === 'manager' ? null : courses)
      return dates.map(toStaffDate)
    },
    async attendance({ person, query: { dateId } }) {
      const here = await hereOf(ordering)
      const { date } = await runBy(person, dateId, here)
      return listOf(ordering, date, here)
    },
    async markAttendance({ person, body }) {
      const here = await hereOf(ordering)
      const { date, staff } = await runBy(person, body.dateId, here)
      const by = await signatureOf(person, staff, { callers, connector: ordering.connector })
      await markAttendance(ordering, date, body, { by, here })
      trainingsChanged()
      return listOf(ordering, date, here)
    },
  } satisfies Partial<Handlers<BackendApi>>

  /**
   * The date, when the caller runs it.
   * @throws Problem `forbidden` for an account that is none of the staff, `notFound` for dates of others, as for unknown ones, and
   *   for a trainer 14 days after the date
   */
  async function runBy(person: Person, dateId: number, { local }: Here) {
    const staff = await requireStaff(person, { db })
    const date = await store.findDate(db, dateId)
    if (!date || date.state === 'cancelled') throw new Problem('notFound')
    const isOver = addDays(dayOf(date.untilDateTime), listDays) < dayOf(local)
    const isTheirs = staff.role === 'manager' || (staff.courses.includes(date.courseId) && !isOver)
    if (!isTheirs) throw new Problem('notFound')
    return { staff, date }
  }
}

/**
 * Stores marks of one session in one transaction. Whoever passes gets what the course grants; a mark that takes this back
 * revokes it.
 * @throws Problem `notFound` for a session or a place of another date, `conflict` for a change of what was passed, later
 *   than seven days after the date
 */
export async function markAttendance(
  parts: Ordering,
  date: store.RunDate,
  { session, marks }: AttendanceMarks,
  { by, here }: { by: string; here: Here },
): Promise<void> {
  const { db, clock } = parts
  if (!date.sessions.some(({ id }) => id === session))
    throw new Problem('notFound', { errors: [unknown('session')] })
  const wanted = new Map(marks.map(({ place, mark }) => [place, mark]))
  const places = (await store.placesOf(db, date.id)).filter(({ id }) => wanted.has(id))
  if (places.length < wanted.size) throw new Problem('notFound', { errors: [unknown('marks')] })
  const passing = places.filter(({ id }) => wanted.get(id) === 'passed')
  const drafts = await draftsFor(parts, date, passing, by)
  const mayUndo = dayOf(here.local) <= addDays(dayOf(date.untilDateTime), undoDays)
  await db.transaction().execute(async (tx) => {
    for (const { id, state } of await store.lockPlaces(tx, date.id, [...wanted.keys()])) {
      const mark = wanted.get(id) ?? 'open'
      const grants = drafts.get(id) ?? []
      const isBarred = grants.some(({ lacks }) => lacks.length > 0)
      const before = await ownMarks(tx, id)
      // A session that is added later leaves it as it is; the same mark without `passed` takes it back.
      const isAdded = mark === 'present' && before.get(session) !== 'present'
      const hasPassed = mark === 'passed' ? !isBarred : state === 'attended' && isAdded
      const row = { placeId: id, sessionId: session, markedBy: by, markedAt: clock() }
      await store.mark(tx, {
        ...row,
        state: mark === 'open' ? null : mark === 'absent' ? 'absent' : 'present',
      })
      const own = [...(await ownMarks(tx, id)).values()]
      const next = attendedState({
        sessions: date.sessions.length,
        least: date.minSessions,
        present: own.filter((each) => each === 'present').length,
        absent: own.filter((each) => each === 'absent').length,
        hasPassed,
      })
      if (state === 'attended' && next !== 'attended') {
        if (!mayUndo) throw new Problem('conflict')
        const how = { revokedOn: dayOf(here.local), revokedBy: by, revokeReason: trainings.undone }
        await trainings.revokeForPlace(tx, { place: id, ...how })
      }
      await store.setState(tx, id, next)
      if (next === 'attended')
        for (const { lacks: _, ...grant } of grants)
          await trainings.insert(tx, { ...grant, source: 'course', placeId: id })
    }
  })

  async function ownMarks(tx: Tx, place: number): Promise<Map<number, string>> {
    const all = await store.marksOf(tx, date.id)
    return new Map(
      all.filter(({ placeId }) => placeId === place).map(({ sessionId, state }) => [sessionId, state]),
    )
  }
}

async function listOf(parts: Ordering, date: store.RunDate, here: Here): Promise<AttendanceList> {
  const { db } = parts
  const places = await store.placesOf(db, date.id)
  const marks = Map.groupBy(await store.marksOf(db, date.id), ({ placeId }) => placeId)
  const waiting = await trainings.waitingByPlace(
    db,
    places.map(({ id }) => id),
  )
  const people = await Promise.all(
    places.map(async (place) => {
      const { name, bornOn } = await personOf(parts, place)
      return {
        place: place.id,
        name,
        companions: place.companions,
        isMinor: isUnderAge(bornOn, dayOf(date.fromDateTime)),
        hasPassed: place.state === 'attended',
        marks: (marks.get(place.id) ?? []).map(({ sessionId, state }) => ({
          session: sessionId,
          state: state === 'present' ? ('present' as const) : ('absent' as const),
        })),
        lacks: await lacksOf(parts, date, place, here),
        waiting: waiting.get(place.id) ?? 0,
      }
    }),
  )
  return {
    ...toStaffDate(date),
    grants: date.grants.length > 0,
    sessions: date.sessions,
    people: people.toSorted((one, other) => one.name.localeCompare(other.name)),
  }
}

function toStaffDate(row: {
  id: number
  titleDe: string
  titleEn: string
  fromDateTime: string
  untilDateTime: string
}): StaffDate {
  const { id, fromDateTime, untilDateTime } = row
  return { id, title: { de: row.titleDe, en: row.titleEn }, fromDateTime, untilDateTime }
}

function unknown(field: string) {
  return { field, message: 'of this date' }
}
