import type { MemberPackage, PackageEnd } from '../../../../contracts/member.ts'
import { addDays } from '../../../../rules/time.ts'
import { cancelUncovered } from '../bookings/bookings.ts'
import { lockMembers } from '../bookings/locks.store.ts'
import type { Engine } from '../parts.ts'
import { transact } from '../transact.ts'
import { comingBookings } from './leaving.store.ts'
import { memberById, packagesOf, storePackageEnd } from './members.store.ts'

/**
 * Ends packages of members. Bookings of later days that nothing else covers are cancelled, each in a transaction of its own
 * with its mail: a repeated call cancels what a crash has left (decision 054).
 */
export function createEndPackage(engine: Engine) {
  const { db, clock } = engine
  return async (
    member: number,
    owned: number,
    { untilDate }: PackageEnd,
  ): Promise<MemberPackage[] | null> => {
    await transact(engine, async (tx) => {
      // A booking that is being made now either sees this end, or is among those below.
      await lockMembers(tx, [member])
      await storePackageEnd(tx, { member, owned, untilDate })
    })
    if (untilDate !== null) {
      const later = { member, now: clock(), fromDate: addDays(untilDate, 1) }
      for (const booking of await comingBookings(db, later)) await cancelUncovered(engine, booking, member)
    }
    return (await memberById(db, member)) ? packagesOf(db, member) : null
  }
}
