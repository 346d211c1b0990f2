import { z } from 'zod'

const day = z.iso.date()

/** The contract behind a member's package. */
export const Subscription = z.object({
  name: z.object({ de: z.string(), en: z.string() }),
  priceCents: z.number().int(),
  period: z.enum(['month', 'year']),
  /** `past_due`: a payment has failed; `suspended`: nobody can book with it until it is paid. */
  state: z.enum(['active', 'past_due', 'suspended']),
  /** Whether its money is taken by a kept method; otherwise the member transfers. */
  isCharged: z.boolean(),
  /** Last day of the period that has been invoiced. */
  lastDay: day,
  /** The money of the next period; null once it is cancelled, and while it is suspended. */
  nextPayment: z
    .object({
      day,
      /** `invoice`: the member transfers; `none`: there is no method to charge. */
      by: z.enum(['card', 'sepa_debit', 'invoice', 'none']),
      /** Of the card or the account. */
      last4: z.string().nullable(),
    })
    .nullable(),
  /** The package of the next period, where it will be another one. */
  change: z
    .object({
      name: z.object({ de: z.string(), en: z.string() }),
      priceCents: z.number().int(),
      period: z.enum(['month', 'year']),
      fromDate: day,
    })
    .nullable(),
  /** Its last day, once it is cancelled. */
  cancelOn: day.nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** What became of the page on which a member leaves another method of payment; `open` also while the old one is being charged. */
export const MethodState = z.object({ state: z.enum(['none', 'open', 'saved', 'failed', 'expired']) })
export type MethodState = z.infer<typeof MethodState>

/** null = the member has no contract with us: the package was given by hand. */
export const MemberSubscription = z.object({ subscription: Subscription.nullable() })
export type MemberSubscription = z.infer<typeof MemberSubscription>
