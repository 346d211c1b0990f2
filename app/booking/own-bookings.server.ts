import type { Booking } from '../../contracts/booking.ts'
import type { OwnBooking } from '../../contracts/live.ts'
import { toLocal } from '../../rules/time.ts'

/**
 * Returns a member's bookings for `/me/bookings`: coming ones first, the next on top, then past and cancelled ones.
 * @param zoneOf time zone of equipment by its id
 */
export function ownBookings(
  bookings: Booking[],
  zoneOf: (equipmentId: number) => string,
  now: Date,
): Omit<OwnBooking, 'canOnlyExtend' | 'cost' | 'drawing'>[] {
  return bookings
    .map((booking) => {
      const resource = equipmentOf(booking)
      const zone = zoneOf(resource.id)
      const past = booking.untilDateTime <= toLocal(now, zone)
      return {
        id: booking.id,
        resource,
        fromDateTime: booking.fromDateTime,
        untilDateTime: booking.untilDateTime,
        state: booking.state,
        past,
        canBeCancelled: !past && booking.state !== 'cancelled',
        canBeMoved: !past && booking.state === 'confirmed',
        lockVersion: booking.lockVersion,
        checkedInAt: booking.checkedInAt ? toLocal(new Date(booking.checkedInAt), zone) : null,
      }
    })
    .toSorted(comingFirst)
}

type Coming = Pick<OwnBooking, 'canBeCancelled' | 'fromDateTime'>

function equipmentOf({ resource }: Pick<Booking, 'resource'>): OwnBooking['resource'] {
  return typeof resource === 'object'
    ? { id: resource.id, name: resource.name }
    : { id: Number(resource), name: String(resource) }
}

function comingFirst(a: Coming, b: Coming): number {
  if (a.canBeCancelled !== b.canBeCancelled) return a.canBeCancelled ? -1 : 1
  const earlier = a.fromDateTime < b.fromDateTime ? -1 : 1
  return a.canBeCancelled ? earlier : -earlier
}
