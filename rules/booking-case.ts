import type { LocalTime } from '../contracts/booking.ts'
import type { Equipment } from '../contracts/equipment.ts'
import type { Space } from '../contracts/space.ts'
import type { Day } from './time.ts'

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
    | 'bookingOpeningHours'
    | '_embedded'
  >
  equipment: Pick<
    Equipment,
    'id' | 'state' | 'canBeBooked' | 'visibleForMembers' | 'requiresTraining' | 'exclusiveUsage'
  >
  member: { id: number; state: string; trainings: Training[] }
  /** Bookings of the equipment, and of the member in the space, from the asked start to `lookAheadDays` later. */
  existing: TakenTime[]
  request: { fromDateTime: LocalTime; untilDateTime: LocalTime }
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
