import { z } from 'zod'
import { FabmanBooking, type FabmanEvent } from '../../../../contracts/fabman.ts'
import { anyTime } from '../../cache/keys.ts'
import type { BookingTimes } from '../bookings/changes.ts'
import { displayKeys, displayKeysOf } from '../members/keys.ts'
import type { Parts } from '../parts.ts'

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

/**
 * Takes Fabman's messages: invalidates exactly the entries that they make stale, and reads a changed booking again from
 * Fabman. Returns at once. A failure is logged, and the entries expire.
 */
export function createEventReceiver({ cache, reader, changes, log, trainingChanged }: Parts) {
  return (event: FabmanEvent): void => {
    const details = Details.parse(event.details ?? {})
    const [kind = '', change] = event.type.split('_')
    const { memberTraining, memberPackage, memberCredit } = details
    const member = details.member?.id ?? (memberTraining ?? memberPackage ?? memberCredit)?.member
    if (kind === 'booking' && details.booking) {
      void bookingChanged(details.booking, change === 'updated').catch((error: unknown) => {
        log.warn({ err: error, type: event.type }, 'message of Fabman')
      })
      return
    }
    const stale = cache.invalidate(staleKeys(kind, details.resource?.id, member))
    // What is stale would be read once more.
    if (kind === 'memberTraining' && member !== undefined)
      void stale.then(() => trainingChanged?.(member)).catch(() => {})
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
  const display = `${member === undefined ? displayKeys : displayKeysOf(member)}*`
  switch (kind) {
    case 'resource':
    case 'resourceLog':
    case 'bridge': {
      const items = equipment === undefined ? 'equipment:*' : `equipment:${equipment}`
      return ['fabman:equipment', 'equipment:all', 'equipment:space:*', items]
    }
    case 'member':
      return member === undefined ? [] : [`fabman:member:${member}`, display]
    case 'memberTraining':
      return [`equipment:trained:${member ?? '*'}`, display]
    case 'memberPackage':
    case 'memberCredit':
      return [display]
    default:
      return []
  }
}
