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
 * One item of GET /member/previousCredits/get: a credit entry, or with scope `usage` one use of an entry, whose amount
 * is negative and whose `credit` names the entry it was taken from (N16).
 */
export const PreviousCredit = Credit.extend({
  credit: z.number().int().nullable(),
  description: z.string().nullable(),
})
export type PreviousCredit = z.infer<typeof PreviousCredit>
