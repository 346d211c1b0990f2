import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { bookingPrice } from '../../../../rules/booking/price.ts'
import { toDecimal } from '../../../../rules/money.ts'
import { addMinutes, minutesBetween } from '../../../../rules/time.ts'

/** Bookings that one call reads. */
const batch = 100
const aheadMinutes = 24 * 60

/** Returns bookings that begin within 24 hours and need a reminder, the next one first. */
export async function dueReminders(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from booking where ${isDue(now)} order by starts_at, id limit ${batch}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks that the member was reminded of this start. @returns false when it is not due, or another process was faster */
export async function markReminded(tx: Transaction<Tables>, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update booking set reminded_for = starts_at where id = ${id} and ${isDue(now)} returning id`.execute(tx)
  return rows.length > 0
}

/**
 * A booking that was created or moved within those 24 hours needs no reminder: its mail is recent. No booking is longer
 * than 24 hours, so the bounds of `ends_at` let it use the index `booking_to_charge`.
 */
function isDue(now: Date) {
  const until = addMinutes(now, aheadMinutes)
  return sql<boolean>`not charged and state = 'confirmed'
    and ends_at > ${now} and ends_at <= ${addMinutes(until, 25 * 60)}
    and starts_at > ${now} and starts_at <= ${until}
    and updated_at < starts_at - interval '24 hours'
    and reminded_for is distinct from starts_at`
}

/** Reads all that a mail about a booking says. */
export async function readFacts(tx: Transaction<Tables>, booking: number) {
  const { startsAt, endsAt, pricePerBookingCents, pricePerBookingSeconds, ...facts } = await tx
    .selectFrom('booking')
    .innerJoin('space', 'space.id', 'booking.spaceId')
    .innerJoin('equipment', 'equipment.id', 'booking.equipmentId')
    .innerJoin('member', 'member.id', 'booking.memberId')
    .select([
      'booking.id',
      'booking.fromDateTime',
      'booking.untilDateTime',
      'booking.state',
      'booking.lockVersion',
      'booking.updatedAt',
      'booking.priceCents',
      'booking.moneyCents',
      'booking.cancelledLate',
      'booking.startsAt',
      'booking.endsAt',
      'equipment.pricePerBookingCents',
      'equipment.pricePerBookingSeconds',
      'equipment.name as equipmentName',
      'equipment.nameEn as equipmentNameEn',
      'member.firstName',
      'member.lastName',
      'member.emailAddress',
      'member.language',
      'space.name as space',
      'space.timezone',
      'space.bookingLockInHours',
      'space.bookingRefundable',
    ])
    .where('booking.id', '=', booking)
    .executeTakeFirstOrThrow()
  const priced = { pricePerBooking: toDecimal(pricePerBookingCents), pricePerBookingSeconds }
  // The price without the member's discount, by the present price list.
  return { ...facts, listPriceCents: bookingPrice(priced, minutesBetween(startsAt, endsAt), []) }
}

export type BookingFacts = Awaited<ReturnType<typeof readFacts>>
