import type { Database } from '../../../platform/database/database.ts'
import type { Day } from '../../../rules/time.ts'

/** Returns the number and day of every invoice, in their order. */
export async function issuedInvoices(db: Database): Promise<{ number: string; issuedOn: Day }[]> {
  return db
    .selectFrom('invoice')
    .select(['number', 'issuedOn'])
    .orderBy('id')
    .$narrowType<{ number: string }>()
    .execute()
}
