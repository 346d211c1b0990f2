import { z } from 'zod'

/** The parameters that the adapter sends; every other one is refused, as Stripe does. */

const text = z.string().min(1).max(5000)
const cents = z.coerce.number().int().min(0).max(99_999_999)
const Metadata = z.record(z.string().max(40), z.string().max(500)).default({})
const expand = z.array(z.string()).max(4).default([])
const MethodType = z.enum(['card', 'sepa_debit'])
/** Stripe takes no smaller amount in euros. */
export const leastCents = 50

export const CustomerParameters = z.strictObject({
  email: z.email().optional(),
  name: text.optional(),
  metadata: Metadata,
})

/** What sessions of both modes have. */
const session = {
  ui_mode: z.literal('hosted_page').default('hosted_page'),
  customer: z.string(),
  client_reference_id: z.string().max(200).optional(),
  metadata: Metadata,
  allowed_payment_method_types: z.array(MethodType).optional(),
  locale: z.enum(['de', 'en']).default('en'),
  success_url: z.url(),
  cancel_url: z.url(),
  expand,
}
const PaymentSession = z.strictObject({
  ...session,
  mode: z.literal('payment'),
  payment_intent_data: z
    .strictObject({ metadata: Metadata, setup_future_usage: z.literal('off_session').optional() })
    .default({ metadata: {} }),
  line_items: z
    .array(
      z.strictObject({
        quantity: z.coerce.number().int().min(1),
        price_data: z.strictObject({
          currency: z.literal('eur'),
          unit_amount: cents,
          product_data: z.strictObject({ name: text }),
        }),
      }),
    )
    .min(1)
    .max(100),
})
const SetupSession = z.strictObject({
  ...session,
  mode: z.literal('setup'),
  currency: z.literal('eur').optional(),
  setup_intent_data: z.strictObject({ metadata: Metadata }).default({ metadata: {} }),
})
export const SessionParameters = z.discriminatedUnion('mode', [PaymentSession, SetupSession])
export type SessionParameters = z.output<typeof SessionParameters>

export const ChargeParameters = z.strictObject({
  amount: cents,
  currency: z.literal('eur'),
  customer: z.string(),
  payment_method: z.string(),
  off_session: z.literal('true'),
  confirm: z.literal('true'),
  automatic_payment_methods: z.strictObject({
    enabled: z.literal('true'),
    allow_redirects: z.literal('never'),
  }),
  description: text.optional(),
  metadata: Metadata,
  expand,
})

export const RefundParameters = z.strictObject({
  payment_intent: z.string(),
  amount: cents.min(1),
  metadata: Metadata,
  expand,
})

const limit = z.coerce.number().int().min(1).max(100).default(10)
export const ByIntent = z.strictObject({ payment_intent: z.string(), limit })
export const ByCustomer = z.strictObject({ customer: z.string(), limit })
export const Expand = z.strictObject({ expand })
