import { z } from 'zod'
import { Booking } from './booking.ts'

/** Whose calendar a feed shows; the words are those of the addresses. */
export const CalendarKind = z.enum(['members', 'resources', 'spaces'])
export type CalendarKind = z.infer<typeof CalendarKind>

/** A secret that opens a calendar or a check-in, 192 bits. */
export const Secret = z.string().regex(/^[\w-]{32}$/, 'a secret of 32 letters')

/** Who has the address reads the calendar; renewing it makes the old one useless. */
export const CalendarToken = z.object({ calendarToken: Secret, calendarUrl: z.string() })
export type CalendarToken = z.infer<typeof CalendarToken>

/** The present token and address of a calendar; null = it has none yet. */
export const CalendarAddress = z.object({
  calendarToken: Secret.nullable(),
  calendarUrl: z.string().nullable(),
})
export type CalendarAddress = z.infer<typeof CalendarAddress>

/** What a member learns of their own calendar; null = it has no address yet. */
export const MemberCalendar = z.object({ calendarUrl: z.string().nullable() })
export type MemberCalendar = z.infer<typeof MemberCalendar>

/**
 * What a calendar feed is made of. Cancelled bookings are among them: a calendar that has them would keep them
 * otherwise. `lockVersion` rises with each change, as SEQUENCE does.
 */
export const CalendarFeed = z.object({
  kind: CalendarKind,
  name: z.string(),
  timezone: z.string(),
  /** Of the member whose calendar it is. */
  language: z.string().nullable(),
  bookings: z.array(Booking),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** The secret behind a machine's QR code; null = nobody checks in there. */
export const CheckInSecret = z.object({ secret: Secret.nullable() })

/** So early, in minutes, a member may say that they are there. */
export const checkInEarlyMinutes = 15

/** What a member sends who has scanned the code. */
export const CheckIn = z.object({
  member: z.string().regex(/^[1-9]\d{0,8}$/, 'id of the member as digits'),
  resource: z.string().regex(/^[1-9]\d{0,8}$/, 'id of the equipment as digits'),
  secret: Secret,
})
