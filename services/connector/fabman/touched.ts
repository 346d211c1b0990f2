import type { FabmanBooking } from '../../../contracts/fabman.ts'
import type { Cache } from '../cache/cache.ts'
import { around, touchedBy } from '../cache/cached-workshop.ts'
import { idOf } from './bookings/bookings.ts'
import type { Catalogue } from './directory/directory.ts'

export type TouchingBooking = Pick<FabmanBooking, 'resource' | 'member' | 'fromDateTime' | 'untilDateTime'>

/** Makes the connector forget what it keeps of a booking that changed at Fabman. */
export function createForgetBooking({ cache, catalogue }: { cache: Cache; catalogue: Catalogue }) {
  /** @param isMoved where it was before, nobody says */
  return async (booking: TouchingBooking, isMoved = false): Promise<void> => {
    const { fromDateTime, untilDateTime } = booking
    const [equipment, member] = [idOf(booking.resource), idOf(booking.member)]
    const known = { equipment, member, fromDateTime, untilDateTime }
    const atOnce = touchedBy({ ...known, space: undefined })
    await cache.forget({ ...atOnce, prefixes: [] })
    const item = await catalogue.equipmentItem(equipment).catch(() => null)
    const touched = touchedBy({ ...known, space: item?.space })
    await cache.forget(isMoved ? around(touched) : touched)
  }
}
export type ForgetBooking = ReturnType<typeof createForgetBooking>
