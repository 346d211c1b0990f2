import type { Insertable, Selectable } from 'kysely'
import { Course, CourseDate, MemberCourse } from '../../../contracts/course.ts'
import type { CourseDateTable, CourseTable, CourseTrainingTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'

/** Courses, their dates and seats. */
export function createCourseStore(db: Database) {
  return { courses, ofMember, isEmpty, add, addPlaces }

  /** Courses with dates in order; all of them without `ids`. */
  async function courses(ids?: number[]): Promise<Course[]> {
    if (ids?.length === 0) return []
    const wanted = db.selectFrom('course').selectAll().orderBy('id')
    const rows = await (ids ? wanted.where('id', 'in', ids) : wanted).execute()
    const dates = await readDates(db, ids)
    const ofCourse = Map.groupBy(dates, (date) => date.courseId)
    const grants = await readGrants(db, ids)
    return rows.map(({ titleDe, titleEn, priceCents, kind, ...row }) => ({
      ...row,
      kind: Course.shape.kind.parse(kind),
      title: { de: titleDe, en: titleEn },
      price: (priceCents / 100).toFixed(2),
      dates: (ofCourse.get(row.id) ?? []).map(dateOf),
      grants: (grants.get(row.id) ?? []).map(({ trainingId }) => trainingId),
    }))
  }

  /** The seats of a member, in order of the dates. */
  async function ofMember(member: number): Promise<MemberCourse[]> {
    const rows = await db
      .selectFrom('memberCourse')
      .innerJoin('courseDate', 'courseDate.id', 'memberCourse.dateId')
      .select(['courseDate.courseId', 'memberCourse.dateId', 'memberCourse.state', 'memberCourse.createdAt'])
      .where('memberCourse.memberId', '=', member)
      .orderBy('courseDate.fromDateTime')
      .orderBy('memberCourse.dateId')
      .execute()
    return rows.map(({ courseId, dateId, state, createdAt }) => ({
      course_id: courseId,
      date_id: dateId,
      state: MemberCourse.shape.state.parse(state),
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

  async function addPlaces(places: { memberId: number; dateId: number; state: string; createdAt: Date }[]) {
    if (places.length > 0) await db.insertInto('memberCourse').values(places).execute()
  }
}

/** Returns the dates of courses with the number of their taken seats, in order; those of all courses without `ids`. */
function readDates(db: Database, ids?: number[]) {
  return db
    .selectFrom('courseDate')
    .selectAll('courseDate')
    .select((date) =>
      date
        .selectFrom('memberCourse')
        .select((place) => place.fn.countAll<string>().as('taken'))
        .whereRef('memberCourse.dateId', '=', 'courseDate.id')
        .where('memberCourse.state', 'in', ['booked', 'attended'])
        .$asScalar()
        .$notNull()
        .as('taken'),
    )
    .$if(ids !== undefined, (query) => query.where('courseId', 'in', ids as number[]))
    .orderBy('fromDateTime')
    .orderBy('id')
    .execute()
}

/** Returns what courses grant by the id of the course; all of them without `ids`. */
async function readGrants(db: Database, ids?: number[]) {
  const grants = await db
    .selectFrom('courseTraining')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('courseId', 'in', ids as number[]))
    .orderBy('trainingId')
    .execute()
  return Map.groupBy(grants, ({ courseId }) => courseId)
}

function dateOf({ taken, ...row }: Selectable<CourseDateTable> & { taken: string }): CourseDate {
  const { id, fromDateTime, untilDateTime, seats, reservedSeats, placeDe, placeEn, language, updatedAt } = row
  return {
    id,
    fromDateTime,
    untilDateTime,
    seats,
    freeSeats: Math.max(0, seats - reservedSeats - Number(taken)),
    place: { de: placeDe, en: placeEn || placeDe },
    language: CourseDate.shape.language.parse(language),
    updatedAt: updatedAt.toISOString(),
  }
}
