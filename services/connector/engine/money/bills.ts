import { violates } from '../../../../platform/database/database.ts'
import { Problem } from '../../../../contracts/problem.ts'
import { unknownId } from '../../grant-record.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { lockMembers } from '../bookings/locks.store.ts'
import type { Engine } from '../parts.ts'
import { transact } from '../transact.ts'
import * as store from './bills.store.ts'

/** What invoices need of the ledgers: what is owed, what is on which bill, and what was paid. */
export function billCalls(engine: Engine) {
  const { db, clock } = engine
  return {
    openCharges: ({ until }) => store.openCharges(db, new Date(until)),

    collectCharges: (key, { member, until }) =>
      transact(engine, async (tx) => {
        // Charges and payments of the member wait, so the sum paid in advance stays true.
        await lockMembers(tx, [member])
        const end = new Date(until)
        const known = await store.findBill(tx, key)
        if (known && (known.member !== member || known.until.getTime() !== end.getTime())) throw keyReused()
        if (!known) await orUnknownMember(() => store.addBill(tx, { key, member, until: end, now: clock() }))
        return store.readBill(tx, key)
      }),

    recordPayment: (key, { member, cents, description }) =>
      transact(engine, async (tx) => {
        await lockMembers(tx, [member])
        const known = await store.findPayment(tx, key)
        if (known && (known.member !== member || known.cents !== cents)) throw keyReused()
        const payment = { key, member, cents, description, now: clock() }
        if (!known) await orUnknownMember(() => store.addPayment(tx, payment))
        return { key, member, cents }
      }),
  } satisfies Partial<WorkshopSystem>
}

function keyReused(): Problem {
  return new Problem('keyReused', { errors: [{ field: 'key', message: 'a new key' }] })
}

async function orUnknownMember(insert: () => Promise<void>): Promise<void> {
  try {
    await insert()
  } catch (error) {
    const isUnknown = violates(error, 'bill_member') || violates(error, 'prepayment_member')
    throw isUnknown ? unknownId('member', error) : error
  }
}
