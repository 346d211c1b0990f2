import type { Equipment } from '../../contracts/equipment.ts'
import { toCents } from '../money.ts'
import type { Day } from '../time.ts'

/** The fields of a member's package that matter to a booking. */
export interface CoveringPackage {
  coversEquipment: boolean
  allowsBooking: boolean
  fromDate: Day
  /** Last valid day; null = without end. */
  untilDate: Day | null
  /** Percent as a decimal string. */
  bookingFeeDiscountPercent: string
}

/** The remainder of a credit entry for bookings. */
export interface OpenCredit {
  id: number
  remainingCents: number
  fromDate: Day | null
  /** Last valid day; null = without end. */
  untilDate: Day | null
}

/** How a price is paid: credits in the order of their use, the rest in money. */
export interface Split {
  uses: { credit: number; cents: number }[]
  moneyCents: number
}

/** Returns the packages that let their owner book the equipment on a day, last day included. */
export function packagesOn(packages: CoveringPackage[], day: Day): CoveringPackage[] {
  return packages.filter(
    (each) =>
      each.coversEquipment &&
      each.allowsBooking &&
      each.fromDate <= day &&
      (each.untilDate === null || day <= each.untilDate),
  )
}

/**
 * Returns the price in cents: the equipment's price for the real length, less the best discount, rounded half-up once
 * at the end. Without `pricePerBookingSeconds` the price is per booking, however long.
 */
export function bookingPrice(
  { pricePerBooking, pricePerBookingSeconds }: Pick<Equipment, 'pricePerBooking' | 'pricePerBookingSeconds'>,
  minutes: number,
  packages: Pick<CoveringPackage, 'bookingFeeDiscountPercent'>[],
): number {
  const perSeconds = pricePerBookingSeconds || null
  const hundredths = 10_000 - Math.round(bestDiscount(packages) * 100)
  const seconds = perSeconds === null ? 1 : Math.round(minutes * 60)
  // Cents times seconds times hundredths exceed the whole numbers of a double.
  const over = BigInt(toCents(pricePerBooking)) * BigInt(seconds) * BigInt(hundredths)
  return halfUp(over, BigInt(perSeconds ?? 1) * 10_000n)
}

/** Returns the highest discount in percent, 0 without one. */
export function bestDiscount(packages: Pick<CoveringPackage, 'bookingFeeDiscountPercent'>[]): number {
  return Math.max(0, ...packages.map((each) => Number(each.bookingFeeDiscountPercent)))
}

/**
 * Returns the discount in whole percent between two prices in cents. Several give the same price when it is small: then a
 * multiple of five, as packages have, stands before others.
 */
export function discountBetween(listCents: number, cents: number): number {
  if (!listCents) return 0
  const percent = (1 - cents / listCents) * 100
  const round = Math.round(percent / 5) * 5
  // Half a cent, in percent of the list price.
  return Math.round(Math.abs(percent - round) * listCents > 50 ? percent : round)
}

/** Pays with what can be spent on that day, soonest to expire first; entries without end come last. */
export function splitPrice(cents: number, credits: OpenCredit[], day: Day): Split {
  const uses: Split['uses'] = []
  let open = cents
  for (const { id, remainingCents } of spendable(credits, day)) {
    const taken = Math.min(open, remainingCents)
    if (taken <= 0) continue
    uses.push({ credit: id, cents: taken })
    open -= taken
  }
  return { uses, moneyCents: open }
}

/** Returns `cents × part / whole`, rounded half-up. */
export function share(cents: number, part: number, whole: number): number {
  return halfUp(BigInt(cents) * BigInt(Math.round(part)), BigInt(Math.round(whole)))
}

function spendable(credits: OpenCredit[], day: Day): OpenCredit[] {
  const end = ({ untilDate }: OpenCredit) => untilDate ?? '9999-12-31'
  return credits
    .filter(
      (each) =>
        (each.fromDate === null || each.fromDate <= day) &&
        (each.untilDate === null || day <= each.untilDate),
    )
    .toSorted((one, other) => end(one).localeCompare(end(other)) || one.id - other.id)
}

function halfUp(over: bigint, under: bigint): number {
  return Number((2n * over + under) / (2n * under))
}
