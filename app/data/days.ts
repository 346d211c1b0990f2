import type { Booking } from '../../contracts/booking.ts'
import { addDays, dayOf } from '../../rules/time.ts'
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
    days.map((day) =>
      connector.bookings({ fromDateTime: `${day}T00:00`, untilDateTime: `${addDays(day, 1)}T00:00` }),
    ),
  )
  // One over midnight is in two of the days.
  const byId = new Map(found.flat().map((booking) => [booking.id, booking]))
  return [...byId.values()].filter(
    ({ fromDateTime, untilDateTime }) => fromDateTime < until && from < untilDateTime,
  )
}
