import { Problem } from '../../../../contracts/problem.ts'
import type { Space } from '../../../../contracts/space.ts'
import { holdsTime, priceOf, rangeOf, refusals } from '../../../../rules/booking/booking.ts'
import type { WantedTime } from '../../workshop-system.ts'
import type { Parts } from '../parts.ts'
import { idOf } from './reader.ts'
import type { Learn, Times } from './attempt-lock.ts'
import type { Members } from '../members/members.ts'
import { covering } from '../members/packages.ts'

/** A booking that moves: it does not conflict with its new times. */
export type Moving = Times & { id: number }

/** Reads the input of the booking rules. The reader throws Problem `notFound` for unknown equipment or members. */
export function createCaseReader({
  directory,
  members,
  reader,
  clock,
}: Pick<Parts, 'directory' | 'reader' | 'clock'> & {
  members: Pick<Members, 'trainings' | 'owned' | 'account'>
}) {
  return async (asked: WantedTime, changed?: Moving) => {
    const equipment = await directory.equipmentItem(asked.equipment)
    if (!equipment) throw unknown('resource')
    const [space, member, trainings, packages, account, existing] = await Promise.all([
      directory.space(equipment.space),
      directory.member(asked.member),
      equipment.requiresTraining ? members.trainings(asked.member) : [],
      members.owned(asked.member),
      members.account(asked.member),
      bookingsAround(asked, equipment.space),
    ])
    if (!member || !trainings || !packages) throw unknown('member')
    if (!space) throw new Problem('upstreamUnavailable', { cause: new Error('equipment without a space') })
    const standing = { trainings, packages: covering(packages, equipment) }
    const decided = {
      now: clock(),
      space,
      equipment,
      member: { id: member.id, state: member.state, ...standing, ...(account && { account }) },
      existing: existing.filter(({ id }) => id !== changed?.id),
      request: asked,
      ...(changed && { changed }),
    }
    if (!account || !changed) return decided
    // Fabman's balance already counts the price at the old times.
    const { priceCents } = priceOf({ ...decided, request: changed })
    const paid = { ...account, balanceCents: account.balanceCents + priceCents }
    return { ...decided, member: { ...decided.member, account: paid } }
  }

  /** Returns the bookings of the equipment, and of the member in the space, that the rules count. */
  async function bookingsAround(asked: WantedTime, space: number) {
    const { equipment, member } = asked
    const { from, until } = rangeOf(asked)
    const times = { fromDateTime: from, untilDateTime: until }
    const lists = await Promise.all([
      reader.bookings({ resource: equipment, ...times }),
      reader.bookings({ member, space, ...times }),
    ])
    const byId = new Map(lists.flat().map((booking) => [booking.id, booking]))
    return [...byId.values()].map((booking) => ({
      ...booking,
      equipment: idOf(booking.resource as Parameters<typeof idOf>[0]),
      member: idOf(booking.member as Parameters<typeof idOf>[0]),
    }))
  }
}

export type CaseReader = ReturnType<typeof createCaseReader>

/**
 * Judges by our own rules before Fabman is asked: the key belongs to an administrator, for whom Fabman does not apply
 * the limits of members, and its refusals name neither every reason nor the next possible time.
 */
export function createJudge(readCase: CaseReader, now: () => number) {
  /**
   * @param learn gets the taken times of the equipment
   * @returns the space
   * @throws Problem `refused` or `notFound`
   */
  return async (asked: WantedTime, learn: Learn, changed?: Moving): Promise<Space> => {
    const since = now()
    const decided = await readCase(asked, changed)
    const times = decided.existing.filter((one) => one.equipment === asked.equipment && holdsTime(one.state))
    learn({ times, since })
    const found = refusals(decided)
    if (found.length > 0) throw new Problem('refused', { refusals: found })
    return decided.space
  }
}
export type Judge = ReturnType<typeof createJudge>

export function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'unknown id' }] })
}
