import type { Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'

type Reader = Database | Transaction<Tables>

interface BookingRow {
  space: number
  equipment: number
  member: number
  title: string | null
  fromDateTime: string
  untilDateTime: string
  startsAt: Date
  endsAt: Date
  priceCents?: number
  moneyCents?: number
  state?: 'pending' | 'confirmed'
  requestKey?: string | null | undefined
  now: Date
}

/**
 * Inserts a booking and returns its id.
 * @throws the database's own error for `booking_no_overlap` when another booking holds the time
 */
export async function insertBooking(
  db: Reader,
  { space, equipment, member, state = 'confirmed', requestKey = null, now, ...same }: BookingRow,
): Promise<number> {
  const { id } = await db
    .insertInto('booking')
    .values({
      ...same,
      state,
      requestKey,
      spaceId: space,
      equipmentId: equipment,
      memberId: member,
      createdAt: now,
      updatedAt: now,
      updatedBy: member,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns a member's booking as it is stored, null when the member has no such booking. */
export async function findBooking(db: Reader, id: number, member: number) {
  return (await stored(db).where('id', '=', id).where('memberId', '=', member).executeTakeFirst()) ?? null
}

/** Returns a booking and locks its row until the transaction ends. Take the advisory locks first. */
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
      'equipmentId as equipment',
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

/** Writes new times or a new state; `by` = the member who did it, null for a job. */
export async function updateBooking(
  tx: Transaction<Tables>,
  id: number,
  { by, now, ...change }: BookingUpdate,
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

type Times = Pick<BookingRow, 'fromDateTime' | 'untilDateTime' | 'startsAt' | 'endsAt'>
type BookingUpdate = { by: number | null; now: Date } & Partial<
  Times & {
    priceCents: number
    moneyCents: number
    state: string
    cancelledAt: Date
    cancelledLate: boolean
    changeKey: string | null
    checkedInAt: null
  }
>
