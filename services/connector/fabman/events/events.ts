import { z } from 'zod'
import { FabmanBooking, type FabmanEvent } from '../../../../contracts/fabman.ts'
import type { Log } from '../../../../platform/log.ts'
import type { Cache } from '../../cache/cache.ts'
import type { BookingReader } from '../bookings/bookings.ts'
import { displayKeys, displayKeysOf } from '../membership/membership.ts'
import type { ForgetBooking, TouchingBooking } from '../touched.ts'

interface EventOptions {
  cache: Cache
  reader: BookingReader
  forgetBooking: ForgetBooking
  log: Log
}

/** A message only tells where to look: its ids and times. */
const Named = z.object({ id: z.int() }).partial().catch({})
/** An object that belongs to a member. */
const Owned = z.object({ member: z.int() }).partial().catch({})
const Details = z
  .object({
    booking: FabmanBooking.pick({
      id: true,
      resource: true,
      member: true,
      fromDateTime: true,
      untilDateTime: true,
    })
      .optional()
      .catch(undefined),
    resource: Named,
    member: Named.nullable().catch(null),
    memberTraining: Owned,
    memberPackage: Owned,
    memberCredit: Owned,
  })
  .partial()
  .catch({})

/** Prefixes of the keys of single equipment, and of no other keys of equipment. */
const everyItem = Array.from({ length: 9 }, (_, index) => `equipment:${index + 1}`)

/**
 * Takes Fabman's messages: invalidates exactly the entries that they make wrong, and reads a changed booking again at
 * Fabman. Returns at once. A failure is logged, and the entries expire by themselves.
 */
export function createEventReceiver({ cache, reader, forgetBooking, log }: EventOptions) {
  return (event: FabmanEvent): void => {
    const details = Details.parse(event.details ?? {})
    const [kind = '', change] = event.type.split('_')
    const { memberTraining, memberPackage, memberCredit } = details
    const member = details.member?.id ?? (memberTraining ?? memberPackage ?? memberCredit)?.member
    if (kind === 'booking' && details.booking) {
      void bookingChanged(details.booking, change === 'updated').catch((error: unknown) => {
        log.warn({ err: error, type: event.type }, 'message of Fabman')
      })
    } else if (/^(resource|resourceLog|bridge)$/.test(kind)) {
      const id = details.resource?.id
      void cache.forget({
        keys: ['fabman:equipment', 'equipment:all', `equipment:${id}`],
        prefixes: ['equipment:space:', ...(id === undefined ? everyItem : [])],
      })
    } else if (kind === 'member' && member !== undefined) {
      void cache.forget({ keys: [`fabman:member:${member}`], prefixes: [displayKeysOf(member)] })
    } else if (kind === 'memberTraining') {
      const all = 'equipment:trained:'
      void cache.forget(
        member === undefined
          ? { prefixes: [all, displayKeys] }
          : { keys: [`${all}${member}`], prefixes: [displayKeysOf(member)] },
      )
    } else if (kind === 'memberPackage' || kind === 'memberCredit') {
      void cache.forget({ prefixes: [member === undefined ? displayKeys : displayKeysOf(member)] })
    }
  }

  async function bookingChanged(told: TouchingBooking & { id: number }, isMoved: boolean): Promise<void> {
    await forgetBooking(told, isMoved)
    const now = await reader.raw(told.id)
    if (now) await forgetBooking(now)
  }
}
