import type { LocalTime } from '../../contracts/booking.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { Space } from '../../contracts/space.ts'
import type { CoveringPackage, OpenCredit } from './price.ts'
import type { Day } from '../time.ts'

/** The fields of a space that decide the grid of slots. */
export type Grid = Pick<Space, 'timezone' | 'bookingSlotsPerHour'>

/** A request, and everything that decides it. */
export interface BookingCase {
  now: Date
  space: Pick<
    Space,
    | 'timezone'
    | 'bookingSlotsPerHour'
    | 'bookingWindowMinHours'
    | 'bookingWindowMaxDays'
    | 'bookingLockInHours'
    | 'bookingMaxMinutesPerMemberDay'
    | 'bookingMaxMinutesPerMemberWeek'
    | 'bookingOpeningHours'
    | '_embedded'
  >
  equipment: Pick<
    Equipment,
    | 'id'
    | 'state'
    | 'canBeBooked'
    | 'visibleForMembers'
    | 'requiresTraining'
    | 'exclusiveUsage'
    | 'bookingMaxMinutesPerMemberDay'
    | 'bookingMaxMinutesPerMemberWeek'
    | 'pricePerBooking'
    | 'pricePerBookingSeconds'
  >
  member: {
    id: number
    state: string
    trainings: Training[]
    /** Optional: without packages the package rule is skipped. The engine always gives them. */
    packages?: CoveringPackage[]
    /** How the member pays; without it the money rule is skipped. */
    account?: Account
  }
  /** Bookings of the equipment, and of the member in the space, within `rangeOf` the request. */
  existing: TakenTime[]
  request: Times
  /** The own booking that moves to the asked times; it is not among `existing`. */
  changed?: Times
}

interface Times {
  fromDateTime: LocalTime
  untilDateTime: LocalTime
}

/** Means of payment for a booking: credits first, then money, which some members prepay (B12). */
export interface Account {
  /** The remainder of credit entries beyond what other bookings hold. */
  credits: OpenCredit[]
  requireUpfrontPayment: boolean
  /** Prepaid money less charges and reservations. */
  balanceCents: number
  upfrontMinimumBalanceCents: number
}

interface Training {
  resources: number[]
  fromDate: Day
  /** Last valid day; null = without end. */
  untilDate: Day | null
}

export interface TakenTime {
  equipment: number
  member: number | null
  fromDateTime: LocalTime
  untilDateTime: LocalTime
  state: string
}

/** The result of one rule that refuses. */
export interface Verdict {
  limit: number | null
  /** From when on this rule alone would agree; null = waiting does not help, or nobody knows. */
  notBefore: Date | null
}

/** Bookings in these states hold their time. */
export function holdsTime(state: string): boolean {
  return state === 'pending' || state === 'confirmed'
}

/** Length of a slot in minutes. */
export function slotMinutes({ space }: { space: Grid }): number {
  return 60 / space.bookingSlotsPerHour
}
