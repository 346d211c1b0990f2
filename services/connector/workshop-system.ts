import type { Booking, BookingChange, BookingCost, BookingFilter, OwnCost } from '../../contracts/booking.ts'
import type { CalendarAddress, CalendarFeed, CalendarKind, CalendarToken } from '../../contracts/calendar.ts'
import type { Credit, CreditUse } from '../../contracts/credit.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { Grant, Granted } from '../../contracts/grant.ts'
import type { EquipmentAccess, Member, MemberPackage, MemberTraining } from '../../contracts/member.ts'
import type { Package } from '../../contracts/package.ts'
import type { Space } from '../../contracts/space.ts'
import type { WaitlistEntry } from '../../contracts/waitlist.ts'
import type { Refusal } from '../../rules/booking/booking.ts'

/**
 * A workshop system: the embedded engine or Fabman. `null` means an unknown id. Results have all fields of their
 * contract; `resource` and `member` of a booking are short objects.
 * @throws Problem `upstreamUnavailable` when the system does not answer
 */
export interface WorkshopSystem {
  spaces(): Promise<Space[]>
  space(id: number): Promise<Space | null>
  equipment(filter: { space?: number }): Promise<Equipment[]>
  equipmentItem(id: number): Promise<Equipment | null>

  /** Returns at most `bookingsLimit` bookings in order of their start, the latest ones. */
  bookings(filter: BookingQuery): Promise<Booking[]>
  /** @throws Problem `refused` with its refusals, `notFound` when there is no such equipment or member */
  createBooking(booking: NewBooking): Promise<Booking>
  /**
   * Returns the booking in state `cancelled`, also when it was cancelled before; null when the member has no such booking.
   * @throws Problem `bookingEnded`
   */
  cancelBooking(id: number, member: number): Promise<Booking | null>
  /**
   * Returns the cost and the refusals that createBooking would give, or with `moves` those of changeBooking. Writes
   * nothing. @throws Problem `notFound`
   */
  quoteBooking(booking: QuotedBooking): Promise<Quote>
  /**
   * Moves, extends or shortens a booking by the rules for a new one; a refusal leaves it as it is. Returns null when the
   * member has no such booking, and the unchanged booking when its last change had the same `requestKey`.
   * @throws Problem `refused`, `conflict` for a stale `lockVersion`, `bookingEnded` for one that is over or cancelled
   */
  changeBooking(
    id: number,
    member: number,
    change: BookingChange & { requestKey?: string },
  ): Promise<Booking | null>
  /** Returns the costs of those bookings that exist. Absent when the workshop system does not tell them. */
  bookingCosts?: (ids: number[]) => Promise<OwnCost[]>

  /** Returns the member with this address, in any case; one at most. */
  members(filter: { email: string }): Promise<Member[]>
  member(id: number): Promise<Member | null>
  /** Returns the ids of the equipment that the member's trainings unlock today. */
  trainedResources(member: number): Promise<number[] | null>
  /** Returns, for each piece of equipment, what keeps the member from booking it on a day. */
  equipmentAccess(member: number, day: string): Promise<EquipmentAccess[] | null>
  trainings(member: number): Promise<MemberTraining[] | null>
  /** Returns the packages that can be bought, in the order of the price list. */
  packageList(): Promise<Package[]>
  packages(member: number): Promise<MemberPackage[] | null>
  credits(member: number): Promise<Credit[] | null>
  creditUses(member: number, credit: number): Promise<CreditUse[] | null>
  /**
   * Gives rights to a member exactly once per key, however often and from however many processes it is called. After a
   * failure the same call completes what is missing.
   * @throws Problem `keyReused` for another content, `emailTaken`, `notFound` with the field of an unknown id,
   * `notSupported` with the step that the workshop system cannot do
   */
  grant(key: string, grant: Grant): Promise<Granted>

  // A workshop system may lack these parts; their calls then fail with `notSupported`.
  waitlist?: Waitlist
  checkIn?: CheckInDesk
  calendars?: Calendars
}

/** The waitlist for taken times. An offer is a `pending` booking of the member. */
export interface Waitlist {
  /** Returns the open entry when the member has one for that time. @throws Problem `slotFree`, `refused`, `notFound` */
  join(asked: Omit<NewBooking, 'title'>): Promise<WaitlistEntry>
  ofMember(member: number): Promise<WaitlistEntry[]>
  /** Leaves the waitlist or declines an offer, whose time is offered to the next member. null = not an entry of the member */
  leave(id: number, member: number): Promise<WaitlistEntry | null>
  /** Confirms the booking of an offer. @throws Problem `offerEnded` */
  accept(id: number, member: number): Promise<Booking | null>
}

export interface CheckInDesk {
  /** `{ secret: null }` = the equipment has no check-in. */
  secret(equipment: number): Promise<{ secret: string | null } | null>
  /** Replaces the secret, so that the old QR code stops working. */
  renew(equipment: number): Promise<{ secret: string } | null>
  /**
   * Checks the member in for the current booking; a repeated call gives the same result. null = wrong secret
   * @throws Problem `noBookingNow`
   */
  arrive(equipment: number, member: number, secret: string): Promise<Booking | null>
}

export interface Calendars {
  /** Returns the current secret of a feed. */
  address(kind: CalendarKind, id: number): Promise<CalendarAddress | null>
  /** Replaces the secret of a feed. */
  renew(kind: CalendarKind, id: number): Promise<CalendarToken | null>
  /** Returns the feed that a secret opens; null for a wrong secret. */
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

/** The filters of `GET /fabman/bookings`, and `space` for the cache. Times select the bookings that overlap them. */
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
   * The Idempotency-Key of the request. A key with which the member has created a booking returns that booking, also
   * after a crash.
   */
  requestKey?: string
}

export interface QuotedBooking extends Omit<NewBooking, 'title' | 'requestKey'> {
  /** Id of the member's booking of the same equipment that would move to these times. */
  moves?: number | undefined
}

export interface Quote {
  cost: BookingCost | null
  refusals: Refusal[]
}
