import type { Transaction } from 'kysely'
import type { Booking } from '../../../../contracts/booking.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { type BookingCase, priceOf } from '../../../../rules/booking/booking.ts'
import { bookingPrice } from '../../../../rules/booking/price.ts'
import { instantOf } from '../../../../rules/time.ts'
import type { BookingFacts } from '../mails/mails.store.ts'
import { holdCredits, releaseMoney } from '../money/money.store.ts'
import { insertBooking, type StoredBooking, updateBooking } from './bookings.store.ts'
import type { AskedCase, DecidedCase } from './case.ts'

/**
 * Inserts a booking that no rule refuses, at its price, and holds the credits that pay for it.
 * @returns the booking, the facts for its mail, and what to report as changed
 */
export async function writeBooking(
  tx: Transaction<Tables>,
  asked: AskedCase & { title?: string | null },
  decided: DecidedCase,
  state: 'pending' | 'confirmed',
) {
  const { space, now } = decided
  const { equipment, member, fromDateTime, untilDateTime, title = null, requestKey } = asked
  const { minutes, priceCents, moneyCents, uses } = priceOf(decided)
  const changed = { space: space.id, equipment, member, fromDateTime, untilDateTime }
  const times = instants(asked, space.timezone)
  const row = { ...changed, ...times, title, requestKey, state, priceCents, moneyCents, now }
  const id = await insertBooking(tx, row)
  await holdCredits(tx, id, uses)
  const booking = newBooking(id, asked, decided, state)
  return {
    booking,
    facts: factsOf(booking, { ...decided, minutes, priceCents, moneyCents }),
    changed: { id, ...changed },
  }
}

/** Cancels a held booking. Only a late cancellation keeps the price. */
export async function giveBack(
  tx: Transaction<Tables>,
  { id }: Pick<StoredBooking, 'id'>,
  { by, late, now }: { by: number | null; late: boolean; now: Date },
): Promise<void> {
  await updateBooking(tx, id, { state: 'cancelled', cancelledAt: now, cancelledLate: late, by, now })
  if (!late) await releaseMoney(tx, id)
}

export function instants(times: BookingCase['request'], zone: string): { startsAt: Date; endsAt: Date } {
  return { startsAt: instantOf(times.fromDateTime, zone), endsAt: instantOf(times.untilDateTime, zone) }
}

/** Returns a booking that was just inserted, without a round trip to read it. */
function newBooking(
  id: number,
  { fromDateTime, untilDateTime }: BookingCase['request'],
  { equipment, member, space, now }: DecidedCase,
  state: Booking['state'],
): Booking {
  const { memberNumber, firstName, lastName, company } = member
  return {
    id,
    resource: { id: equipment.id, name: equipment.name, state: equipment.state },
    member: { id: member.id, memberNumber, firstName, lastName, state: member.state, company },
    fromDateTime,
    untilDateTime,
    state,
    lockVersion: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    updatedBy: member.id,
    account: space.account,
    charged: false,
  }
}

/** A decided request and its price. */
interface PricedCase extends DecidedCase {
  /** Real length. */
  minutes: number
  priceCents: number
  moneyCents: number
}

/** Returns what a mail says about a booking that was just written, without a round trip to read it. */
export function factsOf(
  booking: Booking,
  { member, space, equipment, minutes, priceCents, moneyCents }: PricedCase,
): BookingFacts {
  const { id, fromDateTime, untilDateTime, state, lockVersion } = booking
  const { firstName, lastName, emailAddress, language } = member
  const { timezone, bookingLockInHours, bookingRefundable } = space
  return {
    id,
    fromDateTime,
    untilDateTime,
    state,
    lockVersion,
    updatedAt: new Date(booking.updatedAt),
    priceCents,
    moneyCents,
    listPriceCents: bookingPrice(equipment, minutes, []),
    cancelledLate: false,
    equipmentName: equipment.name,
    equipmentNameEn: equipment.nameEn,
    firstName,
    lastName,
    emailAddress,
    language,
    space: space.name,
    timezone,
    bookingLockInHours,
    bookingRefundable,
  }
}
