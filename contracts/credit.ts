import { z } from 'zod'

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
