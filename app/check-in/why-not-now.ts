import type { OwnBooking } from '../../contracts/live.ts'

export interface Reason {
  kind: 'pending' | 'cancelled' | 'over' | 'next'
  booking: OwnBooking
}

/**
 * What a member's bookings tell about why there is none of this machine to check in for: what became of the one that
 * would run now, or when the last of today ended, and when the next begins.
 * @param wallClock now, at the space
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
