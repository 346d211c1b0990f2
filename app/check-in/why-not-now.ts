import type { OwnBooking } from '../../contracts/live.ts'

export interface Reason {
  kind: 'pending' | 'cancelled' | 'over' | 'next'
  booking: OwnBooking
}

/**
 * Returns why a member has no booking to check in for: the state of the one that should run now, or the last of
 * today, and the next one.
 * @param wallClock now, as wall-clock time of the space
 */
export function whyNotNow(bookings: OwnBooking[], equipmentId: number, wallClock: string): Reason[] {
  const here = bookings
    .filter(({ resource }) => resource.id === equipmentId)
    .toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
  const now = here.find(
    ({ fromDateTime, untilDateTime, state }) =>
      fromDateTime <= wallClock && wallClock < untilDateTime && state !== 'confirmed',
  )
  const over = here.findLast(
    ({ untilDateTime, state }) =>
      state === 'confirmed' &&
      untilDateTime <= wallClock &&
      untilDateTime.slice(0, 10) === wallClock.slice(0, 10),
  )
  const next = here.find(({ fromDateTime, state }) => fromDateTime > wallClock && state === 'confirmed')
  const reasons: Reason[] = []
  if (now) reasons.push({ kind: now.state === 'cancelled' ? 'cancelled' : 'pending', booking: now })
  else if (over) reasons.push({ kind: 'over', booking: over })
  if (next) reasons.push({ kind: 'next', booking: next })
  return reasons
}

/**
 * Returns the wall-clock time from which a member can check in for a booking (YYYY-MM-DDTHH:mm).
 * @param minutes how long before the start
 */
export function checkInFrom({ fromDateTime }: Pick<OwnBooking, 'fromDateTime'>, minutes: number): string {
  // The wall clock read as UTC; only a start within minutes of a clock change differs.
  return new Date(Date.parse(`${fromDateTime}Z`) - minutes * 60_000).toISOString().slice(0, 16)
}
