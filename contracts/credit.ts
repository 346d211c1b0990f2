import { z } from 'zod'
import { CalendarDay } from './booking.ts'

const decimal = z.string().regex(/^-?\d+\.\d\d$/)

/** An amount that a member may spend (EUR, decimal string) on its `scope`: `booking` or `usage` (N16). */
export const Credit = z.object({
  id: z.number().int(),
  member: z.number().int(),
  scope: z.string(),
  amount: decimal,
  remaining: decimal,
  fromDate: z.string().nullable(),
  untilDate: z.string().nullable(),
  createdAt: z.string(),
})
export type Credit = z.infer<typeof Credit>

/** The last day on which bookings can use a credit entry. */
export const CreditEnd = z.strictObject({ untilDate: CalendarDay })
export type CreditEnd = z.infer<typeof CreditEnd>

/** One use of a credit entry. */
export const CreditUse = z.object({
  id: z.number().int(),
  credit: z.number().int(),
  amount: decimal,
  description: z.string(),
  booking: z.number().int().nullable(),
  createdAt: z.string(),
})
export type CreditUse = z.infer<typeof CreditUse>

/** The credits that the people of a team share, and what each of them has spent or holds of those. */
export const TeamCredits = z.object({
  credits: z.array(Credit.pick({ id: true, amount: true, remaining: true, fromDate: true, untilDate: true })),
  uses: z.array(z.object({ member: z.number().int(), amount: decimal })),
})
export type TeamCredits = z.infer<typeof TeamCredits>

/**
 * One item of GET /member/previousCredits/get (N16): with scope `usage` one use of a credit entry, whose amount is
 * negative; with scope `grant` an entry as it was granted.
 */
export const PreviousCredit = Credit.extend({
  /** `grant-7` or `use-7`: entries and uses count their ids apart. */
  id: z.string(),
  scope: z.enum(['grant', 'usage']),
  /** The scope of the entry: `booking` or `usage`. */
  kind: z.string(),
  /** Id of the entry that is granted or used. */
  credit: z.number().int(),
  description: z.string().nullable(),
  /** Id of the booking that the use paid; null for others and for grants. */
  booking: z.number().int().nullable(),
})
export type PreviousCredit = z.infer<typeof PreviousCredit>
