import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { AttendanceList, AttendanceMark, SessionMarks, StaffDate } from '../../../contracts/staff.ts'
import type { Caller as Person } from '../../../platform/auth/access-token.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { isLinkOpen, listDays, undoDays } from '../../../rules/attendance.ts'
import { isUnderAge } from '../../../rules/contact.ts'
import { earlyMinutes, mayMark, secondsOfCode } from '../../../rules/course-check-in.ts'
import { addDays, type Day, dayOf } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { type Here, hereOf } from '../places/seats.ts'
import { requireStaff, signatureOf, signatureOfRow } from '../staff/staff.ts'
import { findById, type Staff } from '../staff/staff.store.ts'
import * as trainings from '../trainings/trainings.store.ts'
import { orIfAway } from '../workshop.ts'
import * as store from './attendance.store.ts'
import type { CheckInCodes } from './check-in-codes.ts'
import { openSession } from './check-in.ts'
import type { ListLinks } from './list-links.ts'
import { storeMark } from './marking.ts'
import { give, type Given, givenFor, isBarred, lacksOf, personOf } from './passing.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  /** Something was given or revoked: the workshop system learns it soon. */
  trainingsChanged: () => void
  codes: CheckInCodes
  links: ListLinks
}

/** A date with somebody who may see and mark its people. */
interface Run {
  date: store.RunDate
  here: Here
  /** The name under which they sign. */
  signature: () => Promise<string>
}

/** Calls of staff about the people of their dates: reading the list, and marking attendance. */
export function attendanceHandlers({ callers, ordering, trainingsChanged, codes, links }: Options) {
  const { db } = ordering
  return {
    async staffDates({ person }) {
      const { role, courses } = await requireStaff(person, { db })
      const since = addDays(dayOf((await hereOf(ordering)).local), -listDays)
      const dates = await store.datesSince(db, `${since}T00:00`, role === 'manager' ? null : courses)
      return dates.map(toStaffDate)
    },
    attendance: async ({ person, query: { dateId } }) => listOf(ordering, await runBy(person, dateId)),
    attendanceCode: async ({ person, query: { dateId } }) => codeOf(await runBy(person, dateId)),
    markAttendance: async ({ person, body }) => mark(await runBy(person, body.dateId), body),
    linkedAttendance: async ({ body: { token } }) => listOf(ordering, await runBehind(token)),
    linkedCode: async ({ body: { token } }) => codeOf(await runBehind(token)),
    linkedMarks: async ({ body }) => mark(await runBehind(body.token), body),
  } satisfies Partial<Handlers<BackendApi>>

  function codeOf({ date, here }: Run) {
    openSession(date, here)
    return { code: codes.of(date.id, here.now), seconds: secondsOfCode(here.now) }
  }

  async function mark(run: Run, marks: SessionMarks) {
    await markAttendance(ordering, run.date, marks, { by: await run.signature(), here: run.here })
    trainingsChanged()
    return listOf(ordering, run)
  }

  /**
   * The date, when the caller runs it.
   * @throws Problem `forbidden` for an account that is none of the staff, `notFound` for dates of others, as for unknown ones, and
   *   for a trainer 14 days after the date
   */
  async function runBy(person: Person, dateId: number): Promise<Run> {
    const staff = await requireStaff(person, { db })
    const here = await hereOf(ordering)
    const date = await dateOf(staff, dateId, here)
    const signature = () => signatureOf(person, staff, { callers, connector: ordering.connector })
    return { date, here, signature }
  }

  /**
   * The date that a link opens, as long as its person runs it.
   * @throws Problem `notFound` for a link that is forged, or over 24 hours after the date, or of somebody who does not run the
   *   date any more
   */
  async function runBehind(token: string): Promise<Run> {
    const named = links.named(token)
    const staff = named && (await findById(db, named.staffId))
    if (!staff || !links.isGenuine(token, staff, named.dateId)) throw new Problem('notFound')
    const here = await hereOf(ordering)
    const date = await dateOf(staff, named.dateId, here)
    if (!isLinkOpen(date, { now: here.now, zone: here.space.timezone })) throw new Problem('notFound')
    const signature = () => signatureOfRow(staff, { callers, connector: ordering.connector })
    return { date, here, signature }
  }

  async function dateOf(staff: Staff, dateId: number, { local }: Here): Promise<store.RunDate> {
    const date = await store.findDate(db, dateId)
    if (!date || date.state === 'cancelled') throw new Problem('notFound')
    const isOver = addDays(dayOf(date.untilDateTime), listDays) < dayOf(local)
    const isTheirs = staff.role === 'manager' || (staff.courses.includes(date.courseId) && !isOver)
    if (!isTheirs) throw new Problem('notFound')
    return date
  }
}

/**
 * Stores marks of one session in one transaction. Whoever passes gets what the course grants, and a certificate; a mark that
 * takes this back revokes both. While the workshop system is away, a job gives them later (`givePassed`).
 * @throws Problem `notFound` for a session or a place of another date, `tooEarly` long before the session, `conflict` for a change of what was passed, later
 *   than seven days after the date
 */
export async function markAttendance(
  parts: Ordering,
  date: store.RunDate,
  { session, marks }: SessionMarks,
  { by, here }: { by: string; here: Here },
): Promise<void> {
  const { db, clock } = parts
  const marked = date.sessions.find(({ id }) => id === session)
  if (!marked) throw new Problem('notFound', { errors: [unknown('session')] })
  const isEarly = !mayMark(marked, here.now, here.space.timezone)
  if (isEarly && marks.some(({ mark }) => mark !== 'open'))
    throw new Problem('tooEarly', { params: { minutes: earlyMinutes } })
  const wanted = new Map(marks.map(({ place, mark }) => [place, mark]))
  const places = (await store.placesOf(db, date.id)).filter(({ id }) => wanted.has(id))
  if (places.length < wanted.size) throw new Problem('notFound', { errors: [unknown('marks')] })
  const passing = places.filter(({ id }) => wanted.get(id) === 'passed')
  const all = await orIfAway(givenFor(parts, date, passing, { by }), null)
  await db.transaction().execute(async (tx) => {
    for (const place of await store.lockPlaces(tx, date.id, [...wanted.keys()])) {
      const mark = wanted.get(place.id) ?? 'open'
      const given = all && (all.get(place.id) ?? nothing)
      await markPlace(tx, date, { place, session, mark, by, today: dayOf(here.local), now: clock(), given })
    }
  })
}

interface Marked {
  place: { id: number; state: string }
  session: number
  mark: AttendanceMark
  by: string
  today: Day
  now: Date
  /** What the place gets when it passes; null = the workshop system is away, and a job gives it later. */
  given: Given | null
}

const nothing: Given = { grants: [], holderName: null }

/** Stores a mark of a place, which is locked, with all that follows from it. @throws Problem `conflict` */
async function markPlace(tx: Tx, date: store.RunDate, marked: Marked): Promise<void> {
  const { place, session, mark, by, today, now, given } = marked
  const { id, state } = place
  const before = await store.marksOfPlace(tx, id)
  // A session that is added later leaves it as it is; the same mark without `passed` takes it back.
  const isAdded = mark === 'present' && before.get(session) !== 'present'
  const lacks = isBarred(given ?? nothing)
  const hasPassed = state === 'attended' ? mark === 'passed' || isAdded : mark === 'passed' && !lacks
  const next = await storeMark(tx, date, { place: id, session, mark, by, now, hasPassed })
  if (state === 'attended' && next !== 'attended') {
    if (today > addDays(dayOf(date.untilDateTime), undoDays)) throw new Problem('conflict')
    const how = { revokedOn: today, revokedBy: by, revokeReason: trainings.undone }
    await trainings.revokeForPlace(tx, { place: id, ...how })
  }
  // A place that passed before already has its training.
  if (next !== 'attended' || mark !== 'passed' || lacks) return
  if (given === null) {
    // Somebody who has passed before lacks nothing.
    if (state !== 'attended') await store.setPassed(tx, id, { passedOn: today, passedBy: by })
    return
  }
  await give(tx, id, given, { by, now })
  await store.setPassed(tx, id, { passedOn: null, passedBy: null })
}

/** Returns the people of a date with their marks, also while the workshop system is away. */
export async function listOf(
  parts: Ordering,
  { date, here }: Pick<Run, 'date' | 'here'>,
): Promise<AttendanceList> {
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
        marks: (marks.get(place.id) ?? []).map(({ sessionId, state, source }) => ({
          session: sessionId,
          state: state === 'present' ? ('present' as const) : ('absent' as const),
          byCode: source === 'code',
        })),
        lacks: await lacksOf(parts, date, place, here),
        // Without a training there is still the certificate.
        waiting: place.passedOn === null ? (waiting.get(place.id) ?? 0) : Math.max(date.grants.length, 1),
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
