import type { Equipment } from '../contracts/equipment.ts'
import type { Day } from './time.ts'

/** What a package gives to bookings; the discount is a percentage as a decimal string. */
export interface BookingPackage {
  /** Whether it holds for the equipment that is asked for. */
  coversEquipment: boolean
  allowsBooking: boolean
  fromDate: Day
  /** Last day; null = without end. */
  untilDate: Day | null
  bookingFeeDiscountPercent: string
}

/** The packages that allow booking on a day, the last one included. */
export function packagesOn(packages: BookingPackage[], day: Day): BookingPackage[] {
  return packages.filter(
    ({ coversEquipment, allowsBooking, fromDate, untilDate }) =>
      coversEquipment && allowsBooking && fromDate <= day && (untilDate === null || day <= untilDate),
  )
}

/**
 * What a booking costs, in cents: the equipment's price for the real minutes, less the best discount, rounded half up
 * (`product.md` section 8).
 */
export function priceOf(
  { pricePerBooking, pricePerBookingSeconds }: Pick<Equipment, 'pricePerBooking' | 'pricePerBookingSeconds'>,
  minutes: number,
  packages: BookingPackage[],
): number {
  if (!pricePerBookingSeconds) return 0
  const discount = Math.max(0, ...packages.map((each) => hundredths(each.bookingFeeDiscountPercent)))
  // Whole numbers all the way: a price of a day with a discount does not fit a double's 53 bits.
  const above = BigInt(hundredths(pricePerBooking)) * BigInt(minutes * 60) * BigInt(10_000 - discount)
  const below = BigInt(pricePerBookingSeconds) * 10_000n
  return Number((2n * above + below) / (2n * below))
}

/** A credit entry as far as it can be spent. */
export interface Spendable {
  id: number
  remainingCents: number
  /** Last day; null = without end. */
  untilDate: Day | null
}

/** How a price is paid: from which credit entries, and what is left to pay with money. */
export interface Split {
  credits: { id: number; cents: number }[]
  moneyCents: number
}

/** Credits first, those that end soonest first, then money. */
export function splitPrice(cents: number, credits: Spendable[]): Split {
  const inOrder = credits.toSorted(
    (a, b) => (a.untilDate ?? '9999').localeCompare(b.untilDate ?? '9999') || a.id - b.id,
  )
  const split: Split = { credits: [], moneyCents: cents }
  for (const { id, remainingCents } of inOrder) {
    const part = Math.min(remainingCents, split.moneyCents)
    if (part <= 0) continue
    split.credits.push({ id, cents: part })
    split.moneyCents -= part
  }
  return split
}

/** A decimal string with at most two places as whole hundredths: `7.5` is 750. */
function hundredths(decimal: string): number {
  const [whole = '0', part = ''] = decimal.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2))
}
