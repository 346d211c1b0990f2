import { deleteApplied } from '../payments/events.store.ts'
import type { Ordering } from './parts.ts'
import { endedOrders, eraseOrder } from './retention.store.ts'

const keptMs = 90 * 24 * 60 * 60_000

/**
 * After 90 days deletes applied messages of the provider, and the personal data of orders that came to nothing: those with
 * an invoice are kept as long as it is.
 */
export async function forgetOrders({ db, clock, log }: Ordering): Promise<void> {
  const before = new Date(clock().getTime() - keptMs)
  await deleteApplied(db, before)
  const ended = await endedOrders(db, before)
  for (const id of ended) await eraseOrder(db, id, clock())
  if (ended.length > 0) log.info({ orders: ended.length }, 'personal data of ended orders deleted')
}
