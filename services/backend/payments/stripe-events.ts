import { z } from 'zod'

/** The messages that a webhook endpoint at Stripe must send (docs/guide-for-operators.md). */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
] as const

/** What counts of a message. What it is about is asked for again. */
export const Message = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.string().optional(),
      payment_intent: z.string().nullish().catch(null),
    }),
  }),
})

/** Returns the checkout session or payment intent that a message is about; null = neither. */
export function refOf(about: z.infer<typeof Message>['data']['object']): string | null {
  const isPayment = about.object === 'checkout.session' || about.object === 'payment_intent'
  return (isPayment ? about.id : about.payment_intent) ?? null
}
