import { timingSafeEqual } from 'node:crypto'
import { checkInEarlyMinutes } from '../../../../contracts/calendar.ts'
import { Problem } from '../../../../contracts/problem.ts'
import { addMinutes } from '../../../../rules/time.ts'
import type { CheckInDesk } from '../../workshop-system.ts'
import { bookingById, type Engine, giveBack } from '../bookings/bookings.ts'
import { holdBooking, lockEquipment, lockMembers } from '../bookings/bookings.store.ts'
import * as store from './check-in.store.ts'
import { readFacts } from '../mails/mail-cases.store.ts'
import { newSecret } from '../../new-secret.ts'
import { touch, transact } from '../touched.ts'

/** See CheckInDesk. */
export function createCheckIn(engine: Engine): CheckInDesk {
  const { db, clock } = engine
  return {
    secret: (resource) => store.readSecret(db, resource),
    async renew(resource) {
      const secret = newSecret()
      return (await store.writeSecret(db, resource, secret)) ? { secret } : null
    },
    arrive: (resource, member, secret) =>
      transact(engine, async (tx) => {
        const known = await store.readSecret(tx, resource)
        if (!known?.secret || !isSame(known.secret, secret)) return null
        await lockEquipment(tx, resource)
        const now = clock()
        const id = await store.bookingNow(tx, {
          resource,
          member,
          now,
          startsBy: addMinutes(now, checkInEarlyMinutes),
        })
        if (id === null) throw new Problem('noBookingNow')
        await store.markArrived(tx, id, now)
        return bookingById(tx, id)
      }),
  }
}

/**
 * Gives the machine to others when nobody came within the minutes that the space keeps it (`bookingExclusiveMinutes`).
 * It costs as if it had been cancelled late. Only where one can check in; who is there stays for what follows at once.
 * @returns how many were released
 */
export async function releaseNoShows(engine: Engine): Promise<number> {
  const { db, clock, line, letters } = engine
  let released = 0
  while ((await store.markStayed(db, clock())) > 0);
  for (const { id, resource, member } of await store.noShows(db, clock())) {
    const done = await transact(engine, async (tx) => {
      await lockEquipment(tx, resource)
      await lockMembers(tx, [member, ...(await line.membersWaiting(tx, resource))])
      const held = await holdBooking(tx, id)
      const now = clock()
      if (!(await store.isNoShow(tx, id, now))) return false
      await giveBack(tx, held, { by: null, late: true, now })
      touch(tx, held)
      await letters.released(tx, await readFacts(tx, id), now)
      await line.offer(tx, held, now)
      return true
    })
    if (done) released += 1
  }
  return released
}

function isSame(known: string, given: string): boolean {
  const [one, other] = [Buffer.from(known), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
