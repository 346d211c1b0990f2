import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'

/** Bookings that one call reads. */
const batch = 100

/** Returns bookings that have ended and are not charged yet, oldest first. */
export async function endedBookings(db: Database, now: Date): Promise<{ id: number; member: number }[]> {
  return await due(db, now)
    .select(['id', 'memberId as member'])
    .orderBy('endsAt')
    .orderBy('id')
    .limit(batch)
    .execute()
}

/** Bookings that cost something, have ended and are not charged. */
function due(db: Database | Transaction<Tables>, now: Date) {
  return db
    .selectFrom('booking')
    .where('charged', '=', false)
    .where((row) => row.or([row('booking.state', '=', 'confirmed'), row('cancelledLate', '=', true)]))
    .where('endsAt', '<=', now)
}

/**
 * Returns a booking that is due and locks its row until the transaction ends; null when another process has charged it,
 * or its member has cancelled or extended it meanwhile.
 */
export async function holdDue(tx: Transaction<Tables>, id: number, now: Date) {
  const row = await due(tx, now)
    .innerJoin('equipment', 'equipment.id', 'booking.equipmentId')
    .innerJoin('space', 'space.id', 'booking.spaceId')
    .innerJoin('member', 'member.id', 'booking.memberId')
    .select([
      'booking.equipmentId as equipment',
      'booking.spaceId as space',
      'booking.memberId as member',
      'booking.fromDateTime',
      'booking.untilDateTime',
      'booking.startsAt',
      'booking.endsAt',
      'booking.priceCents',
      'booking.cancelledLate',
      'booking.cancelledAt',
      'equipment.name as equipmentName',
      'equipment.nameEn as equipmentNameEn',
      'member.language',
      'space.bookingRefundable as isRefundable',
    ])
    .where('booking.id', '=', id)
    .forUpdate('booking')
    .executeTakeFirst()
  return row ?? null
}

/** Returns the minutes of a cancelled booking's time that others have booked. Their bookings never overlap. */
export async function rebookedMinutes(
  tx: Transaction<Tables>,
  freed: { equipment: number; member: number; startsAt: Date; endsAt: Date },
): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select coalesce(sum(extract(epoch from
      least(ends_at, ${freed.endsAt}::timestamptz) - greatest(starts_at, ${freed.startsAt}::timestamptz))), 0)::float8 / 60
      as minutes
    from booking
    where equipment_id = ${freed.equipment} and member_id <> ${freed.member} and state = 'confirmed'
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
