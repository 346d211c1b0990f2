import type { Booking } from '../contracts/booking.ts'
import type { CalendarEntry } from './calendar-file.ts'
import { instantOf } from '../rules/time.ts'

/**
 * Returns the part of a booking that feed, download and mail share, so that an entry of one replaces that of another.
 * A cancelled booking stays in the file as cancelled, so that calendars remove it.
 * @param zone IANA name of the space's zone
 * @param siteUrl its host makes the id unique
 */
export function bookingEntry(
  booking: Pick<Booking, 'id' | 'fromDateTime' | 'untilDateTime' | 'state' | 'lockVersion'> & {
    updatedAt: string | Date
  },
  { zone, siteUrl }: { zone: string; siteUrl: string },
) {
  return {
    uid: `booking-${booking.id}@${new URL(siteUrl).hostname}`,
    from: instantOf(booking.fromDateTime, zone),
    until: instantOf(booking.untilDateTime, zone),
    changedAt: new Date(booking.updatedAt),
    sequence: booking.lockVersion,
    state: states[booking.state] ?? 'CONFIRMED',
  } satisfies Partial<CalendarEntry>
}

const states: Record<string, 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'> = {
  confirmed: 'CONFIRMED',
  pending: 'TENTATIVE',
  cancelled: 'CANCELLED',
}
