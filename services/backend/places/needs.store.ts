import { type SqlBool, sql } from 'kysely'
import type { Locale } from '../../../contracts/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'

/** Whether an online instruction gives what a row of `course_need` names, and the course cannot be passed without it. */
const mayPassLater = sql<SqlBool>`(exists (
    select from instruction join instruction_version on instruction_version.instruction_id = instruction.id
    where instruction.training_id = course_need.training_id)
  and exists (
    select from course_training given join training_requirement using (training_id)
    where given.course_id = course_need.course_id and training_requirement.requires_id = course_need.training_id))`

/** Returns the trainings that a course needs, each with the course of this space that gives it, if there is one. */
export async function requirementsOf(db: Database, course: number) {
  return (
    db
      .selectFrom('courseNeed')
      .leftJoin('courseTraining', 'courseTraining.trainingId', 'courseNeed.trainingId')
      .leftJoin('course', (on) =>
        on.onRef('course.id', '=', 'courseTraining.courseId').on('course.state', '=', 'published'),
      )
      .distinctOn('courseNeed.trainingId')
      .select(['courseNeed.trainingId as id', 'course.id as courseId', 'course.titleDe', 'course.titleEn'])
      .select(mayPassLater.as('mayPassLater'))
      .where('courseNeed.courseId', '=', course)
      .orderBy('courseNeed.trainingId')
      .orderBy('course.id')
      // Columns of a view have no constraint.
      .$narrowType<{ id: number }>()
      .execute()
  )
}

/** Returns the instructions that people with a place may still pass until a course begins. */
export async function laterInstructions(tx: Tx, course: number, locale: Locale) {
  const { rows } = await sql<{ slug: string; title: string }>`
    select distinct on (instruction.id) instruction.slug, version.content -> ${locale}::text ->> 'title' as title
    from course_need
    join instruction using (training_id)
    join instruction_version version on version.instruction_id = instruction.id
    where course_need.course_id = ${course} and ${mayPassLater}
    order by instruction.id, version.number desc`.execute(tx)
  return rows
}

/** Whether a course gives a training or needs one: both are kept for a member. */
export async function hasTrainings(db: Database, course: number): Promise<boolean> {
  const row = await db
    .selectFrom('course')
    .select('id')
    .where('id', '=', course)
    .where(
      sql<boolean>`(exists (select from course_training where course_id = course.id)
        or exists (select from course_need where course_id = course.id))`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the trainings that dates give which somebody has booked and which end before a time. */
export async function trainingsBooked(
  db: Database,
  { subject, before }: { subject: string; before: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .innerJoin('courseTraining', 'courseTraining.courseId', 'courseDate.courseId')
    .select('courseTraining.trainingId')
    .where('coursePlace.subject', '=', subject)
    .where('coursePlace.state', 'in', ['booked', 'attended'])
    .where('courseDate.state', '<>', 'cancelled')
    .where('courseDate.untilDateTime', '<=', before)
    .execute()
  return rows.map(({ trainingId }) => trainingId)
}
