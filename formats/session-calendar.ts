import type { LocalTime } from '../contracts/booking.ts'
import { instantOf } from '../rules/time.ts'
import type { CalendarEntry } from './calendar-file.ts'

interface Session {
  id: number
  fromDateTime: LocalTime
  untilDateTime: LocalTime
  /** Of its date. */
  sequence: number
  isCancelled: boolean
}

/**
 * Returns the part of a session that mails, feeds and files share, so that an entry of one replaces that of another.
 * @param zone IANA name of the space's zone
 * @param siteUrl its host makes the id unique
 */
export function sessionEntry(
  { id, fromDateTime, untilDateTime, sequence, isCancelled }: Session,
  { zone, siteUrl }: { zone: string; siteUrl: string },
) {
  return {
    uid: `course-session-${id}@${new URL(siteUrl).hostname}`,
    from: instantOf(fromDateTime, zone),
    until: instantOf(untilDateTime, zone),
    sequence,
    state: isCancelled ? 'CANCELLED' : 'CONFIRMED',
  } satisfies Partial<CalendarEntry>
}
