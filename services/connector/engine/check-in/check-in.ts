import { timingSafeEqual } from 'node:crypto'
import type { Booking } from '../../../../contracts/booking.ts'
import { checkInEarlyMinutes } from '../../../../contracts/calendar.ts'
import { Problem } from '../../../../contracts/problem.ts'
import { addMinutes } from '../../../../rules/time.ts'
import { newSecret } from '../../../../platform/auth/secret.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { holdBooking } from '../bookings/bookings.store.ts'
import { bookingById } from '../bookings/list.store.ts'
import { lockEquipment } from '../bookings/locks.store.ts'
import { giveBack } from '../bookings/write.ts'
import { readFacts } from '../mails/mails.store.ts'
import type { Engine } from '../parts.ts'
import { transact } from '../transact.ts'
import { lockForOffers, offerTime } from '../waitlist/offers.ts'
import * as store from './check-in.store.ts'

export function checkInCalls(engine: Engine) {
  const { db } = engine
  return {
    checkInSecret: (equipment) => store.readSecret(db, equipment),
    async renewCheckInSecret(equipment) {
      const secret = newSecret()
      return (await store.writeSecret(db, equipment, secret)) ? { secret } : null
    },
    checkIn: (equipment, member, secret) => arrive(engine, { equipment, member, secret }),
  } satisfies Partial<WorkshopSystem>
}

async function arrive(
  engine: Engine,
  { equipment, member, secret }: { equipment: number; member: number; secret: string },
): Promise<Booking | null> {
  return transact(engine, async (tx, changed) => {
    const known = await store.readSecret(tx, equipment)
    if (!known?.secret || !isSame(known.secret, secret)) return null
    await lockEquipment(tx, equipment)
    const now = engine.clock()
    const startsBy = addMinutes(now, checkInEarlyMinutes)
    const id = await store.currentBooking(tx, { equipment, member, now, startsBy })
    if (id === null) throw new Problem('noBookingNow')
    const held = await holdBooking(tx, id)
    await store.markArrived(tx, id, now)
    changed.push(held)
    return bookingById(tx, id)
  })
}

/**
 * Cancels bookings whose member did not check in within the `bookingExclusiveMinutes` of the space, and offers their
 * time. A released booking costs as much as a late cancellation. It concerns equipment with a check-in secret only. A
 * member who is checked in stays so for a booking that follows at once.
 * @returns how many were released
 */
export async function releaseNoShows(engine: Engine): Promise<number> {
  const { db, clock } = engine
  while ((await store.markStayed(db, clock())) > 0);
  let released = 0
  for (const noShow of await store.noShows(db, clock())) if (await release(engine, noShow)) released += 1
  return released
}

/** @returns false when the member has checked in meanwhile */
async function release(
  engine: Engine,
  { id, equipment, member }: { id: number; equipment: number; member: number },
): Promise<boolean> {
  const { clock, sendMail } = engine
  return transact(engine, async (tx, changed) => {
    await lockForOffers(tx, equipment, [member])
    const held = await holdBooking(tx, id)
    const now = clock()
    if (!(await store.isNoShow(tx, id, now))) return false
    await giveBack(tx, held, { by: null, late: true, now })
    await sendMail(tx, { kind: 'released', about: await readFacts(tx, id), now })
    changed.push(held, ...(await offerTime(engine, tx, held, now)))
    return true
  })
}

function isSame(known: string, given: string): boolean {
  const [one, other] = [Buffer.from(known), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
