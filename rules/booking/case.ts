import type { LocalTime } from '../../contracts/booking.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { Space } from '../../contracts/space.ts'
import type { CoveringPackage, OpenCredit } from './price.ts'
import type { Day } from '../time.ts'

/** What decides the grid of slots. */
export type Grid = Pick<Space, 'timezone' | 'bookingSlotsPerHour'>

/** What is asked, and all that decides it. */
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
    /** Left out by who does not know them: then nothing is said about packages. The engine always gives them. */
    packages?: CoveringPackage[]
    /** How the member pays; left out, money is no reason. */
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

/** What pays for a booking: credits first, then money, which some members owe in advance (`decisions.md` 36). */
export interface Account {
  /** What is left of them beside what other bookings have reserved. */
  credits: OpenCredit[]
  requireUpfrontPayment: boolean
  /** Prepaid money less what is charged and reserved. */
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
  resource: number
  member: number | null
  fromDateTime: LocalTime
  untilDateTime: LocalTime
  state: string
}

/** What a rule says against a booking. */
export interface Verdict {
  limit: number | null
  /** From when on this rule alone would agree; null = waiting does not help, or nobody knows. */
  notBefore: Date | null
}

/** A booking of these states holds its time. */
export function holdsTime(state: string): boolean {
  return state === 'pending' || state === 'confirmed'
}

/** Length of a slot in minutes. */
export function slotMinutes({ space }: { space: Grid }): number {
  return 60 / space.bookingSlotsPerHour
}
