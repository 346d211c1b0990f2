import type { FabmanBooking } from '../../../../contracts/fabman.ts'
import { holdsTime } from '../../../../rules/booking/booking.ts'
import { packagesOn } from '../../../../rules/booking/price.ts'
import { type Day, dayOf, instantOf } from '../../../../rules/time.ts'
import { readingMs } from '../failures.ts'
import { createMembers } from '../members/members.ts'
import { covering } from '../members/packages.ts'
import type { MemberLock } from './attempt-lock.ts'
import type { BookingMail } from './booking-mail.ts'
import type { BookingCancel } from './cancel.ts'
import { idOf } from './reader.ts'
import { createUncoveredStore, type Uncovered } from './uncovered.store.ts'
import type { Writing } from './writing.ts'

type Options = Writing &
  Pick<BookingCancel, 'cancelAtFabman'> & { bookingMail: BookingMail; lockMember: MemberLock }

/**
 * Returns a function that cancels the bookings of a member after a day that no package covers and that have not begun;
 * null = only what an earlier call has left. Each is written down before it is cancelled, and its mail is queued
 * when that row goes: a repeat after a crash does what is left.
 */
export function createCancelUncovered(options: Options) {
  const { db, reader, directory, lockMember, cancelAtFabman, bookingMail, changes, clock, now } = options
  const members = createMembers(options)
  const store = createUncoveredStore(db)

  return async (member: number, after: Day | null): Promise<void> => {
    if (after === null && (await store.of(member)).length === 0) return
    // A booking that is being made now was judged before the end: it is made before the lock is free.
    const release = await lockMember(member, now() + readingMs)
    try {
      const held = (await reader.rawList({ member, state: '' })).filter(({ state }) => holdsTime(state))
      const uncovered = after === null ? [] : await uncoveredOf(member, held, after)
      for (const booking of uncovered) await store.note(booking)
      for (const booking of await store.of(member)) await settle(booking, { held, uncovered })
    } finally {
      // A lock that is not released expires.
      await release().catch(() => {})
    }
  }

  async function uncoveredOf(member: number, held: FabmanBooking[], after: Day): Promise<Uncovered[]> {
    const later = held.filter(({ fromDateTime }) => dayOf(fromDateTime) > after)
    if (later.length === 0) return []
    const owned = (await members.owned(member)) ?? []
    const found: Uncovered[] = []
    for (const { id, resource, fromDateTime, untilDateTime } of later) {
      const equipment = await directory.equipmentItem(idOf(resource))
      const space = equipment && (await directory.space(equipment.space))
      if (!space || instantOf(fromDateTime, space.timezone) <= clock()) continue
      const packages = packagesOn(covering(owned, equipment), dayOf(fromDateTime))
      if (packages.length === 0)
        found.push({ id, member, equipment: equipment.id, fromDateTime, untilDateTime })
    }
    return found
  }

  async function settle(
    booking: Uncovered,
    { held, uncovered }: { held: FabmanBooking[]; uncovered: Uncovered[] },
  ): Promise<void> {
    const known = held.find(({ id }) => id === booking.id)
    // The package goes on, or another one covers it now.
    if (known && !uncovered.some(({ id }) => id === booking.id)) return store.close(booking.id, null)
    if (known) await changes.reporting([known], () => cancelAtFabman(known))
    await store.close(booking.id, await bookingMail('uncovered', { ...booking, resource: booking.equipment }))
  }
}
