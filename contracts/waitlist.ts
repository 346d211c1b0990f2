import { z } from 'zod'
import { BookingCreation, LocalTime } from './booking.ts'

/** Body that joins the waitlist of a taken time. */
export const WaitlistCreation = BookingCreation.pick({
  fromDateTime: true,
  untilDateTime: true,
  resource: true,
  member: true,
})
export type WaitlistCreation = z.infer<typeof WaitlistCreation>

/**
 * A waitlist entry for a taken time (N21). `waiting` → `offered` (its `booking` is `pending` until `offeredUntil`) →
 * `taken`, or `expired` when the offer or the time has passed; `left` by the member.
 */
export const WaitlistEntry = z.object({
  id: z.number().int(),
  resource: z.number().int(),
  member: z.number().int(),
  fromDateTime: LocalTime,
  untilDateTime: LocalTime,
  state: z.enum(['waiting', 'offered', 'taken', 'expired', 'left']),
  booking: z.number().int().nullable(),
  /** Instant with `Z`. */
  offeredUntil: z.string().nullable(),
  createdAt: z.string(),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>
