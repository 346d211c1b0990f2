import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.gen.ts'
import { deletePlaceConsents } from './consents.store.ts'

/**
 * Gives up what somebody who leaves still has in courses to come, and removes who had the others: date, state and sums stay.
 */
export async function erasePlacesOf(
  tx: Transaction<Tables>,
  { subject, member, emails }: { subject: string; member: number | null; emails: string[] },
  now: Date,
): Promise<void> {
  const own = tx
    .selectFrom('coursePlace')
    .select('id')
    .where((is) =>
      is.or([
        is('subject', '=', subject),
        is('memberId', '=', member ?? 0),
        // A place that somebody has given to the address or that it took as a guest, and that the account never looked at.
        is.and([
          is.or([is('subject', 'is', null), is('isGuest', '=', true)]),
          is(sql<string>`lower(email)`, 'in', emails.length > 0 ? emails : ['']),
        ]),
      ]),
    )
  await tx
    .updateTable('coursePlace')
    .set({ state: 'cancelled', cancelledAt: now, cancelledBy: 'person', heldUntil: null, offeredUntil: null })
    .where('id', 'in', own)
    .where('state', 'in', ['waiting', 'offered', 'held', 'booked'])
    .where('dateId', 'in', (is) => is.selectFrom('courseDate').select('id').where('state', '=', 'planned'))
    .execute()
  const rows = await own.execute()
  await forgetPlaces(
    tx,
    rows.map(({ id }) => id),
  )
  await tx.deleteFrom('courseInterest').where('subject', '=', subject).execute()
  await tx
    .deleteFrom('guestSignUp')
    .where(sql<string>`lower(email)`, 'in', emails.length > 0 ? emails : [''])
    .execute()
}

/** Removes who had places, what they agreed to, and the links to them. */
export async function forgetPlaces(tx: Transaction<Tables>, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('coursePlaceLink').where('placeId', 'in', ids).execute()
  await deletePlaceConsents(tx, ids)
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
      companionAges: [],
      guardian: null,
      checked: null,
      passedOn: null,
      passedBy: null,
      cancelReason: null,
      requestKey: null,
    })
    .where('id', 'in', ids)
    .execute()
}
