import { sql, type Transaction } from 'kysely'
import { WaitlistEntry } from '../../../../contracts/waitlist.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'

type Reader = Database | Transaction<Tables>

/** Longer lines are looked at in turns. */
const mostAtOnce = 50

interface Place {
  resource: number
  member: number
  fromDateTime: string
  untilDateTime: string
  startsAt: Date
  endsAt: Date
  createdAt: Date
}

/** Adds a place, or finds the one that the member has for this time already; gives its id. */
export async function addPlace(tx: Reader, { resource, member, ...place }: Place): Promise<number> {
  const row = await tx
    .insertInto('waitlist')
    .values({ ...place, resourceId: resource, memberId: member })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return row.id
  const known = await tx
    .selectFrom('waitlist')
    .select('id')
    .where('memberId', '=', member)
    .where('resourceId', '=', resource)
    .where('fromDateTime', '=', place.fromDateTime)
    .where('untilDateTime', '=', place.untilDateTime)
    .where('state', 'in', ['waiting', 'offered'])
    .executeTakeFirstOrThrow()
  return known.id
}

/** Places of a member, newest first. */
export async function placesOf(db: Reader, member: number): Promise<WaitlistEntry[]> {
  const rows = await places(db).where('memberId', '=', member).orderBy('id', 'desc').limit(100).execute()
  return rows.map(toEntry)
}

export async function placeById(db: Reader, id: number, member?: number): Promise<WaitlistEntry | null> {
  const row = await places(db)
    .where('id', '=', id)
    .$if(member !== undefined, (query) => query.where('memberId', '=', member as number))
    .executeTakeFirst()
  return row ? toEntry(row) : null
}

/** Who waits for time on a machine between two instants, in the order of the line. */
export async function waitingFor(
  db: Reader,
  asked: { resource: number; startsAt: Date; endsAt: Date; now: Date },
) {
  return await places(db)
    .where('resourceId', '=', asked.resource)
    .where('state', '=', 'waiting')
    .where('startsAt', '<', asked.endsAt)
    .where('endsAt', '>', asked.startsAt)
    .where('startsAt', '>', asked.now)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
}

/** Members who wait for any time on a machine. */
export async function membersWaiting(db: Reader, resource: number): Promise<number[]> {
  const rows = await db
    .selectFrom('waitlist')
    .select('memberId')
    .distinct()
    .where('resourceId', '=', resource)
    .where('state', '=', 'waiting')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

export async function setPlace(
  tx: Reader,
  id: number,
  change: { state: WaitlistEntry['state']; bookingId?: number; offeredUntil?: Date },
): Promise<void> {
  await tx.updateTable('waitlist').set(change).where('id', '=', id).execute()
}

/** How many times a member waits for, offers included. */
export async function countPlaces(db: Reader, member: number): Promise<number> {
  const { count } = await db
    .selectFrom('waitlist')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('memberId', '=', member)
    .where('state', 'in', ['waiting', 'offered'])
    .executeTakeFirstOrThrow()
  return count
}

/** Ends what the member of an offer waits for within its time: who did not answer once is not asked again and again. */
export async function endOverlappingPlaces(tx: Reader, booking: number): Promise<void> {
  await sql`
    update waitlist set state = 'expired' from waitlist offer
    where offer.booking_id = ${booking} and waitlist.state = 'waiting'
      and waitlist.member_id = offer.member_id and waitlist.resource_id = offer.resource_id
      and waitlist.starts_at < offer.ends_at and waitlist.ends_at > offer.starts_at`.execute(tx)
}

/** Ends the offer that a booking is, if it is one. */
export async function closeOffer(tx: Reader, booking: number, state: 'left' | 'expired'): Promise<void> {
  await tx
    .updateTable('waitlist')
    .set({ state })
    .where('bookingId', '=', booking)
    .where('state', '=', 'offered')
    .execute()
}

/** Offers that nobody took in time. */
export async function offersBefore(db: Reader, now: Date): Promise<{ id: number; resource: number }[]> {
  return await db
    .selectFrom('waitlist')
    .select(['id', 'resourceId as resource'])
    .where('state', '=', 'offered')
    .where('offeredUntil', '<=', now)
    .orderBy('offeredUntil')
    .limit(mostAtOnce)
    .execute()
}

/** Machines that somebody waits for, with the time in which it is. */
export async function waitedFor(db: Reader, now: Date) {
  return await db
    .selectFrom('waitlist')
    .innerJoin('equipment', 'equipment.id', 'waitlist.resourceId')
    .select([
      'waitlist.resourceId as resource',
      'equipment.spaceId as space',
      sql<Date>`min(starts_at)`.as('startsAt'),
      sql<Date>`max(ends_at)`.as('endsAt'),
    ])
    .where('waitlist.state', '=', 'waiting')
    .where('waitlist.startsAt', '>', now)
    .groupBy(['waitlist.resourceId', 'equipment.spaceId'])
    .execute()
}

/** Whose time has come without an offer waits no more. */
export async function endPastPlaces(db: Reader, now: Date): Promise<void> {
  await db
    .updateTable('waitlist')
    .set({ state: 'expired' })
    .where('state', '=', 'waiting')
    .where('startsAt', '<=', now)
    .execute()
}

function places(db: Reader) {
  return db
    .selectFrom('waitlist')
    .select([
      'id',
      'resourceId as resource',
      'memberId as member',
      'fromDateTime',
      'untilDateTime',
      'startsAt',
      'state',
      'bookingId as booking',
      'offeredUntil',
      'createdAt',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof places>['execute']>>[number]

function toEntry(row: Row): WaitlistEntry {
  const { id, resource, member, fromDateTime, untilDateTime, booking } = row
  return {
    id,
    resource,
    member,
    fromDateTime,
    untilDateTime,
    booking,
    state: WaitlistEntry.shape.state.parse(row.state),
    offeredUntil: row.offeredUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
