import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ChangedBooking, ReportsChanges } from '../workshop-system.ts'
import { withRetry } from './retry.ts'

/**
 * Runs `work` in a transaction, with retries as in `withRetry`. `work` adds each booking that it writes to `changed`;
 * they are reported after the commit.
 */
export async function transact<T>(
  { db, changed: report }: { db: Database } & ReportsChanges,
  work: (tx: Transaction<Tables>, changed: ChangedBooking[]) => Promise<T>,
): Promise<T> {
  const { result, changed } = await withRetry(() =>
    db.transaction().execute(async (tx) => {
      const changed: ChangedBooking[] = []
      return { result: await work(tx, changed), changed }
    }),
  )
  if (changed.length > 0) await report?.(changed.map(withoutOtherFields))
  return result
}

/** Writers add whole rows. */
function withoutOtherFields(booking: ChangedBooking): ChangedBooking {
  const { id, equipment, space, member, fromDateTime, untilDateTime } = booking
  return { ...(id !== undefined && { id }), equipment, space, member, fromDateTime, untilDateTime }
}
