import type { Booking } from '../contracts/booking.ts'
import type { CalendarEntry } from './calendar-file.ts'
import { instantOf } from '../rules/time.ts'

/**
 * What every calendar file of ours says alike of a booking, be it a feed, a download or in a mail, so that one takes the
 * place of the other. A cancelled booking is in it as such, so that it goes where it was taken over.
 * @param zone IANA name of the space's zone
 * @param siteUrl its host makes the id nobody else's
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
