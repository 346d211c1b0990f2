import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { TouchedBooking } from '../cache/cached-workshop.ts'
import { withRetry } from './retry.ts'

/** Hears which bookings have changed without anybody having asked for just that: offers, releases, charges. */
export type Changed = (bookings: TouchedBooking[]) => Promise<void>

/** By transaction, so that whoever writes in one can say so however deep below it is. */
const touchedIn = new WeakMap<Transaction<Tables>, TouchedBooking[]>()

/** Says that a booking changes; who keeps it is told once the transaction is through. */
export function touch(
  tx: Transaction<Tables>,
  { resource, member, space, fromDateTime, untilDateTime }: TouchedBooking,
): void {
  touchedIn.get(tx)?.push({ resource, member, space, fromDateTime, untilDateTime })
}

/** One transaction, see `withRetry`; then `changed` is told what it has touched. */
export async function transact<T>(
  { db, changed }: { db: Database; changed?: Changed | undefined },
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  let touched: TouchedBooking[] = []
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
