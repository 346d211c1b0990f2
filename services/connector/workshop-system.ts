import type { Booking, BookingChange, BookingCost, BookingFilter, OwnCost } from '../../contracts/booking.ts'
import type { CalendarAddress, CalendarFeed, CalendarKind, CalendarToken } from '../../contracts/calendar.ts'
import type { Credit, CreditUse } from '../../contracts/credit.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { EquipmentAccess, Member, MemberPackage, MemberTraining } from '../../contracts/member.ts'
import type { Package } from '../../contracts/package.ts'
import type { Space } from '../../contracts/space.ts'
import type { WaitlistEntry } from '../../contracts/waitlist.ts'
import type { Refusal } from '../../rules/booking/booking.ts'

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
  /**
   * What createBooking would cost and why it would be refused, with `moves` what changeBooking would of that own booking;
   * writes nothing. @throws Problem `notFound`
   */
  quoteBooking(booking: QuotedBooking): Promise<Quote>
  /**
   * Moves, extends or shortens a booking, by all rules again; refused, the old one stays. null when the member has no
   * such booking. With the `requestKey` of the change that made it what it is, the booking as it is.
   * @throws Problem `refused`, `conflict` for a stale `lockVersion`, `bookingEnded` for one that is over or cancelled
   */
  changeBooking(
    id: number,
    member: number,
    change: BookingChange & { requestKey?: string },
  ): Promise<Booking | null>
  /** What bookings cost, those that there are; absent where the workshop system does not tell. */
  bookingCosts?: (ids: number[]) => Promise<OwnCost[]>

  /** The member with exactly this address, in any case; nobody or one. */
  members(filter: { email: string }): Promise<Member[]>
  member(id: number): Promise<Member | null>
  /** Ids of the equipment that the member's trainings unlock today. */
  trainedResources(member: number): Promise<number[] | null>
  /** What keeps the member from booking each machine on a day; null = there is no such member. */
  equipmentAccess(member: number, day: string): Promise<EquipmentAccess[] | null>
  trainings(member: number): Promise<MemberTraining[] | null>
  /** What can be bought, in the order of the price list. */
  packageList(): Promise<Package[]>
  packages(member: number): Promise<MemberPackage[] | null>
  credits(member: number): Promise<Credit[] | null>
  creditUses(member: number, credit: number): Promise<CreditUse[] | null>

  /** What not every workshop system has. Absent, its calls are answered with `notSupported`. */
  waitlist?: Waitlist
  checkIn?: CheckInDesk
  calendars?: Calendars
}

/** Lines for taken times. An offer is a `pending` booking of the member. */
export interface Waitlist {
  /** The same place when the member is in line for that time already. @throws Problem `slotFree`, `refused`, `notFound` */
  join(asked: Omit<NewBooking, 'title'>): Promise<WaitlistEntry>
  ofMember(member: number): Promise<WaitlistEntry[]>
  /** Gives up a place or an offer, whose time goes to the next; null when the member has no such place. */
  leave(id: number, member: number): Promise<WaitlistEntry | null>
  /** Makes the offer a confirmed booking. @throws Problem `offerEnded` */
  accept(id: number, member: number): Promise<Booking | null>
}

export interface CheckInDesk {
  /** null = there is no such machine; `{ secret: null }` = nobody checks in there. */
  secret(resource: number): Promise<{ secret: string | null } | null>
  /** A new secret; the old code is useless then. */
  renew(resource: number): Promise<{ secret: string } | null>
  /**
   * Says that the member of a booking is there; again with the same answer. null for a wrong secret.
   * @throws Problem `noBookingNow`
   */
  arrive(resource: number, member: number, secret: string): Promise<Booking | null>
}

export interface Calendars {
  /** The present secret of a feed; null when there is no such thing. */
  address(kind: CalendarKind, id: number): Promise<CalendarAddress | null>
  /** A new secret for a feed; null when there is no such thing. */
  renew(kind: CalendarKind, id: number): Promise<CalendarToken | null>
  /** The feed that a secret opens, null for any other. */
  feed(kind: CalendarKind, id: number, secret: string): Promise<CalendarFeed | null>
}

/** A booking that a write changed. A moved booking is reported twice: at its old times and at its new ones. */
export interface ChangedBooking {
  id?: number
  equipment: number
  /** The space of the equipment; undefined when it is not known. */
  space: number | undefined
  member: number
  fromDateTime: string
  untilDateTime: string
}

/** The option by which a workshop system reports, after each commit, the bookings that a write or a job changed. */
export interface ReportsChanges {
  changed?: ((bookings: ChangedBooking[]) => Promise<void>) | undefined
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
  /**
   * What tells this request from all others of the member (Idempotency-Key): with a key that has made a booking, that
   * booking is the answer, also after a crash.
   */
  requestKey?: string
}

export interface QuotedBooking extends Omit<NewBooking, 'title' | 'requestKey'> {
  /** Id of the own booking of that machine that would move to these times. */
  moves?: number | undefined
}

export interface Quote {
  cost: BookingCost | null
  refusals: Refusal[]
}
