import { z } from 'zod'
import { Booking } from './booking.ts'

/** Owner of a calendar feed, as in its address. */
export const CalendarKind = z.enum(['members', 'resources', 'spaces'])
export type CalendarKind = z.infer<typeof CalendarKind>

/** A secret that opens a calendar or a check-in, 192 bits. */
export const Secret = z.string().regex(/^[\w-]{32}$/, 'a secret of 32 letters')

/** The secret address of a calendar; renewing it makes the old one useless. */
export const CalendarToken = z.object({ calendarToken: Secret, calendarUrl: z.string() })
export type CalendarToken = z.infer<typeof CalendarToken>

/** The present token and address of a calendar; null = it has none yet. */
export const CalendarAddress = z.object({
  calendarToken: Secret.nullable(),
  calendarUrl: z.string().nullable(),
})
export type CalendarAddress = z.infer<typeof CalendarAddress>

/** The calendar address of a member; null = it has none yet. */
export const MemberCalendar = z.object({ calendarUrl: z.string().nullable() })
export type MemberCalendar = z.infer<typeof MemberCalendar>

/**
 * The data of a calendar feed. It includes cancelled bookings, because a calendar that has them would keep them otherwise.
 * `lockVersion` rises with each change, as SEQUENCE does.
 */
export const CalendarFeed = z.object({
  kind: CalendarKind,
  name: z.string(),
  timezone: z.string(),
  /** Language of the member; null for equipment and spaces. */
  language: z.string().nullable(),
  bookings: z.array(Booking),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** The secret in the QR code of a piece of equipment; null = it has no check-in. */
export const CheckInSecret = z.object({ secret: Secret.nullable() })

/** Minutes before the start from which a check-in is possible. */
export const checkInEarlyMinutes = 15

/** Body of a check-in. */
export const CheckIn = z.object({
  member: z.string().regex(/^[1-9]\d{0,8}$/, 'id of the member as digits'),
  resource: z.string().regex(/^[1-9]\d{0,8}$/, 'id of the equipment as digits'),
  secret: Secret,
})
