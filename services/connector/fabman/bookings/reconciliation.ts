import type { Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import type { AttemptLock } from './attempt-lock.ts'
import type { BookingCancel } from './cancel.ts'
import type { Changes } from './changes.ts'
import { asUnavailable } from '../failures.ts'
import type { Intent, IntentStore } from './intents.store.ts'
import type { Recognise } from './recognise.ts'

/** Younger attempts may still be under way. */
const settlingMs = 20_000
/** Fabman does not carry out an attempt later than this. */
const hopelessMs = 10 * 60_000
const keptMs = 24 * 60 * 60_000

interface ReconciliationOptions {
  intents: IntentStore
  recognise: Recognise
  cancelAtFabman: BookingCancel['cancelAtFabman']
  lock: AttemptLock
  changes: Changes
  clock: Clock
  log: Log
}

/**
 * Settles attempts whose answer was lost. After a crash the booking stays the member's. When the member was told that
 * it failed, the booking is cancelled, because nobody expects it.
 * @throws Problem `upstreamUnavailable`: the next run goes on
 */
export function createReconciliation(options: ReconciliationOptions): () => Promise<void> {
  const { intents, recognise, cancelAtFabman, lock, changes, clock, log } = options
  return async () => {
    const now = clock().getTime()
    for (const intent of await intents.unanswered(new Date(now - settlingMs))) {
      await asUnavailable(() => lock(intent, () => settle(intent, now)))
    }
    await intents.deleteKeptBefore(new Date(now - keptMs))
  }

  async function settle(intent: Intent, now: number): Promise<void> {
    const booking = await recognise(intent)
    if (!booking) {
      if (intent.createdAt.getTime() < now - hopelessMs) await intents.close(intent.id)
    } else if (intent.failedAt === null || booking.updatedBy === intent.member) {
      await intents.keep(intent.id, booking.id)
      await changes.report(booking)
      log.info({ booking: booking.id }, 'found a booking whose answer was lost')
    } else if (await intents.startCancelling(intent.id)) {
      const cancelled = await cancelAtFabman(booking)
      await changes.report(booking)
      if (cancelled?.state === 'cancelled') await intents.close(intent.id)
      log.info({ booking: booking.id }, 'cancelled a booking that its member was told does not exist')
    }
  }
}
