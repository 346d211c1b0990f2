import type { FabmanBooking } from '../../../../contracts/fabman.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import type { BookingWriter } from '../bookings/booking-writer.ts'
import { type BookingReader, idOf } from '../bookings/bookings.ts'
import { asUnavailable } from '../failures.ts'
import type { Intent, IntentStore } from '../bookings/intents.store.ts'
import type { Lane } from '../bookings/member-lock.ts'
import type { ForgetBooking } from '../touched.ts'

/** So long a member who asks again for the same gets what the first attempt has made. */
export const recentlyMs = 15 * 60_000
/** Younger attempts are still under way somewhere. */
const settlingMs = 20_000
/** After that nothing comes of it any more. */
const hopelessMs = 10 * 60_000
const keptMs = 24 * 60 * 60_000
/** Our clock and Fabman's may differ by so much. */
const skewMs = 60_000

/** What an attempt has made at Fabman; null = nothing. Throws FabmanUnavailable. */
export type Recognise = (intent: Intent) => Promise<FabmanBooking | null>

/** Fabman's bookings carry no mark of ours: member, machine, both times and the time of making tell which it is. */
export function createRecognise(reader: BookingReader): Recognise {
  return async ({ member, resource, fromDateTime, untilDateTime, createdAt, bookingId }) => {
    const found = bookingId === null ? null : await reader.raw(bookingId)
    const candidates = found
      ? [found]
      : await reader.rawList({ member, resource, fromDateTime, untilDateTime })
    const ours = candidates.find(
      (booking) =>
        booking.state !== 'cancelled' &&
        idOf(booking.member) === member &&
        booking.fromDateTime === fromDateTime &&
        booking.untilDateTime === untilDateTime &&
        Date.parse(booking.createdAt) >= createdAt.getTime() - skewMs,
    )
    return ours ?? null
  }
}

interface ReconciliationOptions {
  intents: IntentStore
  recognise: Recognise
  writer: BookingWriter
  lane: Lane
  forgetBooking: ForgetBooking
  clock: Clock
  log: Log
}

/**
 * One turn of looking after attempts whose answer was lost: in a crash, what was made stays the member's; where the
 * member was told that it did not work, it is cancelled, because nobody expects it.
 * @throws Problem `upstreamUnavailable`: the next turn goes on
 */
export function createReconciliation(options: ReconciliationOptions): () => Promise<void> {
  const { intents, recognise, writer, lane, forgetBooking, clock, log } = options
  return async () => {
    const now = clock().getTime()
    for (const intent of await intents.unanswered(new Date(now - settlingMs))) {
      await asUnavailable(() => lane(intent, () => settle(intent, now)))
    }
    await intents.forgetBefore(new Date(now - keptMs))
  }

  async function settle(intent: Intent, now: number): Promise<void> {
    const booking = await recognise(intent)
    if (!booking) {
      if (intent.createdAt.getTime() < now - hopelessMs) await intents.close(intent.id)
    } else if (intent.failedAt === null || booking.updatedBy === intent.member) {
      await intents.keep(intent.id, booking.id)
      await forgetBooking(booking)
      log.info({ booking: booking.id }, 'found a booking whose answer was lost')
    } else if (await intents.startCancelling(intent.id)) {
      const cancelled = await writer.cancelAt(booking)
      await forgetBooking(booking)
      if (cancelled?.state === 'cancelled') await intents.close(intent.id)
      log.info({ booking: booking.id }, 'cancelled a booking that its member was told does not exist')
    }
  }
}
