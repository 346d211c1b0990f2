import { Problem } from '../../../../contracts/problem.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { priceOf } from '../../../../rules/booking/booking.ts'
import { lookAheadDays } from '../../../../rules/booking/next-start.ts'
import { addDays, type Day, dayOf, weekday } from '../../../../rules/time.ts'
import { type BookingReader, idOf } from './bookings.ts'
import type { Catalogue } from '../directory/directory.ts'
import type { Attempt, Times } from './member-lock.ts'
import { covering, type Membership } from '../membership/membership.ts'

interface CaseOptions {
  catalogue: Catalogue
  membership: Pick<Membership, 'trainings' | 'owned' | 'account'>
  reader: BookingReader
  clock: Clock
}

/** A booking that moves: it is in nobody's way. */
export type Moving = Times & { id: number }

/** Reads all that the booking rules ask for. The reader throws Problem `notFound` for an unknown machine or member. */
export function createCaseReader({ catalogue, membership, reader, clock }: CaseOptions) {
  return async (asked: Attempt, changed?: Moving) => {
    const equipment = await catalogue.equipmentItem(asked.resource)
    if (!equipment) throw unknown('resource')
    const [space, member, trainings, packages, account, existing] = await Promise.all([
      catalogue.space(equipment.space),
      catalogue.member(asked.member),
      equipment.requiresTraining ? membership.trainings(asked.member) : [],
      membership.owned(asked.member),
      membership.account(asked.member),
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
    // What it costs at its old times is among what the balance is less by.
    const { priceCents } = priceOf({ ...decided, request: changed })
    const paid = { ...account, balanceCents: account.balanceCents + priceCents }
    return { ...decided, member: { ...decided.member, account: paid } }
  }

  /** Of the machine, and of the member in the space: whole weeks for the caps, and as far ahead as the rules look. */
  async function bookingsAround({ resource, member, fromDateTime }: Attempt, space: number) {
    const day = dayOf(fromDateTime)
    const times = {
      fromDateTime: `${mondayOf(day)}T00:00`,
      untilDateTime: `${addDays(mondayOf(addDays(day, lookAheadDays + 2)), 7)}T00:00`,
    }
    const lists = await Promise.all([
      reader.bookings({ resource, ...times }),
      reader.bookings({ member, space, ...times }),
    ])
    const byId = new Map(lists.flat().map((booking) => [booking.id, booking]))
    return [...byId.values()].map((booking) => ({
      ...booking,
      resource: idOf(booking.resource as Parameters<typeof idOf>[0]),
      member: idOf(booking.member as Parameters<typeof idOf>[0]),
    }))
  }
}

function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekday(day))
}

/** What a request names is not there. */
export function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'unknown id' }] })
}
