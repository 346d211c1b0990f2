import type { BookingCancel } from './cancel.ts'
import { asUnavailable } from '../failures.ts'
import type { BookingMail } from './booking-mail.ts'
import type { Intent } from './intents.store.ts'
import type { Writing } from './writing.ts'

/** Younger attempts may still be under way. */
const settlingMs = 20_000
/** Fabman does not carry out an attempt later than this. */
const hopelessMs = 10 * 60_000
const keptMs = 24 * 60 * 60_000

/**
 * Settles attempts whose answer was lost. After a crash the booking stays the member's, who gets a mail. When the member was told that
 * it failed, the booking is cancelled, because nobody expects it.
 * @throws the failure of the first attempt that could not be settled, after all others were: the next run tries it again
 */
export function createReconciliation(
  options: Writing & Pick<BookingCancel, 'cancelAtFabman'> & { bookingMail: BookingMail },
): () => Promise<void> {
  const { intents, recognise, cancelAtFabman, bookingMail, lock, changes, clock, log } = options
  return async () => {
    const now = clock().getTime()
    const failures: unknown[] = []
    for await (const intent of unanswered(new Date(now - settlingMs))) {
      await asUnavailable(() => lock(intent, () => settle(intent, now))).catch((error: unknown) => {
        log.warn({ err: error, intent: intent.id }, 'could not settle an attempt whose answer was lost')
        failures.push(error)
      })
    }
    await intents.deleteKeptBefore(new Date(now - keptMs))
    if (failures.length > 0) throw failures[0]
  }

  /** All of them: those that Fabman does not settle must not stand before the others. */
  async function* unanswered(before: Date): AsyncGenerator<Intent> {
    for (let last: Intent | undefined, page: Intent[]; ; last = page.at(-1)) {
      page = await intents.unanswered(before, last?.id ?? 0)
      if (page.length === 0) return
      yield* page
    }
  }

  async function settle(intent: Intent, now: number): Promise<void> {
    const booking = await recognise(intent)
    if (!booking) {
      if (intent.createdAt.getTime() < now - hopelessMs) await intents.close(intent.id)
    } else if (intent.failedAt === null || booking.updatedBy === intent.member) {
      // A member who made it at Fabman knows of it.
      const mail = intent.failedAt === null ? await bookingMail('found', booking) : null
      await intents.keep(intent.id, booking.id, mail)
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
