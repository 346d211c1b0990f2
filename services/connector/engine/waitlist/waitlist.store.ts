import { sql, type Transaction } from 'kysely'
import { WaitlistEntry } from '../../../../contracts/waitlist.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'

type Reader = Database | Transaction<Tables>

/** Entries that one call reads; the next run of the job reads the others. */
const batch = 50

interface NewEntry {
  equipment: number
  member: number
  fromDateTime: string
  untilDateTime: string
  startsAt: Date
  endsAt: Date
  createdAt: Date
}

/** Inserts a waiting entry and returns it. */
export async function insertEntry(
  tx: Reader,
  { equipment, member, ...entry }: NewEntry,
): Promise<WaitlistEntry> {
  const { id } = await tx
    .insertInto('waitlist')
    .values({ ...entry, equipmentId: equipment, memberId: member })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await entryById(tx, id)) as WaitlistEntry
}

/** Returns the waiting or offered entry that the member has for exactly this time. */
export async function findOpenEntry(
  db: Reader,
  asked: Pick<NewEntry, 'equipment' | 'member' | 'fromDateTime' | 'untilDateTime'>,
): Promise<WaitlistEntry | null> {
  const row = await entries(db)
    .where('memberId', '=', asked.member)
    .where('equipmentId', '=', asked.equipment)
    .where('fromDateTime', '=', asked.fromDateTime)
    .where('untilDateTime', '=', asked.untilDateTime)
    .where('state', 'in', ['waiting', 'offered'])
    .executeTakeFirst()
  return row ? toEntry(row) : null
}

/** Counts the times that a member waits for, offers included. */
export async function countOpenEntries(db: Reader, member: number): Promise<number> {
  const { count } = await db
    .selectFrom('waitlist')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('memberId', '=', member)
    .where('state', 'in', ['waiting', 'offered'])
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the entries of a member, newest first. */
export async function entriesOf(db: Reader, member: number): Promise<WaitlistEntry[]> {
  const rows = await entries(db).where('memberId', '=', member).orderBy('id', 'desc').limit(100).execute()
  return rows.map(toEntry)
}

export async function entryById(db: Reader, id: number, member?: number): Promise<WaitlistEntry | null> {
  const row = await entries(db)
    .where('id', '=', id)
    .$if(member !== undefined, (query) => query.where('memberId', '=', member as number))
    .executeTakeFirst()
  return row ? toEntry(row) : null
}

/** Returns waiting entries for time on equipment between two instants, in the order in which the members joined. */
export async function waitingFor(
  db: Reader,
  asked: { equipment: number; startsAt: Date; endsAt: Date; now: Date },
) {
  return await entries(db)
    .select('startsAt')
    .where('equipmentId', '=', asked.equipment)
    .where('state', '=', 'waiting')
    .where('startsAt', '<', asked.endsAt)
    .where('endsAt', '>', asked.startsAt)
    .where('startsAt', '>', asked.now)
    .orderBy('id')
    .limit(batch)
    .execute()
}

/** Returns the members who wait for any time on equipment. */
export async function membersWaiting(db: Reader, equipment: number): Promise<number[]> {
  const rows = await db
    .selectFrom('waitlist')
    .select('memberId')
    .distinct()
    .where('equipmentId', '=', equipment)
    .where('state', '=', 'waiting')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

export async function updateEntry(
  tx: Reader,
  id: number,
  change: { state: WaitlistEntry['state']; bookingId?: number; offeredUntil?: Date },
): Promise<void> {
  await tx.updateTable('waitlist').set(change).where('id', '=', id).execute()
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

/** Expires the entries of a member that overlap an offer, so that a member who did not react is not asked again. */
export async function expireOverlapping(tx: Reader, booking: number): Promise<void> {
  await sql`
    update waitlist set state = 'expired' from waitlist offer
    where offer.booking_id = ${booking} and waitlist.state = 'waiting'
      and waitlist.member_id = offer.member_id and waitlist.equipment_id = offer.equipment_id
      and waitlist.starts_at < offer.ends_at and waitlist.ends_at > offer.starts_at`.execute(tx)
}

/** Returns offers whose time to accept has passed. */
export async function expiredOffers(db: Reader, now: Date) {
  return await db
    .selectFrom('waitlist')
    .select(['id', 'equipmentId as equipment', 'memberId as member'])
    .where('state', '=', 'offered')
    .where('offeredUntil', '<=', now)
    .orderBy('offeredUntil')
    .limit(batch)
    .execute()
}

/** Returns the equipment that members wait for, each with the earliest start and the latest end of its entries. */
export async function wantedTimes(db: Reader, now: Date) {
  return await db
    .selectFrom('waitlist')
    .select([
      'equipmentId as equipment',
      sql<Date>`min(starts_at)`.as('startsAt'),
      sql<Date>`max(ends_at)`.as('endsAt'),
    ])
    .where('state', '=', 'waiting')
    .where('startsAt', '>', now)
    .groupBy('equipmentId')
    .execute()
}

/** Expires entries whose start has passed without an offer. */
export async function expireEntries(db: Reader, now: Date): Promise<void> {
  await db
    .updateTable('waitlist')
    .set({ state: 'expired' })
    .where('state', '=', 'waiting')
    .where('startsAt', '<=', now)
    .execute()
}

function entries(db: Reader) {
  return db
    .selectFrom('waitlist')
    .select([
      'id',
      'equipmentId as resource',
      'memberId as member',
      'fromDateTime',
      'untilDateTime',
      'state',
      'bookingId as booking',
      'offeredUntil',
      'createdAt',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

function toEntry(row: Row): WaitlistEntry {
  return {
    ...row,
    state: WaitlistEntry.shape.state.parse(row.state),
    offeredUntil: row.offeredUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
