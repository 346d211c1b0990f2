import type { Updateable } from 'kysely'
import type { LocalTime } from '../../../contracts/booking.ts'
import type { CourseTable } from '../../../db/tables.gen.ts'
import type { Tx } from '../orders/orders.store.ts'

/**
 * Changes a course; `grants` and `requires` replace what it had.
 * @returns whether there is one
 * @throws the database's own error for `course_vat_note`
 */
export async function changeCourse(
  tx: Tx,
  id: number,
  row: Updateable<CourseTable>,
  { grants, requires }: { grants: number[] | undefined; requires: number[] | undefined },
): Promise<boolean> {
  const found = await tx.selectFrom('course').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) return false
  if (Object.keys(row).length > 0) await tx.updateTable('course').set(row).where('id', '=', id).execute()
  for (const [table, ids] of [
    ['courseTraining', grants],
    ['courseRequirement', requires],
  ] as const) {
    if (!ids) continue
    await tx.deleteFrom(table).where('courseId', '=', id).execute()
    for (const trainingId of ids) await tx.insertInto(table).values({ courseId: id, trainingId }).execute()
  }
  return true
}

export async function setDeadline(
  tx: Tx,
  date: number,
  change: { signUpUntil: LocalTime | null; updatedAt: Date },
): Promise<void> {
  await tx.updateTable('courseDate').set(change).where('id', '=', date).execute()
}
