import { z } from 'zod'
import { RefusalNote } from './problem-body.ts'
import { mostSideBySide } from './side-by-side.ts'

/**
 * Wall-clock time of the space, to the minute: 2026-11-21T09:30. No offset: the zone is `space.timezone`.
 * Years 1900 to 2199, so that arithmetic on days never leaves four digits.
 */
export const LocalTime = z.iso
  .datetime({ local: true, precision: -1 })
  .regex(/^(?:19|2[01])\d\d-\d\d-\d\dT\d\d:\d\d$/, 'wall-clock time like 2026-11-21T09:30')
export type LocalTime = z.infer<typeof LocalTime>

/** A day of a calendar, YYYY-MM-DD; its whole week lies in the years of LocalTime. */
export const CalendarDay = z.iso
  .date({ abort: true })
  .refine((day) => day >= '1900-01-01' && day < '2199-12-30', 'a day like 2026-11-21')

/** An id as text in a path or a query: a positive 32-bit integer in plain digits. */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'a positive whole number')
  .transform(Number)
  .pipe(z.int().max(2_147_483_647))

/** Ids of equipment that stand side by side, as text in a query: "4,9,12"; one given twice counts once. */
export const SideBySide = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'ids of equipment, separated by commas')
  .transform((ids) => [...new Set(ids.split(',').map(Number))])
  .refine((ids) => ids.length <= mostSideBySide, `at most ${mostSideBySide} ids`)

/** The short object when resolved, else a bare id (N2). */
const BookingResource = z.union([
  z.object({ id: z.number().int(), name: z.string(), state: z.string() }),
  z.string(),
  z.number(),
])
const BookingMember = z.union([
  z.object({
    id: z.number().int(),
    memberNumber: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    state: z.string(),
    company: z.string().nullish(),
  }),
  z.string(),
  z.number(),
])

/** A booking as the connector answers it (N1). Instants are ISO with `Z`. */
export const Booking = z.object({
  id: z.number().int(),
  resource: BookingResource,
  member: BookingMember,
  fromDateTime: LocalTime,
  untilDateTime: LocalTime,
  state: z.string(),
  lockVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.number().int().nullable(),
  account: z.number().int(),
  charged: z.boolean(),
  /** When the member checked in; absent before, and where the workshop system does not tell. */
  checkedInAt: z.string().optional(),
})
export type Booking = z.infer<typeof Booking>

/** Returns the id of a reference, resolved or not. */
export function idOf(reference: Booking['resource'] | Booking['member']): number {
  return Number(typeof reference === 'object' ? reference.id : reference)
}

/** Body that creates a booking; every field is a string (N4). */
export const BookingCreation = z.object({
  title: z.string().max(200).optional(),
  state: z.string().max(20),
  fromDateTime: LocalTime,
  untilDateTime: LocalTime,
  resource: z.string().regex(/^[1-9]\d{0,8}$/, 'id of the equipment as digits'),
  member: z.string().regex(/^[1-9]\d{0,8}$/, 'id of the member as digits'),
})
export type BookingCreation = z.infer<typeof BookingCreation>

/** Most bookings in one answer of GET /fabman/bookings; of more, the latest. */
export const bookingsLimit = 1000

/** Filters of GET /fabman/bookings; an empty `state` means every state. */
export const BookingFilter = z.object({
  member: Id.optional(),
  resource: Id.optional(),
  fromDateTime: LocalTime.optional(),
  untilDateTime: LocalTime.optional(),
  state: z.enum(['', 'pending', 'confirmed', 'cancelled']).optional(),
})
export type BookingFilter = z.infer<typeof BookingFilter>

/** Body that moves, extends or shortens a booking; `lockVersion` is that of the booking as its owner saw it. */
export const BookingChange = z.object({
  fromDateTime: LocalTime,
  untilDateTime: LocalTime,
  lockVersion: z.number().int().positive(),
})
export type BookingChange = z.infer<typeof BookingChange>

/** Body that asks for a quote: of a new booking, or with `moves` of the new times of an own booking. */
export const QuotedBooking = BookingCreation.omit({ title: true }).extend({
  moves: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'id of the booking as digits')
    .optional(),
})
export type QuotedBooking = z.infer<typeof QuotedBooking>

const amount = z.string().regex(/^\d+\.\d\d$/)

/** Price and payment of a booking as decimal strings: credits in the order in which they are taken, then money. */
export const BookingCost = z.object({
  minutes: z.number(),
  price: amount,
  credits: z.array(z.object({ credit: z.number().int(), amount })),
  money: amount,
  /** Until when it can be cancelled free of charge; null = until it ends. */
  freeUntil: LocalTime.nullable(),
})
export type BookingCost = z.infer<typeof BookingCost>

/** A quote; `cost` is null for times without a length. No refusals = the booking may be made. */
export const BookingQuote = z.object({ cost: BookingCost.nullable(), refusals: z.array(RefusalNote) })
export type BookingQuote = z.infer<typeof BookingQuote>

/**
 * The cost of an existing booking. `charged` is the amount taken, null before; `onCancelling` is the amount that stays
 * charged when it is cancelled now and nobody else books the time.
 */
export const OwnCost = BookingCost.extend({
  booking: z.number().int(),
  charged: amount.nullable(),
  onCancelling: amount,
})
export type OwnCost = z.infer<typeof OwnCost>
