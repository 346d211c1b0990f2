import { z } from 'zod'
import { EmailAddress } from './identity.ts'
import { Locale } from './problem-body.ts'

/** One line of text without control characters. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'one line')

/** What the law lets the two forms ask for, and no more (§ 312k (2), § 356a BGB). */
const shared = {
  name: line(160),
  /** A number of an order or invoice, or a description. */
  contract: line(200),
  /** Gets the confirmation. */
  email: EmailAddress,
}

/** Somebody cancels a contract. */
export const Cancellation = z.strictObject({
  kind: z.literal('cancel'),
  /** `cause`: without notice, for an important reason (§ 314 BGB), which `reason` names. */
  manner: z.enum(['ordinary', 'cause']),
  reason: z.string().trim().min(1).max(2000).nullable(),
  ...shared,
  /** The day on which the contract should end; null = as early as possible. */
  endsOn: z.iso.date().nullable(),
})
export type Cancellation = z.infer<typeof Cancellation>

/** Somebody withdraws from a contract. */
export const Withdrawal = z.strictObject({ kind: z.literal('withdraw'), ...shared })
export type Withdrawal = z.infer<typeof Withdrawal>

export const Declaration = z.discriminatedUnion('kind', [Cancellation, Withdrawal])
export type Declaration = z.infer<typeof Declaration>

/** Names the form that was shown: the same one sent twice is one declaration. */
export const FormKey = z.string().regex(/^[\w-]{32}$/, 'the key of the form')

/** The secret of a link to a receipt, or of a mail. */
export const DeclarationToken = z.string().regex(/^[\w-]{43}$/, 'the end of the link')

/** A declaration as it was received. */
export const DeclarationReceipt = z.object({
  declaration: Declaration,
  locale: Locale,
  /** ISO 8601 in UTC. */
  receivedAt: z.string(),
  /** IANA name of the zone of the space. */
  zone: z.string(),
})
export type DeclarationReceipt = z.infer<typeof DeclarationReceipt>

/** A declaration that the owner of its contract may say was not theirs. */
export const DisownedDeclaration = z.object({
  kind: z.enum(['cancel', 'withdraw']),
  /** What was ordered. */
  name: z.object({ de: z.string(), en: z.string() }),
  /** `done`: they have said so; `over`: the time for that has passed. */
  state: z.enum(['open', 'done', 'over']),
})
export type DisownedDeclaration = z.infer<typeof DisownedDeclaration>
