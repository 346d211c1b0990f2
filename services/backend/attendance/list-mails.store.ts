import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'

/** A date and a trainer of its course. */
export interface TrainerOfDate {
  dateId: number
  staffId: number
  fromDateTime: string
}

/**
 * Returns the trainers of dates that begin between two wall-clock times, each who got no link yet for a date that begins then.
 */
export async function unmailed(
  db: Database,
  { after, before }: { after: string; before: string },
): Promise<TrainerOfDate[]> {
  return db
    .selectFrom('courseDate')
    .innerJoin('staffCourse', 'staffCourse.courseId', 'courseDate.courseId')
    .select(['courseDate.id as dateId', 'staffCourse.staffId', 'courseDate.fromDateTime'])
    .where('courseDate.state', '=', 'planned')
    .where('courseDate.fromDateTime', '>', after)
    .where('courseDate.fromDateTime', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('courseListMail')
            .select('staffId')
            .whereRef('courseListMail.dateId', '=', 'courseDate.id')
            .whereRef('courseListMail.staffId', '=', 'staffCourse.staffId')
            .whereRef('courseListMail.fromDateTime', '=', 'courseDate.fromDateTime'),
        ),
      ),
    )
    .orderBy('courseDate.fromDateTime')
    .orderBy('staffCourse.staffId')
    .execute()
}

/** Notes that a trainer gets the link; false when another process did. */
export async function noteMail(tx: Tx, row: TrainerOfDate): Promise<boolean> {
  const noted = await tx
    .insertInto('courseListMail')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('staffId')
    .executeTakeFirst()
  return noted !== undefined
}
