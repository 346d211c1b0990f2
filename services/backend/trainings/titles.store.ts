import { sql } from 'kysely'
import type { Locale } from '../../../contracts/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'

/**
 * Returns the title of a training in a language. The workshop system knows one title; English texts use the title of the
 * instruction that gives the training, or of a course that gives only this training.
 */
export async function titleIn(
  db: Database | Tx,
  { trainingId, title }: { trainingId: number; title: string },
  locale: Locale,
): Promise<string> {
  if (locale === 'de') return title
  const { rows } = await sql<{ title: string }>`
    (select version.content -> 'en' ->> 'title' as title
      from instruction join instruction_version version on version.instruction_id = instruction.id
      where instruction.training_id = ${trainingId} order by version.number desc limit 1)
    union all
    (select course.title_en from course_training join course on course.id = course_training.course_id
      where course_training.training_id = ${trainingId} and course.title_en <> ''
        and not exists (select from course_training other
          where other.course_id = course.id and other.training_id <> course_training.training_id)
      order by course.id limit 1)`.execute(db)
  return rows.find((row) => row.title)?.title ?? title
}
