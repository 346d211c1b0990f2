import type { Database } from '../../../platform/database/database.ts'
import type { Day } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'

/** The states of a place that somebody comes with. */
export const coming = ['booked', 'attended', 'missed']

/** Returns dates that have not ended before a wall-clock time, in order. @param courses null = all */
export async function datesSince(db: Database, since: string, courses: number[] | null) {
  return db
    .selectFrom('courseDate')
    .innerJoin('course', 'course.id', 'courseDate.courseId')
    .select([
      'courseDate.id',
      'courseDate.courseId',
      'courseDate.fromDateTime',
      'courseDate.untilDateTime',
      'course.titleDe',
      'course.titleEn',
    ])
    .where('courseDate.state', '<>', 'cancelled')
    .where('courseDate.untilDateTime', '>=', since)
    .$if(courses !== null, (query) => query.where('courseId', 'in', courses?.length ? courses : [0]))
    .orderBy('courseDate.fromDateTime')
    .orderBy('courseDate.id')
    .limit(200)
    .execute()
}

/** Returns a date with its sessions and what its course grants; null when there is none. */
export async function findDate(db: Database, id: number) {
  const date = await db
    .selectFrom('courseDate')
    .innerJoin('course', 'course.id', 'courseDate.courseId')
    .selectAll('courseDate')
    .select(['course.titleDe', 'course.titleEn'])
    .where('courseDate.id', '=', id)
    .executeTakeFirst()
  if (!date) return null
  const sessions = await db
    .selectFrom('courseSession')
    .select(['id', 'fromDateTime', 'untilDateTime'])
    .where('dateId', '=', id)
    .orderBy('position')
    .execute()
  const grants = await db
    .selectFrom('courseTraining')
    .select('trainingId')
    .where('courseId', '=', date.courseId)
    .orderBy('trainingId')
    .execute()
  return { ...date, sessions, grants: grants.map(({ trainingId }) => trainingId) }
}
export type RunDate = NonNullable<Awaited<ReturnType<typeof findDate>>>

/** Returns the places of a date that somebody comes with, by name. */
export async function placesOf(db: Database, date: number) {
  return db
    .selectFrom('coursePlace')
    .selectAll()
    .where('dateId', '=', date)
    .where('state', 'in', coming)
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('id')
    .execute()
}
export type AttendedPlace = Awaited<ReturnType<typeof placesOf>>[number]

/** Returns the marks of a date. */
export async function marksOf(db: Database, date: number) {
  return db
    .selectFrom('courseAttendance')
    .innerJoin('courseSession', 'courseSession.id', 'courseAttendance.sessionId')
    .select(['placeId', 'sessionId', 'courseAttendance.state', 'courseAttendance.source', 'markedAt'])
    .where('courseSession.dateId', '=', date)
    .orderBy('courseSession.position')
    .execute()
}

/** Returns the marks of a place by session. */
export async function marksOfPlace(tx: Tx, place: number): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('courseAttendance')
    .select(['sessionId', 'state'])
    .where('placeId', '=', place)
    .execute()
  return new Map(rows.map(({ sessionId, state }) => [sessionId, state]))
}

/** Locks places of a date that somebody comes with, in the order of their ids. */
export async function lockPlaces(tx: Tx, date: number, ids: number[]) {
  return tx
    .selectFrom('coursePlace')
    .select(['id', 'state', 'passedOn'])
    .where('dateId', '=', date)
    .where('id', 'in', ids)
    .where('state', 'in', coming)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stores a mark; null removes it. */
export async function mark(
  tx: Tx,
  row: {
    placeId: number
    sessionId: number
    state: 'present' | 'absent' | null
    source: 'trainer' | 'code'
    markedBy: string | null
    markedAt: Date
  },
): Promise<void> {
  const { state, placeId, sessionId, ...rest } = row
  if (state === null)
    await tx
      .deleteFrom('courseAttendance')
      .where('placeId', '=', placeId)
      .where('sessionId', '=', sessionId)
      .execute()
  else
    await tx
      .insertInto('courseAttendance')
      .values({ placeId, sessionId, state, ...rest })
      .onConflict((conflict) => conflict.columns(['placeId', 'sessionId']).doUpdateSet({ state, ...rest }))
      .execute()
}

/** Changes the state of a place; only somebody who has passed waits for a training. */
export async function setState(tx: Tx, id: number, state: 'booked' | 'attended' | 'missed'): Promise<void> {
  await tx
    .updateTable('coursePlace')
    .set({ state, ...(state !== 'attended' && { passedOn: null, passedBy: null }) })
    .where('id', '=', id)
    .where('state', '<>', state)
    .execute()
}

/** Notes that somebody has passed whom the workshop system is still to be asked about, or that it has answered. */
export async function setPassed(
  tx: Tx,
  id: number,
  passed: { passedOn: Day | null; passedBy: string | null },
): Promise<void> {
  await tx.updateTable('coursePlace').set(passed).where('id', '=', id).execute()
}

/** Returns the places that have passed and got nothing yet, first those that were not tried for the longest time. */
export async function passedWhileAway(db: Database, now: Date): Promise<AttendedPlace[]> {
  return db
    .selectFrom('coursePlace')
    .selectAll()
    .where('passedOn', 'is not', null)
    .where((is) => is.or([is('giveAfter', 'is', null), is('giveAfter', '<=', now)]))
    .orderBy('giveAfter', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Notes when to try again what a place gets that has passed. */
export async function giveLater(db: Database, id: number, giveAfter: Date): Promise<void> {
  await db.updateTable('coursePlace').set({ giveAfter }).where('id', '=', id).execute()
}

/** Keeps the name of a member whose place was moved here without one. */
export async function keepName(
  db: Database,
  id: number,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await db
    .updateTable('coursePlace')
    .set({ firstName, lastName })
    .where('id', '=', id)
    .where('memberId', 'is not', null)
    .where('lastName', 'is', null)
    .execute()
}
