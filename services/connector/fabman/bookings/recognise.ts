import type { FabmanBooking } from '../../../../contracts/fabman.ts'
import { type BookingReader, idOf } from './reader.ts'
import type { Intent } from './intents.store.ts'

/** The difference that our clock and Fabman's may have. */
const skewMs = 60_000

/** Returns what an attempt has made at Fabman; null = nothing. Throws FabmanUnavailable. */
export type Recognise = (intent: Intent) => Promise<FabmanBooking | null>

/** Fabman's bookings carry no mark of ours: member, equipment, both times and the creation time tell which it is. */
export function createRecognise(reader: BookingReader): Recognise {
  return async ({ member, equipment, fromDateTime, untilDateTime, createdAt, bookingId }) => {
    const found = bookingId === null ? null : await reader.raw(bookingId)
    const candidates = found
      ? [found]
      : await reader.rawList({ member, resource: equipment, fromDateTime, untilDateTime })
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
