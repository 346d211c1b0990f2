import { FabmanUnavailable } from '../../../../clients/fabman/failures.ts'
import type { Booking } from '../../../../contracts/booking.ts'
import type { FabmanBooking } from '../../../../contracts/fabman.ts'
import { instantOf } from '../../../../rules/time.ts'
import { readingMs, readWithin } from '../failures.ts'
import type { Parts } from '../parts.ts'
import { idOf } from './reader.ts'

/** The reads before and after every write of a booking. */
export function createOwnBookings({
  reader,
  directory,
  clock,
}: Pick<Parts, 'reader' | 'directory' | 'clock'>) {
  return {
    /** Returns the booking as Fabman has it; null when the member has no such booking. */
    async find(id: number, member: number): Promise<FabmanBooking | null> {
      const booking = await readWithin(readingMs, () => reader.raw(id))
      return booking && idOf(booking.member) === member ? booking : null
    },

    async isOver(booking: FabmanBooking): Promise<boolean> {
      const equipment = await directory.equipmentItem(idOf(booking.resource))
      const space = equipment && (await directory.space(equipment.space))
      return space !== null && instantOf(booking.untilDateTime, space.timezone) <= clock()
    },

    /** Returns the booking if the failed write was carried out all the same. @throws the failure otherwise */
    async writtenDespite(failure: unknown, id: number, isWritten: (booking: FabmanBooking) => boolean) {
      if (!(failure instanceof FabmanUnavailable) || !failure.mayBeDone) throw failure
      const found = await reader.raw(id).catch(() => null)
      if (!found || !isWritten(found)) throw failure
      return found
    },

    /** Adds the names of equipment and member; without them when they cannot be read, because the booking is made. */
    async named(booking: FabmanBooking): Promise<Booking> {
      return reader.complete(booking).catch(() => reader.bare(booking))
    },
  }
}
export type OwnBookings = ReturnType<typeof createOwnBookings>
