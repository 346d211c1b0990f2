import { z } from 'zod'
import { CalendarDay } from './booking.ts'
import { GrantKey } from './grant.ts'

/** What a member owes for bookings that are on no bill yet. */
export const OpenCharges = z.object({
  member: z.number().int(),
  cents: z.number().int(),
  /** Time of the oldest charge. */
  since: z.string(),
})
export type OpenCharges = z.infer<typeof OpenCharges>

/** Puts the open charges of a member before a time on one bill. */
export const Billing = z.strictObject({ member: z.int().min(1).max(2_147_483_647), until: z.iso.datetime() })
export type Billing = z.infer<typeof Billing>

export const Charge = z.object({
  id: z.number().int(),
  /** In the language that the member has when it is billed. */
  description: z.string(),
  /** Gross; negative = owed to the member. */
  cents: z.number().int(),
  /** Day of the booking, else of the charge. */
  day: CalendarDay,
})
export type Charge = z.infer<typeof Charge>

/** The charges of one bill, in the order of their days; the same for the same key. */
export const Bill = z.object({
  key: GrantKey,
  member: z.number().int(),
  charges: z.array(Charge),
  /** The part that the member has paid in advance. */
  prepaidCents: z.number().int(),
})
export type Bill = z.infer<typeof Bill>

/** Money of a member that arrived. */
export const Payment = z.strictObject({
  member: z.int().min(1).max(2_147_483_647),
  cents: z.int().min(1).max(100_000_000),
  description: z.string().trim().min(1).max(200),
})
export type Payment = z.infer<typeof Payment>

/** A payment that is recorded. */
export const RecordedPayment = z.object({ key: GrantKey, member: z.number().int(), cents: z.number().int() })
export type RecordedPayment = z.infer<typeof RecordedPayment>

/** Until when charges are asked for; excluded. */
export const ChargeQuery = z.object({ until: z.iso.datetime() })
