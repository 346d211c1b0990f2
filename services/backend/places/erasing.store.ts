import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.gen.ts'

/**
 * Gives up what somebody who leaves still has in courses to come, and removes who had the others: date, state and sums stay.
 */
export async function erasePlacesOf(
  tx: Transaction<Tables>,
  { subject, member }: { subject: string; member: number | null },
  now: Date,
): Promise<void> {
  const own = tx
    .selectFrom('coursePlace')
    .select('id')
    .where((is) => is.or([is('subject', '=', subject), is('memberId', '=', member ?? 0)]))
  await tx
    .updateTable('coursePlace')
    .set({ state: 'cancelled', cancelledAt: now, cancelledBy: 'person', heldUntil: null, offeredUntil: null })
    .where('id', 'in', own)
    .where('state', 'in', ['waiting', 'offered', 'held', 'booked'])
    .where('dateId', 'in', (is) => is.selectFrom('courseDate').select('id').where('state', '=', 'planned'))
    .execute()
  await tx
    .updateTable('coursePlace')
    .set({
      subject: null,
      memberId: null,
      firstName: null,
      lastName: null,
      email: null,
      bornOn: null,
      companions: [],
      guardian: null,
      checked: null,
      cancelReason: null,
      requestKey: null,
    })
    .where('id', 'in', own)
    .execute()
}
