import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'

const mostAtOnce = 100

/** Bookings that have ended and are to be charged, oldest first. */
export async function endedBookings(db: Database, now: Date): Promise<{ id: number; member: number }[]> {
  return await due(db, now)
    .select(['id', 'memberId as member'])
    .orderBy('endsAt')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
}

/** What costs something, has ended and is not charged. */
function due(db: Database | Transaction<Tables>, now: Date) {
  return db
    .selectFrom('booking')
    .where('charged', '=', false)
    .where((row) => row.or([row('booking.state', '=', 'confirmed'), row('cancelledLate', '=', true)]))
    .where('endsAt', '<=', now)
}

/**
 * The booking, held until the transaction ends; null when it is not to be charged any more: somebody else has done it,
 * or its member has cancelled or extended it in the last moment.
 */
export async function holdDue(tx: Transaction<Tables>, id: number, now: Date) {
  const row = await due(tx, now)
    .innerJoin('equipment', 'equipment.id', 'booking.resourceId')
    .innerJoin('space', 'space.id', 'booking.spaceId')
    .innerJoin('member', 'member.id', 'booking.memberId')
    .select([
      'booking.resourceId as resource',
      'booking.spaceId as space',
      'booking.memberId as member',
      'booking.fromDateTime',
      'booking.untilDateTime',
      'booking.startsAt',
      'booking.endsAt',
      'booking.priceCents',
      'booking.cancelledLate',
      'booking.cancelledAt',
      'equipment.name as machine',
      'member.language',
      'space.bookingRefundable as isRefundable',
    ])
    .where('booking.id', '=', id)
    .forUpdate('booking')
    .executeTakeFirst()
  return row ?? null
}

/** Minutes of a cancelled booking's time that others have booked; their bookings never overlap each other. */
export async function rebookedMinutes(
  tx: Transaction<Tables>,
  freed: { resource: number; member: number; startsAt: Date; endsAt: Date },
): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select coalesce(sum(extract(epoch from
      least(ends_at, ${freed.endsAt}::timestamptz) - greatest(starts_at, ${freed.startsAt}::timestamptz))), 0)::float8 / 60
      as minutes
    from booking
    where resource_id = ${freed.resource} and member_id <> ${freed.member} and state = 'confirmed'
      and starts_at < ${freed.endsAt} and ends_at > ${freed.startsAt}`.execute(tx)
  return rows[0]?.minutes ?? 0
}

export async function markCharged(
  tx: Transaction<Tables>,
  id: number,
  { now, ...charge }: { chargedCents: number; moneyCents: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ ...charge, charged: true, updatedAt: now })
    .where('id', '=', id)
    .execute()
}
