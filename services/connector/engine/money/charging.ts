import { chargeAfterCancelling } from '../../../../rules/booking/cancel.ts'
import { splitPrice } from '../../../../rules/booking/price.ts'
import { dayOf, minutesBetween } from '../../../../rules/time.ts'
import type { Engine } from '../bookings/bookings.ts'
import { lockMembers } from '../bookings/bookings.store.ts'
import { endedBookings, holdDue, markCharged, rebookedMinutes } from './charging.store.ts'
import { chargeDescription } from '../mails/language.ts'
import { openCredits, releaseMoney, writeCharge } from './money.store.ts'
import { touch, transact } from '../touched.ts'

/**
 * Charges what has ended, oldest first, each booking in a transaction of its own: what dies in between is charged at
 * the next turn, and what is charged never again, whoever runs this at the same time.
 * @returns how many were charged
 */
export async function chargeEnded(engine: Pick<Engine, 'db' | 'clock' | 'changed'>): Promise<number> {
  const { db, clock } = engine
  let charged = 0
  for (
    let ended = await endedBookings(db, clock());
    ended.length > 0;
    ended = await endedBookings(db, clock())
  ) {
    let turn = 0
    for (const { id, member } of ended) if (await charge(engine, id, member)) turn += 1
    // Whatever is left is another process's work, and under way.
    if (turn === 0) return charged
    charged += turn
  }
  return charged
}

async function charge(
  engine: Pick<Engine, 'db' | 'clock' | 'changed'>,
  id: number,
  member: number,
): Promise<boolean> {
  return transact(engine, async (tx) => {
    await lockMembers(tx, [member])
    const now = engine.clock()
    const booking = await holdDue(tx, id, now)
    if (!booking) return false
    const { priceCents, startsAt, endsAt, isRefundable } = booking
    const owed = booking.cancelledLate
      ? chargeAfterCancelling({
          priceCents,
          minutes: minutesBetween(startsAt, endsAt),
          rebookedMinutes: await rebookedMinutes(tx, booking),
          isRefundable,
        })
      : priceCents

    // What was held back is free again, and with it all credits of that day pay: also those that came since.
    await releaseMoney(tx, id)
    const split = splitPrice(owed, await openCredits(tx, member), dayOf(booking.fromDateTime))
    const description = chargeDescription(booking.machine, booking)
    await writeCharge(tx, { booking: id, member, description, split, now })
    touch(tx, { ...booking, member })
    await markCharged(tx, id, { chargedCents: owed, moneyCents: split.moneyCents, now })
    return true
  })
}
