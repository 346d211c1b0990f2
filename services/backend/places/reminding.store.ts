import type { Database } from '../../../platform/database/database.ts'
import { addDays, dayOf, type Day } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'
import { type CourseRun, runs, type StoredPlace, toPlace } from './places.store.ts'

const mostDates = 3

/** Returns the next dates of a course with seats for a party, at which one can still sign up. @param local wall clock */
export function nextRuns(
  db: Database | Tx,
  { courseId, party, local }: { courseId: number; party: number; local: string },
): Promise<CourseRun[]> {
  return runs(db)
    .where('courseDate.courseId', '=', courseId)
    .where('courseDate.state', '=', 'planned')
    .where('courseDate.fromDateTime', '>', local)
    .where(({ or, eb }) =>
      or([eb('courseDate.signUpUntil', 'is', null), eb('courseDate.signUpUntil', '>', local)]),
    )
    .where(({ eb, ref }) =>
      eb(
        ref('courseDate.seats'),
        '>=',
        eb(ref('courseDate.taken'), '+', eb(ref('courseDate.reservedSeats'), '+', party)),
      ),
    )
    .where('course.state', '=', 'published')
    .orderBy('courseDate.fromDateTime')
    .limit(mostDates)
    .execute()
}

/** Returns booked places of dates that begin on a day, booked before a time, that were not reminded of this beginning. */
export async function unreminded(db: Database, day: Day, bookedBefore: Date): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .selectAll('coursePlace')
    .where('coursePlace.state', '=', 'booked')
    .where('coursePlace.email', 'is not', null)
    .where('coursePlace.createdAt', '<', bookedBefore)
    .where('courseDate.state', '=', 'planned')
    .where('courseDate.fromDateTime', '>=', `${day}T00:00`)
    .where('courseDate.fromDateTime', '<', `${addDays(day, 1)}T00:00`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('placeReminder')
            .select('placeId')
            .whereRef('placeReminder.placeId', '=', 'coursePlace.id')
            .whereRef('placeReminder.begins', '=', 'courseDate.fromDateTime'),
        ),
      ),
    )
    .orderBy('coursePlace.id')
    .execute()
  return rows.map(toPlace)
}

/** Notes a reminder; false when it was sent before. */
export async function noteReminder(tx: Tx, placeId: number, { fromDateTime }: CourseRun): Promise<boolean> {
  const noted = await tx
    .insertInto('placeReminder')
    .values({ placeId, begins: fromDateTime })
    .onConflict((conflict) => conflict.doNothing())
    .returning('placeId')
    .executeTakeFirst()
  return noted !== undefined
}

/** Whether a date still begins on a day. */
export function beginsOn({ state, fromDateTime }: CourseRun, day: Day): boolean {
  return state === 'planned' && dayOf(fromDateTime) === day
}
