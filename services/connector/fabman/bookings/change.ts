import { FabmanRefused } from '../../../../clients/fabman/failures.ts'
import type { Booking, BookingChange } from '../../../../contracts/booking.ts'
import { FabmanBooking } from '../../../../contracts/fabman.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { Keyed } from '../../workshop-system.ts'
import { readingMs, readWithin, writeMs } from '../failures.ts'
import { idOf } from './reader.ts'
import { isRefusal, refusedByFabman } from './refusals.ts'
import type { Writing } from './writing.ts'

type Change = BookingChange & Keyed

/**
 * Moves a booking. Returns it at its new times, or null when the member has no such booking. It throws Problem
 * `conflict` when the booking has changed since, `bookingEnded`, or `refused`: then the booking stays as it is.
 */
export function createBookingChange({ client, judge, lock, own, changes, now }: Writing) {
  return async (id: number, member: number, change: Change): Promise<Booking | null> => {
    const readDeadline = now() + readingMs
    const booking = await own.find(id, member)
    if (!booking) return null
    const { fromDateTime, untilDateTime } = change
    const moved = { ...booking, fromDateTime, untilDateTime }
    return changes.reporting([booking, moved], () => move(booking, member, change, readDeadline))
  }

  async function move(
    booking: FabmanBooking,
    member: number,
    change: Change,
    readDeadline: number,
  ): Promise<Booking> {
    if (isRepeated(booking, change)) return own.named(booking)
    if (booking.lockVersion !== change.lockVersion) throw new Problem('conflict')
    const isOver = () => readWithin(readDeadline - now(), () => own.isOver(booking))
    if (booking.state === 'cancelled' || (await isOver())) throw new Problem('bookingEnded')
    const { id } = booking
    const { fromDateTime, untilDateTime, lockVersion } = change
    const asked = { equipment: idOf(booking.resource), member, fromDateTime, untilDateTime }
    return lock(asked, async (learn) => {
      const space = await readWithin(readDeadline - now(), () => judge(asked, learn, booking))
      const body = { fromDateTime, untilDateTime, lockVersion }
      const changed = await client
        .put(`/bookings/${id}`, body, FabmanBooking, now() + writeMs)
        .catch((error: unknown) => {
          if (error instanceof FabmanRefused && error.status === 409) throw new Problem('conflict')
          if (error instanceof FabmanRefused && isRefusal(error)) throw refusedByFabman(error, space)
          return own.writtenDespite(error, id, (found) => isAt(found, change))
        })
      learn({ times: [asked], since: now() })
      return own.named(changed)
    })
  }
}

function isAt(booking: FabmanBooking, { fromDateTime, untilDateTime }: BookingChange): boolean {
  return booking.fromDateTime === fromDateTime && booking.untilDateTime === untilDateTime
}

/** Whether an earlier process carried out this very request and died before its answer. */
function isRepeated(booking: FabmanBooking, change: Change): boolean {
  const isNext = booking.lockVersion === change.lockVersion + 1
  return Boolean(change.requestKey) && isNext && isAt(booking, change) && booking.state !== 'cancelled'
}
