import type { OwnCost } from '../../../../contracts/booking.ts'
import { priceOf, refusals } from '../../../../rules/booking/booking.ts'
import { freeUntil, isLate } from '../../../../rules/booking/cancel.ts'
import type { Split } from '../../../../rules/booking/price.ts'
import { toDecimal } from '../../../../rules/money.ts'
import { instantOf, minutesBetween, toLocal } from '../../../../rules/time.ts'
import type { Quote, QuotedBooking } from '../../workshop-system.ts'
import type { Engine } from '../parts.ts'
import { findBooking } from './bookings.store.ts'
import { readCase, unknown } from './case.ts'
import { readPriced } from './list.store.ts'

/** One statement reads all that decides, so it needs no transaction. */
export async function quoteBooking(
  { db, clock }: Engine,
  { moves, ...asked }: QuotedBooking,
): Promise<Quote> {
  const old = moves === undefined ? undefined : await findBooking(db, moves, asked.member)
  if (old === null || (old && old.equipment !== asked.equipment)) throw unknown('moves')
  const decided = await readCase(db, asked, clock(), old)
  const found = refusals(decided)
  if (found.some(({ code }) => code === 'slotGrid')) return { cost: null, refusals: found }
  const { minutes, priceCents, ...split } = priceOf(decided)
  const startsAt = instantOf(asked.fromDateTime, decided.space.timezone)
  return { cost: costOf({ minutes, priceCents, split, startsAt }, decided.space), refusals: found }
}

/** Returns the costs of those bookings that exist. */
export async function bookingCosts({ db, clock }: Engine, ids: number[]): Promise<OwnCost[]> {
  const now = clock()
  return (await readPriced(db, ids)).map((row) => {
    const minutes = minutesBetween(row.startsAt, row.endsAt)
    // Declining an offer costs nothing, however late.
    const wouldBeLate = row.state === 'confirmed' && isLate(now, row.startsAt, row.bookingLockInHours)
    const late = row.state === 'cancelled' ? row.cancelledLate : wouldBeLate
    return {
      booking: row.id,
      ...costOf({ ...row, minutes, split: row }, row),
      charged: row.charged ? toDecimal(row.chargedCents ?? row.priceCents) : null,
      onCancelling: toDecimal(late ? row.priceCents : 0),
    }
  })
}

interface Cost {
  minutes: number
  priceCents: number
  split: Split
  startsAt: Date
}

function costOf(
  { minutes, priceCents, split, startsAt }: Cost,
  space: { timezone: string; bookingLockInHours: number | null },
) {
  const until = freeUntil(startsAt, space.bookingLockInHours)
  return {
    minutes,
    price: toDecimal(priceCents),
    credits: split.uses.map(({ credit, cents }) => ({ credit, amount: toDecimal(cents) })),
    money: toDecimal(split.moneyCents),
    freeUntil: until && toLocal(until, space.timezone),
  }
}
