import type { Booking, BookingFilter } from '../../contracts/booking.ts'
import type { Credit, CreditUse } from '../../contracts/credit.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { Member, MemberPackage, MemberTraining } from '../../contracts/member.ts'
import type { Package } from '../../contracts/package.ts'
import type { Space } from '../../contracts/space.ts'

/**
 * What a workshop system can do, whichever it is. `null` = there is no such thing. Every answer carries all fields of
 * its contract, with `resource` and `member` of a booking as short objects.
 * @throws Problem `upstreamUnavailable` when the system does not answer
 */
export interface WorkshopSystem {
  spaces(): Promise<Space[]>
  space(id: number): Promise<Space | null>
  equipment(filter: { space?: number }): Promise<Equipment[]>
  equipmentItem(id: number): Promise<Equipment | null>

  /** At most `bookingsLimit`, in order of their start; more than that leaves out the earliest. */
  bookings(filter: BookingQuery): Promise<Booking[]>
  /** @throws Problem `refused` with its refusals, `notFound` when there is no such equipment or member */
  createBooking(booking: NewBooking): Promise<Booking>
  /**
   * The booking in state `cancelled`, also when it was so before; null when the member has no such booking.
   * @throws Problem `bookingEnded`
   */
  cancelBooking(id: number, member: number): Promise<Booking | null>

  /** The member with exactly this address, in any case; nobody or one. */
  members(filter: { email: string }): Promise<Member[]>
  member(id: number): Promise<Member | null>
  /** Ids of the equipment that the member's trainings unlock today. */
  trainedResources(member: number): Promise<number[] | null>
  trainings(member: number): Promise<MemberTraining[] | null>
  /** What can be bought, in the order of the price list. */
  packageList(): Promise<Package[]>
  packages(member: number): Promise<MemberPackage[] | null>
  credits(member: number): Promise<Credit[] | null>
  creditUses(member: number, credit: number): Promise<CreditUse[] | null>
}

/** The specification's filters; `space` only serves the cache. Times select what overlaps them. */
export interface BookingQuery extends BookingFilter {
  space?: number
}

export interface NewBooking {
  resource: number
  member: number
  fromDateTime: string
  untilDateTime: string
  title: string | null
}

export const bookingsLimit = 1000
