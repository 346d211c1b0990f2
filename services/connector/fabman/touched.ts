import type { FabmanBooking } from '../../../contracts/fabman.ts'
import type { Cache } from '../cache/cache.ts'
import { around, touchedBy } from '../cache/cached-workshop.ts'
import { idOf } from './bookings/bookings.ts'
import type { Directory } from './directory/directory.ts'

export type TouchingBooking = Pick<FabmanBooking, 'resource' | 'member' | 'fromDateTime' | 'untilDateTime'>

/** Makes the connector forget what it keeps of a booking that changed at Fabman. */
export function createForgetBooking({ cache, directory }: { cache: Cache; directory: Directory }) {
  /** @param isMoved where it was before, nobody says */
  return async (booking: TouchingBooking, isMoved = false): Promise<void> => {
    const { fromDateTime, untilDateTime } = booking
    const [resource, member] = [idOf(booking.resource), idOf(booking.member)]
    const known = { resource, member, fromDateTime, untilDateTime }
    const atOnce = touchedBy({ ...known, space: undefined })
    await cache.forget({ ...atOnce, prefixes: [] })
    const item = await directory.equipmentItem(resource).catch(() => null)
    const touched = touchedBy({ ...known, space: item?.space })
    await cache.forget(isMoved ? around(touched) : touched)
  }
}
export type ForgetBooking = ReturnType<typeof createForgetBooking>
