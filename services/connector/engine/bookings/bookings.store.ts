import { sql, type Transaction } from 'kysely'
import { type Booking, bookingsLimit } from '../../../../contracts/booking.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { addDays, dayOf } from '../../../../rules/time.ts'
import type { BookingQuery } from '../../workshop-system.ts'

type Reader = Database | Transaction<Tables>

/** Classes of our advisory locks. Without them a rush for one slot deadlocks, and each circle costs a second. */
const [resourceLock, memberLock] = [1, 2]

/**
 * Holds equipment, then the member, until the transaction ends: everybody in this order, so nobody waits in a circle.
 * PostgreSQL evaluates a select list from left to right.
 */
export async function lockForBooking(
  tx: Transaction<Tables>,
  { resource, member }: { resource: number; member: number },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${resourceLock}, ${resource}),
    pg_advisory_xact_lock(${memberLock}, ${member})`.execute(tx)
}

/** The same for several, without waiting. @returns for each whether both are ours */
export async function tryLocks(
  tx: Transaction<Tables>,
  asked: { resource: number; member: number }[],
): Promise<boolean[]> {
  const [resources, members] = [asked.map(({ resource }) => resource), asked.map(({ member }) => member)]
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(resourceLock)}, resource)
      and pg_try_advisory_xact_lock(${sql.lit(memberLock)}, member) as is_ours
    from unnest(${resources}::int[], ${members}::int[]) with ordinality as asked(resource, member, place)
    order by place`.execute(tx)
  return rows.map(({ isOurs }) => isOurs)
}

export async function lockEquipment(tx: Transaction<Tables>, resource: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${resourceLock}, ${resource})`.execute(tx)
}

/** In order of their id, for the same reason. */
export async function lockMembers(tx: Transaction<Tables>, members: number[]): Promise<void> {
  for (const member of [...new Set(members)].toSorted((one, other) => one - other)) {
    await sql`select pg_advisory_xact_lock(${memberLock}, ${member})`.execute(tx)
  }
}

interface BookingRow {
  space: number
  resource: number
  member: number
  title: string | null
  fromDateTime: string
  untilDateTime: string
  startsAt: Date
  endsAt: Date
  priceCents?: number
  moneyCents?: number
  state?: 'pending' | 'confirmed'
  requestKey?: string | null
  now: Date
}

/**
 * Writes bookings of different machines.
 * @returns the id of each by its machine
 * @throws the database's own error for `booking_no_overlap` when another one was quicker
 */
export async function insertBookings(db: Reader, bookings: BookingRow[]): Promise<Map<number, number>> {
  if (bookings.length === 0) return new Map()
  const rows = await db
    .insertInto('booking')
    .values(
      bookings.map(({ space, resource, member, now, state = 'confirmed', requestKey = null, ...same }) => ({
        ...same,
        state,
        requestKey,
        spaceId: space,
        resourceId: resource,
        memberId: member,
        createdAt: now,
        updatedAt: now,
        updatedBy: member,
      })),
    )
    .returning(['id', 'resourceId'])
    .execute()
  return new Map(rows.map(({ id, resourceId }) => [resourceId, id]))
}

/** A member's booking as it is stored, null when the member has no such booking. */
export async function findBooking(db: Reader, id: number, member: number) {
  return (await stored(db).where('id', '=', id).where('memberId', '=', member).executeTakeFirst()) ?? null
}

/** The same, held until the transaction ends. Take the locks of `lockForBooking` first. */
export async function holdBooking(tx: Transaction<Tables>, id: number) {
  return await stored(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}
export type StoredBooking = Awaited<ReturnType<typeof holdBooking>>

function stored(db: Reader) {
  return db
    .selectFrom('booking')
    .select([
      'id',
      'spaceId as space',
      'resourceId as resource',
      'memberId as member',
      'fromDateTime',
      'untilDateTime',
      'startsAt',
      'endsAt',
      'state',
      'lockVersion',
      'changeKey',
      'priceCents',
      'moneyCents',
      'charged',
      'chargedCents',
      'cancelledAt',
      'cancelledLate',
    ])
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

/** Bookings with what they have taken of credits, or hold back of them, in the order in which those expire. */
export async function readPriced(db: Reader, ids: number[]): Promise<PricedRow[]> {
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

/** Writes new times or a new state; `by` = the member who did it. */
export async function updateBooking(
  tx: Transaction<Tables>,
  id: number,
  {
    by,
    now,
    ...change
  }: { by: number | null; now: Date } & Partial<
    Pick<BookingRow, 'fromDateTime' | 'untilDateTime' | 'startsAt' | 'endsAt' | 'priceCents' | 'moneyCents'>
  > & {
      state?: string
      cancelledAt?: Date
      cancelledLate?: boolean
      changeKey?: string | null
      checkedInAt?: null
    },
): Promise<void> {
  await tx
    .updateTable('booking')
    .set((row) => ({
      ...change,
      lockVersion: row('lockVersion', '+', 1),
      updatedAt: now,
      updatedBy: by,
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Bookings in order of their start; of more than `bookingsLimit` the latest. From a time on cancelled ones go
 * first: who books and cancels a thousand times must not make what others have look free.
 */
export async function readBookings(db: Reader, filter: BookingQuery & { id?: number }): Promise<Booking[]> {
  const { id, space, member, resource, state, fromDateTime, untilDateTime } = filter
  const rows = await resolved(db)
    .$if(id !== undefined, (query) => query.where('booking.id', '=', id as number))
    .$if(space !== undefined, (query) => query.where('booking.spaceId', '=', space as number))
    .$if(member !== undefined, (query) => query.where('booking.memberId', '=', member as number))
    .$if(resource !== undefined, (query) => query.where('booking.resourceId', '=', resource as number))
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

function byStart(one: ResolvedRow, other: ResolvedRow): number {
  if (one.fromDateTime === other.fromDateTime) return one.id - other.id
  return one.fromDateTime < other.fromDateTime ? -1 : 1
}

/**
 * Before the start of all that reaches into a time, whatever the clocks did: no booking is longer than 24 hours
 * (`booking_length`), so an index finds them by their start.
 */
export function earliestStart(local: string): string {
  return `${addDays(dayOf(local), -2)}T00:00`
}

function resolved(db: Reader) {
  return db
    .selectFrom('booking')
    .innerJoin('space', 'space.id', 'booking.spaceId')
    .innerJoin('equipment', 'equipment.id', 'booking.resourceId')
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
      'space.account',
      'equipment.id as resourceId',
      'equipment.name as resourceName',
      'equipment.state as resourceState',
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
    resource: { id: row.resourceId, name: row.resourceName, state: row.resourceState },
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
  }
}
