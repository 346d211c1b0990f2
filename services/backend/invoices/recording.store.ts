import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/** A booked payment that the workshop system is to learn of. */
export interface Unrecorded {
  /** Of the booking. */
  key: string
  member: number
  cents: number
  /** Of the invoice. */
  number: string
}

const unrecorded = (db: Database) =>
  db
    .selectFrom('unrecordedPayment')
    .innerJoin('invoicePayment', 'invoicePayment.requestKey', 'unrecordedPayment.requestKey')
    .innerJoin('invoice', 'invoice.id', 'invoicePayment.invoiceId')
    .select([
      'unrecordedPayment.requestKey as key',
      'invoice.memberId as member',
      'invoicePayment.amountCents as cents',
      'invoice.number',
    ])
    // Bookings are a member's.
    .where('invoice.memberId', 'is not', null)
    .$narrowType<{ member: number }>()

/** Returns the payment with this key; null when it is recorded, or is none of bookings. */
export async function findUnrecorded(db: Database, key: string): Promise<Unrecorded | null> {
  return (await unrecorded(db).where('unrecordedPayment.requestKey', '=', key).executeTakeFirst()) ?? null
}

/** Returns payments that are not recorded, first those that were not tried for the longest time. */
export async function listUnrecorded(db: Database): Promise<Unrecorded[]> {
  return unrecorded(db)
    .orderBy(sql`coalesce(unrecorded_payment.tried_at, unrecorded_payment.created_at)`)
    .orderBy('unrecordedPayment.requestKey')
    .limit(100)
    .execute()
}

export async function markTried(db: Database, key: string, triedAt: Date): Promise<void> {
  await db.updateTable('unrecordedPayment').set({ triedAt }).where('requestKey', '=', key).execute()
}

export async function markRecorded(db: Database, key: string): Promise<void> {
  await db.deleteFrom('unrecordedPayment').where('requestKey', '=', key).execute()
}
