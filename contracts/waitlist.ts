import { z } from 'zod'
import { BookingCreation, LocalTime } from './booking.ts'

/** What asking to be told of a taken time sends. */
export const WaitlistCreation = BookingCreation.pick({
  fromDateTime: true,
  untilDateTime: true,
  resource: true,
  member: true,
})
export type WaitlistCreation = z.infer<typeof WaitlistCreation>

/**
 * A place in the line for a taken time. `waiting` → `offered` (its `booking` is `pending` until `offeredUntil`) →
 * `taken`, or `expired` when nobody answered or the time came; `left` by the member.
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
