import { z } from 'zod'
import type { Booking } from '../../../contracts/booking.ts'
import { FabmanBooking, type FabmanEvent } from '../../../contracts/fabman.ts'
import type { Log } from '../../../platform/log.ts'
import type { Cache } from '../cache.ts'
import { touchedBy } from '../cached-workshop.ts'
import { type BookingReader, idOf } from './bookings.ts'
import type { Catalogue } from './catalogue.ts'
import type { Kept } from './kept.ts'

interface EventOptions {
  /** The connector's own, under the specification's keys. */
  cache: Cache
  kept: Kept
  reader: BookingReader
  catalogue: Catalogue
  log: Log
}

/** What a message may name: only ids and times, to know where to look. */
const Named = z.object({ id: z.int() }).partial().catch({})
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
    memberTraining: z.object({ member: z.int() }).partial().catch({}),
  })
  .partial()
  .catch({})

/**
 * Makes Fabman's messages count: forgets exactly what they make wrong, and reads again at Fabman where a booking is
 * now. Answers at once; failures are logged, and what is kept ends by itself.
 */
export function createEventReceiver({ cache, kept, reader, catalogue, log }: EventOptions) {
  return (event: FabmanEvent): void => {
    const details = Details.parse(event.details ?? {})
    const [kind = '', change] = event.type.split('_')
    const forgetBoth = (matches: (key: string) => boolean) => {
      kept.forget(matches)
      cache.forget(matches)
    }
    const member = details.member?.id ?? details.memberTraining?.member
    if (kind === 'booking' && details.booking) {
      void bookingChanged(details.booking, change === 'updated').catch((error: unknown) => {
        log.warn({ err: error, type: event.type }, 'message of Fabman')
      })
    } else if (/^(resource|resourceLog|bridge)$/.test(kind)) {
      const id = details.resource?.id
      forgetBoth(
        (key) =>
          /^equipment(:all|:space:\d+)?$/.test(key) ||
          key === `equipment:${id}` ||
          (id === undefined && isItem(key)),
      )
    } else if (kind === 'member' && member !== undefined) forgetBoth((key) => key === `member:${member}`)
    else if (kind === 'memberTraining') {
      const all = member === undefined
      forgetBoth((key) =>
        all ? key.startsWith('equipment:trained:') : key === `equipment:trained:${member}`,
      )
    }
  }

  async function bookingChanged(told: TouchingBooking & { id: number }, isMoved: boolean): Promise<void> {
    forget(told, undefined)
    const space = await spaceOf(told)
    forget(told, space)
    // Where it was before, nobody says.
    if (isMoved) forgetAround(told, space)
    const now = await reader.raw(told.id)
    if (now) forget(now, await spaceOf(now))
  }

  function forget(booking: TouchingBooking, space: number | undefined): void {
    const [resource, member] = [idOf(booking.resource), idOf(booking.member)]
    const { fromDateTime, untilDateTime } = booking
    cache.forget(touchedBy({ resource, member, fromDateTime, untilDateTime }, space))
  }

  function forgetAround(booking: TouchingBooking, space: number | undefined): void {
    const ofResource = `bookings:resource:${idOf(booking.resource)}:`
    const ofSpace = `busy:space:${space}:`
    cache.forget((key) => key.startsWith(ofResource) || key.startsWith(ofSpace))
  }

  async function spaceOf(booking: TouchingBooking): Promise<number | undefined> {
    const item = await catalogue.equipmentItem(idOf(booking.resource)).catch(() => null)
    return item?.space
  }
}

type TouchingBooking = Pick<FabmanBooking, 'resource' | 'member'> &
  Pick<Booking, 'fromDateTime' | 'untilDateTime'>

function isItem(key: string): boolean {
  return /^equipment:\d+$/.test(key)
}
