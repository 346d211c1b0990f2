import type { Equipment } from '../../../../contracts/equipment.ts'
import type { FabmanCoverage } from '../../../../contracts/fabman.ts'
import { priceOf, refusals } from '../../../../rules/booking/booking.ts'
import { covers } from '../members/packages.ts'
import { freeUntil } from '../../../../rules/booking/cancel.ts'
import { toCents, toDecimal } from '../../../../rules/money.ts'
import { instantOf, toLocal } from '../../../../rules/time.ts'
import type { Quote, QuotedBooking } from '../../workshop-system.ts'
import { type CaseReader, unknown } from './case.ts'
import { type BookingReader, idOf } from './reader.ts'
import type { Members } from '../members/members.ts'

/**
 * Estimates what a booking costs, by the equipment's price and the member's packages and credits. Fabman charges by
 * itself and does not tell the price beforehand.
 */
export function createQuote(
  readCase: CaseReader,
  { reader, members }: { reader: BookingReader; members: Pick<Members, 'credits'> },
) {
  return async ({ moves, ...asked }: QuotedBooking): Promise<Quote> => {
    const old = moves === undefined ? undefined : await reader.raw(moves)
    const isOwn = old && idOf(old.member) === asked.member && idOf(old.resource) === asked.equipment
    if (moves !== undefined && !isOwn) throw unknown('moves')
    const [decided, credits] = await Promise.all([
      readCase(asked, old ?? undefined),
      members.credits(asked.member),
    ])
    const found = refusals(decided)
    if (found.some(({ code }) => code === 'slotGrid')) return { cost: null, refusals: found }
    const account = {
      credits: (credits ?? [])
        .filter(({ scope }) => scope === 'booking')
        .filter(({ resources }) => isFor(resources, decided.equipment))
        .map(({ id, remaining, fromDate, untilDate }) => ({
          id,
          remainingCents: toCents(remaining),
          fromDate,
          untilDate,
        })),
      // `refusals` has judged the prepaid balance, which does not count credits.
      requireUpfrontPayment: false,
      balanceCents: 0,
      upfrontMinimumBalanceCents: 0,
    }
    const priced = { ...decided, member: { ...decided.member, account } }
    const { minutes, priceCents, uses, moneyCents } = priceOf(priced)
    const { timezone, bookingLockInHours } = decided.space
    const until = freeUntil(instantOf(asked.fromDateTime, timezone), bookingLockInHours)
    const cost = {
      minutes,
      price: toDecimal(priceCents),
      credits: uses.map(({ credit, cents }) => ({ credit, amount: toDecimal(cents) })),
      money: toDecimal(moneyCents),
      freeUntil: until && toLocal(until, timezone),
    }
    return { cost, refusals: found }
  }
}

/** Whether a credit with these limits pays for the equipment. */
function isFor(limits: FabmanCoverage[], equipment: Pick<Equipment, 'id' | 'type'>): boolean {
  return limits.length === 0 || limits.some((limit) => covers(limit, equipment))
}
