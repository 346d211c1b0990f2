import type { Insertable, Selectable } from 'kysely'
import { Course, CourseDate, type CourseSession, MemberCourse } from '../../../contracts/course.ts'
import type {
  CourseDateTable,
  CoursePlaceTable,
  CourseSessionTable,
  CourseTable,
  CourseTrainingTable,
} from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import { decisionTime, hasAgeRule } from '../../../rules/course-place.ts'
import { toDecimal } from '../../../rules/money.ts'
import { dayOf } from '../../../rules/time.ts'

/** Courses, their dates and seats. */
export function createCourseStore(db: Database) {
  return { courses, ofMember, isEmpty, add, addPlaces }

  /** Published courses with dates in order; all of them without `ids`. */
  async function courses(ids?: number[]): Promise<Course[]> {
    if (ids?.length === 0) return []
    const wanted = db.selectFrom('course').selectAll().where('state', '=', 'published').orderBy('id')
    const rows = await (ids ? wanted.where('id', 'in', ids) : wanted).execute()
    const dates = Map.groupBy(await readDates(db, ids), ({ courseId }) => courseId)
    const sessions = Map.groupBy(await readSessions(db, ids), ({ dateId }) => dateId)
    const grants = await readTrainings(db, 'courseTraining', ids)
    const needs = await readTrainings(db, 'courseNeed', ids)
    return rows.map(({ id, ...row }) => ({
      ...factsOf(row),
      id,
      dates: (dates.get(id) ?? []).map((date) => ({
        ...dateOf(date, sessions.get(date.id) ?? []),
        minimum: minimumOf(row, date),
      })),
      grants: grants(id),
      requires: needs(id),
    }))
  }

  /** The places of a member in order of the dates, the latest of each date. One that is not paid yet is none. */
  async function ofMember(member: number): Promise<MemberCourse[]> {
    const rows = await db
      .selectFrom('coursePlace')
      .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
      .distinctOn(['courseDate.fromDateTime', 'coursePlace.dateId'])
      .select(['courseDate.courseId', 'coursePlace.dateId', 'coursePlace.state', 'coursePlace.createdAt'])
      .where('coursePlace.memberId', '=', member)
      .where('coursePlace.state', 'in', Object.keys(shownStates))
      .orderBy('courseDate.fromDateTime')
      .orderBy('coursePlace.dateId')
      .orderBy('coursePlace.id', 'desc')
      .execute()
    return rows.map(({ courseId, dateId, state, createdAt }) => ({
      course_id: courseId,
      date_id: dateId,
      state: MemberCourse.shape.state.parse(shownStates[state]),
      createdAt: createdAt.toISOString(),
    }))
  }

  async function isEmpty(): Promise<boolean> {
    return (await db.selectFrom('course').select('id').limit(1).executeTakeFirst()) === undefined
  }

  async function add(
    courses: Insertable<CourseTable>[],
    dates: Insertable<CourseDateTable>[],
    grants: Insertable<CourseTrainingTable>[] = [],
  ): Promise<void> {
    if (courses.length > 0) await db.insertInto('course').values(courses).execute()
    if (dates.length > 0) await db.insertInto('courseDate').values(dates).execute()
    if (grants.length > 0) await db.insertInto('courseTraining').values(grants).execute()
  }

  async function addPlaces(places: Insertable<CoursePlaceTable>[]): Promise<void> {
    if (places.length > 0) await db.insertInto('coursePlace').values(places).execute()
  }
}

/**
 * The sessions of the dates that a member has or had a place on, by their account or their number, from a time on. Of
 * several places on a date the latest counts.
 */
export async function sessionsOf(db: Database, member: number, from: string): Promise<CourseSession[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .innerJoin('course', 'course.id', 'courseDate.courseId')
    .innerJoin('courseSession', 'courseSession.dateId', 'courseDate.id')
    .distinctOn(['courseSession.fromDateTime', 'courseSession.id'])
    .selectAll('courseSession')
    .select(['courseDate.placeDe as usualDe', 'courseDate.placeEn as usualEn', 'courseDate.sequence'])
    .select(['courseDate.updatedAt', 'courseDate.state as dateState', 'courseDate.courseId'])
    .select(['course.titleDe', 'course.titleEn', 'coursePlace.state', 'coursePlace.cancelledAt'])
    .where((is) =>
      is.or([
        is('coursePlace.memberId', '=', member),
        is(
          'coursePlace.subject',
          'in',
          is.selectFrom('accountLink').select('subject').where('accountLink.memberId', '=', member),
        ),
      ]),
    )
    .where('coursePlace.state', 'in', ['booked', 'attended', 'missed', 'cancelled'])
    .where('courseSession.fromDateTime', '>=', from)
    .orderBy('courseSession.fromDateTime')
    .orderBy('courseSession.id')
    .orderBy('coursePlace.id', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => {
    const usual = { de: row.usualDe, en: row.usualEn || row.usualDe }
    const changed = row.cancelledAt && row.cancelledAt > row.updatedAt ? row.cancelledAt : row.updatedAt
    return {
      id: row.id,
      courseId: row.courseId,
      title: { de: row.titleDe, en: row.titleEn },
      ...timesOf(row, usual),
      sequence: row.sequence,
      updatedAt: changed.toISOString(),
      isCancelled: row.state === 'cancelled' || row.dateState === 'cancelled',
    }
  })
}

/** What the row of a course says. */
function factsOf(row: Omit<Selectable<CourseTable>, 'id'>) {
  return {
    kind: Course.shape.kind.parse(row.kind),
    title: { de: row.titleDe, en: row.titleEn },
    story: row.story,
    grade: row.grade,
    trainer: row.trainer,
    price: toDecimal(row.priceCents),
    memberPrice: row.memberPriceCents === null ? null : toDecimal(row.memberPriceCents),
    minAge: row.minAge,
    accompaniedBelow: row.accompaniedBelow,
    hasAgeRule: hasAgeRule(row),
    freeCancelDays: row.freeCancelDays,
    lateRefundPercent: row.lateRefundPercent,
  }
}

/** The number of people that a date needs to take place, while that is open. */
function minimumOf(
  { minParticipants: participants, decideDaysBefore }: Omit<Selectable<CourseTable>, 'id'>,
  { minimumDecidedAt, fromDateTime: begins, state }: Selectable<CourseDateTable>,
): CourseDate['minimum'] {
  if (participants === null || minimumDecidedAt !== null || state !== 'planned') return null
  return { participants, decidedOn: dayOf(decisionTime({ begins, decideDaysBefore })) }
}

/** What `GET /member/course/get` says of a state; it knows four. */
const shownStates: Record<string, MemberCourse['state']> = {
  waiting: 'waiting',
  offered: 'waiting',
  booked: 'booked',
  missed: 'booked',
  attended: 'attended',
  cancelled: 'cancelled',
}

/** Returns the dates of courses in order; those of all courses without `ids`. */
function readDates(db: Database, ids?: number[]) {
  return db
    .selectFrom('courseDate')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('courseId', 'in', ids as number[]))
    .orderBy('fromDateTime')
    .orderBy('id')
    .execute()
}

/** Returns the sessions of all dates of courses, in order. */
function readSessions(db: Database, ids?: number[]) {
  return db
    .selectFrom('courseSession')
    .innerJoin('courseDate', 'courseDate.id', 'courseSession.dateId')
    .selectAll('courseSession')
    .$if(ids !== undefined, (query) => query.where('courseId', 'in', ids as number[]))
    .orderBy('dateId')
    .orderBy('position')
    .execute()
}

/** Returns a function that gives what a course grants or needs. */
async function readTrainings(db: Database, table: 'courseTraining' | 'courseNeed', ids?: number[]) {
  const rows = await db
    .selectFrom(table)
    .select(['courseId', 'trainingId'])
    .$if(ids !== undefined, (query) => query.where('courseId', 'in', ids as number[]))
    .orderBy('trainingId')
    // Columns of a view have no constraint.
    .$narrowType<{ courseId: number; trainingId: number }>()
    .execute()
  const byCourse = Map.groupBy(rows, ({ courseId }) => courseId)
  return (course: number) => (byCourse.get(course) ?? []).map(({ trainingId }) => trainingId)
}

function dateOf(
  row: Selectable<CourseDateTable>,
  sessions: Selectable<CourseSessionTable>[],
): Omit<CourseDate, 'minimum'> {
  const place = { de: row.placeDe, en: row.placeEn || row.placeDe }
  const state = CourseDate.shape.state.parse(row.state)
  return {
    id: row.id,
    fromDateTime: row.fromDateTime,
    untilDateTime: row.untilDateTime,
    seats: row.seats,
    freeSeats: state === 'planned' ? row.seats - row.reservedSeats - row.taken : 0,
    place,
    language: CourseDate.shape.language.parse(row.language),
    updatedAt: row.updatedAt.toISOString(),
    state,
    sequence: row.sequence,
    movedFrom: row.movedFrom.at(-1) ?? null,
    signUpUntil: row.signUpUntil,
    sessions: sessions.map((session) => ({ id: session.id, ...timesOf(session, place) })),
  }
}

/** When and where a session is. @param usual the place of its date */
function timesOf(
  { fromDateTime, untilDateTime, placeDe, placeEn }: Selectable<CourseSessionTable>,
  usual: CourseDate['place'],
) {
  const place = placeDe === null ? usual : { de: placeDe, en: placeEn || placeDe }
  return { fromDateTime, untilDateTime, place }
}
