import { sql } from 'kysely'
import type { Database } from '../../../../platform/database/database.ts'

interface PricedRow {
  id: number
  startsAt: Date
  endsAt: Date
  state: string
  priceCents: number
  moneyCents: number
  charged: boolean
  chargedCents: number | null
  cancelledLate: boolean
  timezone: string
  bookingLockInHours: number | null
  uses: { credit: number; cents: number }[]
}

/** Returns bookings with the credits that they used or hold, in the order in which the credits expire. */
export async function readPriced(db: Database, ids: number[]): Promise<PricedRow[]> {
  const { rows } = await sql<PricedRow>`
    select booking.id, starts_at, ends_at, booking.state, price_cents, money_cents, charged, charged_cents,
      cancelled_late, timezone, booking_lock_in_hours,
      (
        select coalesce(json_agg(json_build_object('credit', credit_id, 'cents', part.amount_cents)
          order by credit.until_date nulls last, credit.id), '[]')
        from (
          select credit_id, amount_cents from credit_hold where booking_id = booking.id
          union all
          select credit_id, amount_cents from credit_use where booking_id = booking.id
        ) part join credit on credit.id = part.credit_id
      ) as uses
    from booking join space on space.id = space_id
    where booking.id = any(${ids}::int[])
    order by booking.id`.execute(db)
  return rows
}
