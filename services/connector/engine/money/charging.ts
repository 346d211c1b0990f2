import { chargeAfterCancelling } from '../../../../rules/booking/cancel.ts'
import { splitPrice } from '../../../../rules/booking/price.ts'
import { dayOf, minutesBetween } from '../../../../rules/time.ts'
import { lockMembers } from '../bookings/locks.store.ts'
import type { Engine } from '../parts.ts'
import { endedBookings, holdDue, markCharged, rebookedMinutes } from './charging.store.ts'
import { chargeDescription } from '../mails/mail-texts.ts'
import { openCredits, releaseMoney, writeCharge } from './money.store.ts'
import { transact } from '../transact.ts'

/**
 * Charges bookings that have ended, oldest first, each in a transaction of its own. A crash leaves the others to the
 * next run, and two processes at the same time charge each booking once.
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
    let done = 0
    for (const { id, member } of ended) if (await charge(engine, id, member)) done += 1
    // Another process is charging the others.
    if (done === 0) return charged
    charged += done
  }
  return charged
}

async function charge(
  engine: Pick<Engine, 'db' | 'clock' | 'changed'>,
  id: number,
  member: number,
): Promise<boolean> {
  return transact(engine, async (tx, changed) => {
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

    // Credits that the member got since the booking pay, too, so the split is computed anew.
    await releaseMoney(tx, id)
    const day = dayOf(booking.fromDateTime)
    const split = splitPrice(owed, await openCredits(tx, member, day), day)
    const description = chargeDescription(booking)
    await writeCharge(tx, { booking: id, member, description, split, now })
    await markCharged(tx, id, { chargedCents: owed, moneyCents: split.moneyCents, now })
    changed.push(booking)
    return true
  })
}
