import { type Booking, bookingsLimit } from '../../contracts/booking.ts'
import { addDays, addMinutes, dayOf, instantOf, toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'

/**
 * Returns the bookings of all equipment that overlap a time. Reads whole days, because the connector caches those for all
 * callers and invalidates them with every booking.
 * @param from wall-clock time of the space, YYYY-MM-DDTHH:mm
 */
export async function bookingsBetween(
  connector: SiteServices['connector'],
  from: string,
  until: string,
): Promise<Booking[]> {
  const days = [dayOf(from)]
  for (let day = addDays(dayOf(from), 1); `${day}T00:00` < until; day = addDays(day, 1)) days.push(day)
  const found = await Promise.all(
    days.map((day) => allBetween(connector, `${day}T00:00`, `${addDays(day, 1)}T00:00`)),
  )
  // A booking over midnight is in two days, one over noon in both halves of a full day.
  const byId = new Map(found.flat().map((booking) => [booking.id, booking]))
  return [...byId.values()].filter(
    ({ fromDateTime, untilDateTime }) => fromDateTime < until && from < untilDateTime,
  )
}

/** Asks for both halves when one answer cannot hold all bookings: a missing booking would look free. */
async function allBetween(
  connector: SiteServices['connector'],
  from: string,
  until: string,
): Promise<Booking[]> {
  const found = await connector.bookings({ fromDateTime: from, untilDateTime: until })
  const middle = middleOf(from, until)
  if (found.length < bookingsLimit || middle === from) return found
  const halves = [allBetween(connector, from, middle), allBetween(connector, middle, until)]
  return (await Promise.all(halves)).flat()
}

/** Wall-clock time in the middle, to the minute. */
function middleOf(from: string, until: string): string {
  const [start, end] = [instantOf(from, 'UTC'), instantOf(until, 'UTC')]
  return toLocal(addMinutes(start, Math.floor((end.getTime() - start.getTime()) / 120_000)), 'UTC')
}
