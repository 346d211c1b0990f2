import { z } from 'zod'
import { FabmanBooking, type FabmanEvent } from '../../../../contracts/fabman.ts'
import type { Log } from '../../../../platform/log.ts'
import type { Cache } from '../../cache/cache.ts'
import { anyTime } from '../../cache/keys.ts'
import type { BookingReader } from '../bookings/bookings.ts'
import type { BookingTimes, Changes } from '../bookings/changes.ts'
import { looksOf, looksOfAll } from '../membership/membership.ts'

interface EventOptions {
  cache: Cache
  reader: BookingReader
  changes: Changes
  log: Log
}

/** What a message may name: only ids and times, to know where to look. */
const Named = z.object({ id: z.int() }).partial().catch({})
/** What belongs to a member. */
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

/**
 * Processes Fabman's messages: invalidates exactly what they make stale, and reads from Fabman where a booking is now.
 * Answers at once; failures are logged, and the entries expire.
 */
export function createEventReceiver({ cache, reader, changes, log }: EventOptions) {
  return (event: FabmanEvent): void => {
    const details = Details.parse(event.details ?? {})
    const [kind = '', change] = event.type.split('_')
    const { memberTraining, memberPackage, memberCredit } = details
    const member = details.member?.id ?? (memberTraining ?? memberPackage ?? memberCredit)?.member
    if (kind === 'booking' && details.booking) {
      void bookingChanged(details.booking, change === 'updated').catch((error: unknown) => {
        log.warn({ err: error, type: event.type }, 'message of Fabman')
      })
    } else void cache.invalidate(staleKeys(kind, details.resource?.id, member))
  }

  /** The times before a move are not in the message. */
  async function bookingChanged(told: BookingTimes & { id: number }, isMoved: boolean): Promise<void> {
    await changes.report(isMoved ? { ...told, ...anyTime } : told)
    const now = await reader.raw(told.id)
    if (now) await changes.report(now)
  }
}

/** The keys that a message makes stale; without an id those of all equipment or all members. */
function staleKeys(kind: string, equipment: number | undefined, member: number | undefined): string[] {
  const looks = `${member === undefined ? looksOfAll : looksOf(member)}*`
  switch (kind) {
    case 'resource':
    case 'resourceLog':
    case 'bridge': {
      const items = equipment === undefined ? 'equipment:*' : `equipment:${equipment}`
      return ['fabman:equipment', 'equipment:all', 'equipment:space:*', items]
    }
    case 'member':
      return member === undefined ? [] : [`fabman:member:${member}`, looks]
    case 'memberTraining':
      return [`equipment:trained:${member ?? '*'}`, looks]
    case 'memberPackage':
    case 'memberCredit':
      return [looks]
    default:
      return []
  }
}
