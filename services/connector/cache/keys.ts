import { addDays, dayOf } from '../../../rules/time.ts'
import type { BookingQuery, ChangedBooking } from '../workshop-system.ts'

/** The cause that makes entries stale: a changed booking, or a key; a key that ends in `*` stands for all keys with that beginning. */
export type Change = ChangedBooking | string

/** Times of a changed booking whose times before the change are not known. */
export const anyTime = { fromDateTime: '0000-01-01T00:00', untilDateTime: '9999-12-31T23:59' }

export function isStaleBy(key: string, change: Change): boolean {
  if (typeof change === 'string') {
    return change.endsWith('*') ? key.startsWith(change.slice(0, -1)) : key === change
  }
  const { equipment, member, space, fromDateTime, untilDateTime } = change
  const overlaps = (from: string, until: string) => fromDateTime < until && from < untilDateTime
  if (key.startsWith(`bookings:resource:${equipment}:`)) return overlaps(key.slice(-33, -17), key.slice(-16))
  if (key.startsWith(space === undefined ? 'busy:space:' : `busy:space:${space}:`)) {
    const day = key.slice(-10)
    return overlaps(`${day}T00:00`, `${day}T24:00`)
  }
  return key === `bookings:member:${member}`
}

/** The key of a list of bookings; null when the list is not cached. */
export function bookingsKey(query: BookingQuery): string | null {
  const { member, resource, space, fromDateTime: from, untilDateTime: until, state } = query
  if (state) return null
  const given = [member, resource, space].filter((id) => id !== undefined).length
  if (given !== 1) return null
  if (member !== undefined) return from || until ? null : `bookings:member:${member}`
  if (!from || !until) return null
  if (resource !== undefined) return `bookings:resource:${resource}:${from}:${until}`
  return isWholeDay(query) ? `busy:space:${space}:${dayOf(from)}` : null
}

/** One local day without any other filter: asked per space, so that each space has its own key. */
export function isDayOfAllSpaces(query: BookingQuery): boolean {
  const { member, resource, space, state } = query
  return member === undefined && resource === undefined && space === undefined && !state && isWholeDay(query)
}

function isWholeDay({ fromDateTime: from, untilDateTime: until }: BookingQuery): boolean {
  return !!from && from.endsWith('T00:00') && until === `${addDays(dayOf(from), 1)}T00:00`
}
