import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { addMinutes } from '../../../../rules/time.ts'

type Reader = Database | Transaction<Tables>

export async function readSecret(db: Reader, resource: number): Promise<{ secret: string | null } | null> {
  const row = await db
    .selectFrom('equipment')
    .select('checkInSecret as secret')
    .where('id', '=', resource)
    .executeTakeFirst()
  return row ?? null
}

/** @returns whether there is such a machine */
export async function writeSecret(db: Reader, resource: number, secret: string): Promise<boolean> {
  const row = await db
    .updateTable('equipment')
    .set({ checkInSecret: secret })
    .where('id', '=', resource)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The member's confirmed booking of the machine that runs or begins by `startsBy`. */
export async function bookingNow(
  tx: Reader,
  asked: { resource: number; member: number; now: Date; startsBy: Date },
): Promise<number | null> {
  const row = await tx
    .selectFrom('booking')
    .select('id')
    .where('resourceId', '=', asked.resource)
    .where('memberId', '=', asked.member)
    .where('state', '=', 'confirmed')
    .where('startsAt', '<=', asked.startsBy)
    .where('endsAt', '>', asked.now)
    // Of two in a row the second, once the member is known to be there for the first.
    .orderBy(sql`checked_in_at is not null`)
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The first time counts. */
export async function markArrived(tx: Reader, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ checkedInAt: now })
    .where('id', '=', id)
    .where('checkedInAt', 'is', null)
    .execute()
}

/**
 * Who is there for a booking stays for the next one that begins as it ends, and so on: also where nobody looked while it
 * ran. `charged` and the bounds of the end find what runs by the index of what is to be charged.
 * @returns how many stayed
 */
export async function markStayed(db: Reader, now: Date): Promise<number> {
  const { rows } = await sql`
    update booking set checked_in_at = booking.starts_at
    from booking before
    where booking.checked_in_at is null and booking.state = 'confirmed' and not booking.charged
      and booking.ends_at <= ${addMinutes(now, 24 * 60)} and booking.starts_at <= ${now}
      and before.resource_id = booking.resource_id and before.member_id = booking.member_id
      and before.state = 'confirmed' and before.checked_in_at is not null
      and before.ends_at = booking.starts_at
    returning booking.id`.execute(db)
  return rows.length
}

/** Bookings whose machine was kept long enough for nobody. */
export async function noShows(db: Reader, now: Date) {
  return await absent(db, now).limit(100).execute()
}

export async function isNoShow(tx: Reader, id: number, now: Date): Promise<boolean> {
  return (await absent(tx, now).where('booking.id', '=', id).executeTakeFirst()) !== undefined
}

function absent(db: Reader, now: Date) {
  return db
    .selectFrom('booking')
    .innerJoin('equipment', 'equipment.id', 'booking.resourceId')
    .innerJoin('space', 'space.id', 'booking.spaceId')
    .select(['booking.id', 'booking.resourceId as resource', 'booking.memberId as member'])
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
