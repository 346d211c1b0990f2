import { Problem } from '../../../../contracts/problem.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { bookingCalls } from '../bookings/bookings.ts'
import { lockMembers } from '../bookings/locks.store.ts'
import type { Engine } from '../parts.ts'
import { transact } from '../transact.ts'
import { memberById } from './members.store.ts'
import * as store from './leaving.store.ts'

/** What a member takes along, and what stays of one who leaves. */
export function leavingCalls(engine: Engine) {
  const { db, clock } = engine
  const { cancelBooking } = bookingCalls(engine)
  return {
    memberData: async (id) => ((await memberById(db, id)) ? store.readMemberData(db, id) : null),

    async forgetMember(id) {
      // By the rules for everybody: a late cancellation is charged once its time is over.
      for (const booking of await store.comingBookings(db, { member: id, now: clock() }))
        await cancelBooking(booking, id)
      await transact(engine, async (tx) => {
        await lockMembers(tx, [id])
        if (await store.isUnsettled(tx, id)) throw new Problem('conflict')
        await store.eraseMember(tx, id, clock())
      })
      return {}
    },
  } satisfies Partial<WorkshopSystem>
}
