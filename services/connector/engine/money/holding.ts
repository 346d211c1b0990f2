import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import { splitPrice } from '../../../../rules/booking/price.ts'
import { dayOf } from '../../../../rules/time.ts'
import { lockMembers } from '../bookings/locks.store.ts'
import { holdMoney, openCredits, releaseMoney } from './money.store.ts'

/**
 * Lets new credits pay for open bookings that would cost money, the next one first: those of a member, and of everybody
 * who shares the credits of one of the teams. Prices stay.
 */
export async function payWithNewCredits(
  tx: Transaction<Tables>,
  { member, teams, now }: { member: number; teams: number[]; now: Date },
): Promise<void> {
  const members = [member, ...(await sharersOf(tx, teams))]
  await lockMembers(tx, members)
  for (const { id, memberId, priceCents, fromDateTime } of await openBookings(tx, members, now)) {
    const day = dayOf(fromDateTime)
    await releaseMoney(tx, id)
    await holdMoney(tx, id, splitPrice(priceCents, await openCredits(tx, memberId, day), day))
  }
}

async function sharersOf(tx: Transaction<Tables>, teams: number[]): Promise<number[]> {
  if (teams.length === 0) return []
  const rows = await tx
    .selectFrom('memberPackage')
    .select('memberId')
    .distinct()
    .where('teamId', 'in', teams)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Returns bookings that have not ended, are held and reserve money. */
async function openBookings(tx: Transaction<Tables>, members: number[], now: Date) {
  return await tx
    .selectFrom('booking')
    .select(['id', 'memberId', 'priceCents', 'fromDateTime'])
    .where('memberId', '=', sql<number>`any(${members}::int[])`)
    .where('state', '!=', 'cancelled')
    .where('charged', '=', false)
    .where('moneyCents', '>', 0)
    .where('endsAt', '>', now)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
}
