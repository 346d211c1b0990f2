import { Course, type CourseDate, MemberCourse } from '../../contracts/course.ts'
import type { Database } from '../../platform/database.ts'

/** Courses, their dates and who has a place. */
export function createCourseStore(db: Database) {
  return { courses, ofMember, isEmpty, add, addPlaces }

  /** Courses with dates in order; all of them without `ids`. */
  async function courses(ids?: number[]): Promise<Course[]> {
    if (ids?.length === 0) return []
    const wanted = db.selectFrom('course').selectAll().orderBy('id')
    const rows = await (ids ? wanted.where('id', 'in', ids) : wanted).execute()
    const dates = await db
      .selectFrom('courseDate')
      .selectAll()
      .orderBy('fromDateTime')
      .orderBy('id')
      .execute()
    const ofCourse = Map.groupBy(dates, (date) => date.courseId)
    return rows.map(({ titleDe, titleEn, priceCents, kind, ...row }) => ({
      ...row,
      kind: Course.shape.kind.parse(kind),
      title: { de: titleDe, en: titleEn },
      price: (priceCents / 100).toFixed(2),
      dates: (ofCourse.get(row.id) ?? []).map(dateOf),
    }))
  }

  /** Where a member has a place, in order of the dates. */
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

  async function add(course: Omit<Course, 'price' | 'dates'> & { priceCents: number; dates: CourseDate[] }) {
    const { title, dates, ...row } = course
    await db
      .insertInto('course')
      .values({ ...row, titleDe: title.de, titleEn: title.en })
      .execute()
    const values = dates.map((date) => ({ ...date, courseId: course.id }))
    if (values.length > 0) await db.insertInto('courseDate').values(values).execute()
  }

  async function addPlaces(places: { memberId: number; dateId: number; state: string; createdAt: Date }[]) {
    if (places.length > 0) await db.insertInto('memberCourse').values(places).execute()
  }
}

function dateOf({ id, fromDateTime, untilDateTime, seats }: CourseDate): CourseDate {
  return { id, fromDateTime, untilDateTime, seats }
}
