import { sql, type Transaction } from 'kysely'
import { type Booking, bookingsLimit } from '../../../../contracts/booking.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { addDays, dayOf } from '../../../../rules/time.ts'
import type { BookingQuery } from '../../workshop-system.ts'

type Reader = Database | Transaction<Tables>

/**
 * Returns bookings in order of their start; of more than `bookingsLimit` the latest. With `fromDateTime` the limit
 * leaves out cancelled ones first: a member who books and cancels a thousand times must not make taken time look free.
 */
export async function readBookings(db: Reader, filter: BookingQuery & { id?: number }): Promise<Booking[]> {
  const { id, space, member, resource: equipment, state, fromDateTime, untilDateTime } = filter
  const rows = await resolved(db)
    .$if(id !== undefined, (query) => query.where('booking.id', '=', id as number))
    .$if(space !== undefined, (query) => query.where('booking.spaceId', '=', space as number))
    .$if(member !== undefined, (query) => query.where('booking.memberId', '=', member as number))
    .$if(equipment !== undefined, (query) => query.where('booking.equipmentId', '=', equipment as number))
    .$if(!!state, (query) => query.where('booking.state', '=', state as string))
    .$if(fromDateTime !== undefined, (query) =>
      query
        .where('booking.untilDateTime', '>', fromDateTime as string)
        .where('booking.fromDateTime', '>', earliestStart(fromDateTime as string)),
    )
    .$if(untilDateTime !== undefined, (query) =>
      query.where('booking.fromDateTime', '<', untilDateTime as string),
    )
    .$if(fromDateTime !== undefined, (query) => query.orderBy(sql`(booking.state = 'cancelled')`))
    .orderBy('booking.fromDateTime', 'desc')
    .orderBy('booking.id', 'desc')
    .limit(bookingsLimit)
    .execute()
  return rows.toSorted(byStart).map(toBooking)
}

/** Returns a booking as this transaction sees it. @throws Error when there is none */
export async function bookingById(tx: Transaction<Tables>, id: number): Promise<Booking> {
  const [booking] = await readBookings(tx, { id })
  if (!booking) throw new Error(`booking ${id} vanished in its own transaction`)
  return booking
}

/**
 * Returns a local time before the start of every booking that overlaps `local`, whatever the clock changes: no booking
 * is longer than 24 hours (constraint `booking_length`), so an index finds them by their start.
 */
export function earliestStart(local: string): string {
  return `${addDays(dayOf(local), -2)}T00:00`
}

function byStart(one: ResolvedRow, other: ResolvedRow): number {
  if (one.fromDateTime === other.fromDateTime) return one.id - other.id
  return one.fromDateTime < other.fromDateTime ? -1 : 1
}

function resolved(db: Reader) {
  return db
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
      'booking.createdAt',
      'booking.updatedAt',
      'booking.updatedBy',
      'booking.charged',
      'booking.checkedInAt',
      'space.account',
      'equipment.id as equipmentId',
      'equipment.name as equipmentName',
      'equipment.state as equipmentState',
      'member.id as memberId',
      'member.memberNumber',
      'member.firstName',
      'member.lastName',
      'member.state as memberState',
      'member.company',
    ])
}

type ResolvedRow = Awaited<ReturnType<ReturnType<typeof resolved>['execute']>>[number]

function toBooking(row: ResolvedRow): Booking {
  return {
    id: row.id,
    resource: { id: row.equipmentId, name: row.equipmentName, state: row.equipmentState },
    member: {
      id: row.memberId,
      memberNumber: row.memberNumber,
      firstName: row.firstName,
      lastName: row.lastName,
      state: row.memberState,
      company: row.company,
    },
    fromDateTime: row.fromDateTime,
    untilDateTime: row.untilDateTime,
    state: row.state,
    lockVersion: row.lockVersion,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
    account: row.account,
    charged: row.charged,
    ...(row.checkedInAt && { checkedInAt: row.checkedInAt.toISOString() }),
  }
}

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
