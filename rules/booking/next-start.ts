import type { LocalTime } from '../../contracts/booking.ts'
import { type BookingCase, type Grid, slotMinutes, type Verdict } from './case.ts'
import { addMinutes, instantOf, minuteOfDay, minutesBetween, toLocal } from '../time.ts'

/** How far the search for the next possible start looks ahead, and so how far `existing` must reach. */
export const lookAheadDays = 7

/**
 * Returns the next start at which the same length is possible: moves the start to where every refusing rule agrees, until
 * none refuses. null when waiting does not help, or not within `lookAheadDays`.
 */
export function nextStart(
  asked: BookingCase,
  found: Verdict[],
  judge: (asked: BookingCase) => Verdict[],
): LocalTime | null {
  const { timezone } = asked.space
  const slot = slotMinutes(asked)
  const first = instantOf(asked.request.fromDateTime, timezone)
  const asks = minutesBetween(first, instantOf(asked.request.untilDateTime, timezone))
  const length = Math.ceil(asks / slot) * slot
  if (length <= 0) return null
  const last = addMinutes(first, lookAheadDays * 24 * 60 - length)
  let start: Date | null = null
  let refusing = found
  while (refusing.length > 0) {
    if (refusing.some(({ notBefore }) => notBefore === null)) return null
    const agreed = new Date(Math.max(...refusing.map(({ notBefore }) => Number(notBefore))))
    const next = nextOnGrid(agreed, asked)
    if ((start && next <= start) || next > last) return null
    start = next
    const request = {
      fromDateTime: toLocal(start, timezone),
      untilDateTime: toLocal(addMinutes(start, length), timezone),
    }
    refusing = judge({ ...asked, request })
  }
  return start && toLocal(start, timezone)
}

/** Returns the first instant on the grid at or after this one. */
export function nextOnGrid(instant: Date, asked: { space: Grid }): Date {
  const slot = slotMinutes(asked)
  const minute = new Date(Math.ceil(instant.getTime() / 60_000) * 60_000)
  const past = minuteOfDay(toLocal(minute, asked.space.timezone)) % slot
  return past === 0 ? minute : addMinutes(minute, slot - past)
}
