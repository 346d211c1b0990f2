import { Problem } from '../../../contracts/problem.ts'
import type { Space } from '../../../contracts/space.ts'
import type { Clock } from '../../../platform/clock.ts'
import { holdsTime, refusals } from '../../../rules/booking.ts'
import { lookAheadDays } from '../../../rules/next-start.ts'
import { addDays, dayOf } from '../../../rules/time.ts'
import { type BookingReader, idOf } from './bookings.ts'
import type { Catalogue } from './catalogue.ts'
import type { Attempt, Seen } from './lane.ts'
import type { createMembership } from './membership.ts'

interface JudgeOptions {
  catalogue: Catalogue
  membership: ReturnType<typeof createMembership>
  reader: BookingReader
  clock: Clock
  now: () => number
}

/**
 * Judges by our own rules before Fabman is asked: the key belongs to an administrator, for whom Fabman sets aside
 * what binds a member, and its refusals say neither every reason nor the next possible time.
 */
export function createJudge({ catalogue, membership, reader, clock, now }: JudgeOptions) {
  /**
   * @param sees hears which times of the machine are taken
   * @param changed id of the booking that moves: it is in nobody's way
   * @returns the space
   * @throws Problem `refused` or `notFound`
   */
  return async (asked: Attempt, sees: (seen: Seen) => void, changed?: number): Promise<Space> => {
    const since = now()
    const equipment = await catalogue.equipmentItem(asked.resource)
    if (!equipment) throw unknown('resource')
    const [space, member, trainings, existing] = await Promise.all([
      catalogue.space(equipment.space),
      catalogue.member(asked.member),
      equipment.requiresTraining ? membership.trainings(asked.member) : [],
      bookingsAround(asked, equipment.exclusiveUsage),
    ])
    if (!member || !trainings) throw unknown('member')
    if (!space) throw new Problem('upstreamUnavailable', { cause: new Error('equipment without a space') })
    const others = existing.filter(({ id }) => id !== changed)
    const times = others.filter((one) => one.resource === asked.resource && holdsTime(one.state))
    sees({ times, since })
    const found = refusals({
      now: clock(),
      space,
      equipment,
      member: { id: member.id, state: member.state, trainings },
      existing: others,
      request: asked,
    })
    if (found.length > 0) throw new Problem('refused', { refusals: found })
    return space
  }

  /** Of the machine, and of the member where that counts, from the asked start on as far as the rules look. */
  async function bookingsAround({ resource, member, fromDateTime }: Attempt, isExclusive: boolean) {
    const times = {
      fromDateTime,
      untilDateTime: `${addDays(dayOf(fromDateTime), lookAheadDays + 2)}T00:00`,
    }
    const lists = await Promise.all([
      reader.bookings({ resource, ...times }),
      isExclusive ? reader.bookings({ member, ...times }) : [],
    ])
    const bySeen = new Map(lists.flat().map((booking) => [booking.id, booking]))
    return [...bySeen.values()].map((booking) => ({
      ...booking,
      resource: idOf(booking.resource as Parameters<typeof idOf>[0]),
      member: idOf(booking.member as Parameters<typeof idOf>[0]),
    }))
  }
}
export type Judge = ReturnType<typeof createJudge>

function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'unknown id' }] })
}
