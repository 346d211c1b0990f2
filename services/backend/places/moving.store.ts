import { sql } from 'kysely'
import type { Tx } from '../orders/orders.store.ts'
import { changeRun, type CourseRun, sessionsOf, type StoredPlace, toPlace } from './places.store.ts'

/**
 * Moves a date with its sessions, which the caller has locked, and remembers when it would have begun: on the date, and on
 * the places of those who have booked or are about to pay.
 * @param timeOf gives a time after the move
 */
export async function moveRun(
  tx: Tx,
  run: CourseRun,
  {
    timeOf,
    ...change
  }: { timeOf: (local: string) => string; minimumDecidedAt: Date | null; updatedAt: Date },
): Promise<void> {
  for (const { id, fromDateTime, untilDateTime } of await sessionsOf(tx, run.id))
    await tx
      .updateTable('courseSession')
      .set({ fromDateTime: timeOf(fromDateTime), untilDateTime: timeOf(untilDateTime) })
      .where('id', '=', id)
      .execute()
  await tx
    .updateTable('courseDate')
    .set({ movedFrom: sql`array_append(moved_from, ${run.fromDateTime})` })
    .where('id', '=', run.id)
    .execute()
  await changeRun(tx, run.id, {
    // The trigger that stretches a date to its sessions comes at the end of the transaction, after the mails.
    fromDateTime: timeOf(run.fromDateTime),
    untilDateTime: timeOf(run.untilDateTime),
    signUpUntil: run.signUpUntil && timeOf(run.signUpUntil),
    ...change,
  })
  await tx
    .updateTable('coursePlace')
    .set({ movedFrom: sql`coalesce(moved_from, ${run.fromDateTime})` })
    .where('dateId', '=', run.id)
    .where('state', 'in', ['held', 'booked'])
    .execute()
}

/** Lets no offer of a date last longer than a time. */
export async function shortenOffers(tx: Tx, date: number, until: Date): Promise<void> {
  await tx
    .updateTable('coursePlace')
    .set({ offeredUntil: until })
    .where('dateId', '=', date)
    .where('offeredUntil', '>', until)
    .execute()
}

/** Returns the places of a date that are not over, by id. */
export async function livePlacesOf(tx: Tx, date: number): Promise<StoredPlace[]> {
  const rows = await tx
    .selectFrom('coursePlace')
    .selectAll()
    .where('dateId', '=', date)
    .where('state', 'in', ['held', 'waiting', 'offered', 'booked'])
    .orderBy('id')
    .execute()
  return rows.map(toPlace)
}
