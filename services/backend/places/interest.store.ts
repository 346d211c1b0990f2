import type { Insertable } from 'kysely'
import { Locale } from '../../../contracts/problem.ts'
import type { CourseInterestTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'
import { runs } from './places.store.ts'

interface Interest {
  courseId: number
  subject: string
}

/** Notes that somebody wants to hear of new dates; a repeat takes the newest address. */
export async function addInterest(db: Database, row: Insertable<CourseInterestTable>): Promise<void> {
  const { email, locale } = row
  await db
    .insertInto('courseInterest')
    .values(row)
    .onConflict((on) => on.constraint('course_interest_pkey').doUpdateSet({ email, locale }))
    .execute()
}

export async function endInterest(db: Database, { courseId, subject }: Interest): Promise<void> {
  await db
    .deleteFrom('courseInterest')
    .where('courseId', '=', courseId)
    .where('subject', '=', subject)
    .execute()
}

export async function isInterested(db: Database, { courseId, subject }: Interest): Promise<boolean> {
  const row = await db
    .selectFrom('courseInterest')
    .select('subject')
    .where('courseId', '=', courseId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the titles of a course that people can sign up for; null = there is none. */
export async function findCourse(db: Database, id: number) {
  const row = await db
    .selectFrom('course')
    .select(['titleDe', 'titleEn'])
    .where('id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return row ?? null
}

/** Returns the published courses with dates that nobody was told of. */
export async function unannounced(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('courseDate')
    .innerJoin('course', 'course.id', 'courseDate.courseId')
    .select('courseDate.courseId')
    .distinct()
    .where('courseDate.announcedAt', 'is', null)
    .where('course.state', '=', 'published')
    .execute()
  return rows.map(({ courseId }) => courseId)
}

/** Marks the dates of a course as announced. @returns those that were not, in order */
export async function announce(tx: Tx, courseId: number, announcedAt: Date) {
  const rows = await tx
    .updateTable('courseDate')
    .set({ announcedAt })
    .where('courseId', '=', courseId)
    .where('announcedAt', 'is', null)
    .returning('id')
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return runs(tx).where('courseDate.id', 'in', ids).orderBy('courseDate.fromDateTime').execute()
}

/** Returns those who want to hear of new dates of a course. */
export async function interestedIn(tx: Tx, courseId: number) {
  const rows = await tx
    .selectFrom('courseInterest')
    .select(['email', 'locale'])
    .where('courseId', '=', courseId)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ email, locale }) => ({ email, locale: Locale.parse(locale) }))
}
