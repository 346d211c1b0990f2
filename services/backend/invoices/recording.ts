import { isProblem } from '../../../contracts/problem.ts'
import type { Invoicing } from './parts.ts'
import * as store from './recording.store.ts'

/**
 * Tells the workshop system, which knows what is owed for bookings, of a booked payment; the key makes a repeat harmless.
 * Nothing happens for one that it knows.
 * @param key of the booking
 * @throws Problem `upstreamUnavailable`: the job repeats it
 */
export async function recordPayment({ db, connector, clock }: Invoicing, key: string): Promise<void> {
  const payment = await store.findUnrecorded(db, key)
  if (!payment) return
  const { member, cents, number } = payment
  try {
    await connector.recordPayment(key, { member, cents, description: number })
  } catch (error) {
    if (!isProblem(error) || error.code !== 'notSupported') {
      await store.markTried(db, key, clock())
      throw error
    }
  }
  await store.markRecorded(db, key)
}

/** Records what earlier calls could not. */
export async function recordPayments(invoicing: Invoicing): Promise<void> {
  for (const { key } of await store.listUnrecorded(invoicing.db)) await recordLater(invoicing, key)
}

/** Like `recordPayment`, for callers that need not wait for it: a failure is logged. */
export async function recordLater(invoicing: Invoicing, key: string): Promise<void> {
  try {
    await recordPayment(invoicing, key)
  } catch (error) {
    // The payments of others do not wait for this one, and the job repeats it.
    invoicing.log.error({ err: error, key }, 'a payment was not recorded at the workshop system')
  }
}
