import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ChangedBooking, ReportsChanges } from '../workshop-system.ts'
import { withRetry } from './retry.ts'

/** By transaction, so that whoever writes in one can say so however deep below it is. */
const touchedIn = new WeakMap<Transaction<Tables>, ChangedBooking[]>()

/** Says that a booking changes; who keeps it is told once the transaction is through. */
export function touch(
  tx: Transaction<Tables>,
  {
    resource,
    space,
    member,
    fromDateTime,
    untilDateTime,
  }: Omit<ChangedBooking, 'equipment'> & { resource: number },
): void {
  touchedIn.get(tx)?.push({ equipment: resource, space, member, fromDateTime, untilDateTime })
}

/** One transaction, see `withRetry`; then `changed` is told what it has touched. */
export async function transact<T>(
  { db, changed }: { db: Database } & ReportsChanges,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  let touched: ChangedBooking[] = []
  const result = await withRetry(() =>
    db.transaction().execute((tx) => {
      touched = []
      touchedIn.set(tx, touched)
      return work(tx)
    }),
  )
  if (touched.length > 0) await changed?.(touched)
  return result
}
