import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { addMinutes } from '../../../../rules/time.ts'

type Reader = Database | Transaction<Tables>

export async function readSecret(db: Reader, equipment: number): Promise<{ secret: string | null } | null> {
  const row = await db
    .selectFrom('equipment')
    .select('checkInSecret as secret')
    .where('id', '=', equipment)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false for unknown equipment */
export async function writeSecret(db: Reader, equipment: number, secret: string): Promise<boolean> {
  const row = await db
    .updateTable('equipment')
    .set({ checkInSecret: secret })
    .where('id', '=', equipment)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the id of the member's confirmed booking that runs now or begins by `startsBy`. */
export async function currentBooking(
  tx: Reader,
  asked: { equipment: number; member: number; now: Date; startsBy: Date },
): Promise<number | null> {
  const row = await tx
    .selectFrom('booking')
    .select('id')
    .where('equipmentId', '=', asked.equipment)
    .where('memberId', '=', asked.member)
    .where('state', '=', 'confirmed')
    .where('startsAt', '<=', asked.startsBy)
    .where('endsAt', '>', asked.now)
    // After a check-in for the first of two consecutive bookings, this is the second one.
    .orderBy(sql`checked_in_at is not null`)
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Marks a member as checked in. A later check-in does not change the time of the first. */
export async function markArrived(tx: Reader, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ checkedInAt: now })
    .where('id', '=', id)
    .where('checkedInAt', 'is', null)
    .execute()
}

/**
 * Marks bookings as checked in that begin at the end of a checked-in booking of the same member and equipment. Call it
 * until it returns 0: each call goes one booking further. `charged` and the bounds of `ends_at` let it use the index
 * `booking_to_charge`.
 * @returns how many were marked
 */
export async function markStayed(db: Reader, now: Date): Promise<number> {
  const { rows } = await sql`
    update booking set checked_in_at = booking.starts_at
    from booking before
    where booking.checked_in_at is null and booking.state = 'confirmed' and not booking.charged
      and booking.ends_at <= ${addMinutes(now, 24 * 60)} and booking.starts_at <= ${now}
      and before.equipment_id = booking.equipment_id and before.member_id = booking.member_id
      and before.state = 'confirmed' and before.checked_in_at is not null
      and before.ends_at = booking.starts_at
    returning booking.id`.execute(db)
  return rows.length
}

/** Returns running bookings without a check-in for which the time to check in has passed. */
export async function noShows(db: Reader, now: Date) {
  return await absent(db, now).limit(100).execute()
}

export async function isNoShow(tx: Reader, id: number, now: Date): Promise<boolean> {
  return (await absent(tx, now).where('booking.id', '=', id).executeTakeFirst()) !== undefined
}

function absent(db: Reader, now: Date) {
  return db
    .selectFrom('booking')
    .innerJoin('equipment', 'equipment.id', 'booking.equipmentId')
    .innerJoin('space', 'space.id', 'booking.spaceId')
    .select(['booking.id', 'booking.equipmentId as equipment', 'booking.memberId as member'])
    .where('booking.state', '=', 'confirmed')
    .where('booking.checkedInAt', 'is', null)
    .where('booking.charged', '=', false)
    .where('booking.endsAt', '>', now)
    .where('booking.endsAt', '<=', addMinutes(now, 24 * 60))
    .where('equipment.checkInSecret', 'is not', null)
    .where('space.bookingExclusiveMinutes', 'is not', null)
    .where(
      sql<boolean>`booking.starts_at + make_interval(mins => space.booking_exclusive_minutes) <= ${now}::timestamptz`,
    )
    .orderBy('booking.startsAt')
}
