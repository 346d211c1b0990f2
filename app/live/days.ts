import { type Booking, bookingsLimit } from '../../contracts/booking.ts'
import { addDays, addMinutes, dayOf, instantOf, toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'

/**
 * Bookings of all machines that overlap a time, read by whole days: the connector keeps those for however many people
 * ask for whatever times, and forgets them with every booking.
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
  // One over midnight is in two of the days, one over noon in two halves of a full one.
  const byId = new Map(found.flat().map((booking) => [booking.id, booking]))
  return [...byId.values()].filter(
    ({ fromDateTime, untilDateTime }) => fromDateTime < until && from < untilDateTime,
  )
}

/** Where there are more than one answer holds, both halves are asked for: what is left out would look free. */
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

/** On the clock, to the minute. */
function middleOf(from: string, until: string): string {
  const [start, end] = [instantOf(from, 'UTC'), instantOf(until, 'UTC')]
  return toLocal(addMinutes(start, Math.floor((end.getTime() - start.getTime()) / 120_000)), 'UTC')
}
