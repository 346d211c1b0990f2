import type { z } from 'zod'
import type { Booking, BookingCost, BookingFilter } from '../../contracts/booking.ts'
import type { ConnectorApi } from '../../contracts/http/connector.ts'
import type { Endpoint } from '../../contracts/http/endpoint.ts'
import type { Grant, Granted } from '../../contracts/grant.ts'
import type { WaitlistEntry } from '../../contracts/waitlist.ts'
import type { Refusal } from '../../rules/booking/booking.ts'

/**
 * A workshop system: the embedded engine or Fabman. It has a method for each row of the contract table, under the row's
 * name, and may lack those that list the problem `notSupported`. `null` means an unknown id, or one of another member.
 * Results have all fields of their contract; `resource` and `member` of a booking are short objects. Methods throw the
 * problems of their row, and `upstreamUnavailable` when the system does not answer.
 */
export type WorkshopSystem = Stated & Passed & Partial<PassedWhereSupported>

type Passed = { [Name in Exclude<keyof ConnectorApi, keyof Stated | Optional>]: Method<Name> }
type PassedWhereSupported = { [Name in Exclude<Optional, keyof Stated>]: Method<Name> }

/** The rows that a workshop system may lack. */
type Optional = {
  [Name in keyof ConnectorApi]: 'notSupported' extends ProblemOf<ConnectorApi[Name]> ? Name : never
}[keyof ConnectorApi]

/** The methods that differ from their row. */
interface Stated extends MemberCalls {
  bookings(filter: BookingQuery): Promise<Booking[]>
  /**
   * Gives rights to a member exactly once per key, however often and from however many processes it is called. After a
   * failure the same call completes what is missing. Throws Problem `notFound` with the field of an unknown id, and
   * `notSupported` with the step that the workshop system cannot do.
   */
  grant(key: string, grant: Grant): Promise<Granted>
}

/**
 * The method of a row. Its arguments are the parameters of the path; the id of the calling member, unless the path
 * names it; the query; and the body, with what tells the request from others when it has an `Idempotency-Key`.
 */
type Method<Name extends keyof ConnectorApi, Row extends Endpoint = ConnectorApi[Name]> = (
  ...asked: [...Params<Row, Row['path']>, ...Caller<Row>, ...Checked<Row['query']>, ...Body<Row>]
) => Promise<z.output<Row['answer']> | ('notFound' extends ProblemOf<Row> ? null : never)>

type ProblemOf<Row> = Row extends { problems: readonly (infer Code)[] } ? Code : never

type Params<Row extends Endpoint, Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [z.output<Row['params'][Name]>, ...Params<Row, Rest>]
  : []

type Caller<Row extends Endpoint> = 'member' extends Row['callers'][number]
  ? Row['path'] extends `/fabman/members/{id}/${string}`
    ? []
    : [member: number]
  : []

type Checked<Schema> = Schema extends z.ZodType ? [z.output<Schema>] : []

type Body<Row extends Endpoint> = Row['body'] extends z.ZodType
  ? [Row['idempotencyKey'] extends true ? z.output<Row['body']> & Keyed : z.output<Row['body']>]
  : []

/** The calls of members that api/member-calls.ts translates, because their bodies carry ids as text. */
export interface MemberCalls {
  /** Throws Problem `refused` with its refusals, `notFound` when there is no such equipment or member. */
  createBooking(booking: NewBooking): Promise<Booking>
  /** Returns the cost and the refusals that createBooking would give, or with `moves` those of changeBooking. */
  quoteBooking(booking: QuotedBooking): Promise<Quote>
  /** Returns the open entry when the member has one for that time. An offer is a `pending` booking of the member. */
  joinWaitlist?: (asked: WantedTime) => Promise<WaitlistEntry>
  /** Checks the member in for the current booking; a repeated call gives the same result. null = wrong secret */
  checkIn?: (equipment: number, member: number, secret: string) => Promise<Booking | null>
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

export interface WantedTime {
  equipment: number
  member: number
  fromDateTime: string
  untilDateTime: string
}

export interface Keyed {
  /**
   * Tells a request with an `Idempotency-Key` from all others. A repeat returns the booking that the first one has
   * written, also after a crash.
   */
  requestKey?: string
}

export interface NewBooking extends WantedTime, Keyed {
  title: string | null
}

export interface QuotedBooking extends WantedTime {
  /** Id of the member's booking of the same equipment that would move to these times. */
  moves?: number | undefined
}

export interface Quote {
  cost: BookingCost | null
  refusals: Refusal[]
}
