import { z } from 'zod'

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

/** Who or what a booking names: the short object when resolved, else a bare id (specification section 3). */
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

/** A booking as the connector answers it (specification section 3). Instants are ISO with `Z`. */
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
})
export type Booking = z.infer<typeof Booking>

/** What creating a booking sends; every field is a string (specification section 3). */
export const BookingCreation = z.object({
  title: z.string().max(200).optional(),
  state: z.string().max(20),
  fromDateTime: LocalTime,
  untilDateTime: LocalTime,
  resource: z.string().regex(/^[1-9]\d{0,8}$/, 'id of the equipment as digits'),
  member: z.string().regex(/^[1-9]\d{0,8}$/, 'id of the member as digits'),
})
export type BookingCreation = z.infer<typeof BookingCreation>

/** Filters of GET /fabman/bookings; an empty `state` means every state. */
export const BookingFilter = z.object({
  member: Id.optional(),
  resource: Id.optional(),
  fromDateTime: LocalTime.optional(),
  untilDateTime: LocalTime.optional(),
  state: z.enum(['', 'pending', 'confirmed', 'cancelled']).optional(),
})
export type BookingFilter = z.infer<typeof BookingFilter>
