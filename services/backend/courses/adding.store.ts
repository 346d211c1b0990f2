import { sql, type Insertable } from 'kysely'
import type { LocalTime } from '../../../contracts/booking.ts'
import type { CourseDateTable, CourseSessionTable, CourseTable } from '../../../db/tables.gen.ts'
import type { Tx } from '../orders/orders.store.ts'

/** Adds a course under the next number. @returns null where a course has this title already */
export async function addCourse(
  tx: Tx,
  row: Omit<Insertable<CourseTable>, 'id'>,
  { grants, requires }: { grants: number[]; requires: number[] },
): Promise<number | null> {
  // Two at once would take the same number.
  await sql`lock table course in share row exclusive mode`.execute(tx)
  const twin = await tx
    .selectFrom('course')
    .select('id')
    .where('titleDe', '=', row.titleDe)
    .where('state', '<>', 'archived')
    .executeTakeFirst()
  if (twin) return null
  const { last } = await tx
    .selectFrom('course')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = (last ?? 0) + 1
  await tx
    .insertInto('course')
    .values({ id, ...row })
    .execute()
  for (const trainingId of grants)
    await tx.insertInto('courseTraining').values({ courseId: id, trainingId }).execute()
  for (const trainingId of requires)
    await tx.insertInto('courseRequirement').values({ courseId: id, trainingId }).execute()
  return id
}

interface Sessions {
  sessions: { fromDateTime: LocalTime; untilDateTime: LocalTime }[]
}

/** Adds a date under the next number, unless the course has one that begins then. @returns the number of either */
export async function addDate(
  tx: Tx,
  { sessions, ...row }: Omit<Insertable<CourseDateTable>, 'id'> & Sessions,
): Promise<number> {
  // Two at once would take the same number; sign-ups do not wait for it.
  await sql`select pg_advisory_xact_lock(hashtext('course_date'))`.execute(tx)
  const twin = await tx
    .selectFrom('courseDate')
    .select('id')
    .where('courseId', '=', row.courseId)
    .where('fromDateTime', '=', row.fromDateTime)
    .where('state', '=', 'planned')
    .executeTakeFirst()
  if (twin) return twin.id
  const { last } = await tx
    .selectFrom('courseDate')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = (last ?? 0) + 1
  // A trigger adds the first session, and stretches the date to the last one.
  await tx
    .insertInto('courseDate')
    .values({ id, ...row })
    .execute()
  for (const [index, session] of sessions.entries())
    if (index > 0) await addSession(tx, { dateId: id, position: index + 1, ...session })
  return id
}

/** Adds a session after the first, which the date itself is; it stretches the date. */
export async function addSession(tx: Tx, session: Insertable<CourseSessionTable>): Promise<void> {
  await tx.insertInto('courseSession').values(session).execute()
}

export async function hasCourse(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('course')
    .select('id')
    .where('id', '=', id)
    .where('state', '<>', 'archived')
    .executeTakeFirst()
  return found !== undefined
}
