import { randomBytes } from 'node:crypto'

/** Objects as Stripe writes them; `own` never leaves the service. Amounts are cents, times epoch seconds. */
export interface Customer {
  id: string
  object: 'customer'
  created: number
  livemode: false
  email: string | null
  name: string | null
  metadata: Metadata
}

export interface Session {
  id: string
  object: 'checkout.session'
  created: number
  livemode: false
  /** `setup`: a method is kept, and nothing is paid. */
  mode: 'payment' | 'setup'
  ui_mode: 'hosted_page'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  /** null where nothing is paid. */
  amount_total: number | null
  currency: 'eur'
  customer: string | null
  client_reference_id: string | null
  metadata: Metadata
  locale: 'de' | 'en'
  success_url: string
  cancel_url: string
  /** null once it is not open. */
  url: string | null
  expires_at: number
  payment_intent: string | null
  setup_intent: string | null
  own: {
    lines: { text: string; quantity: number; cents: number }[]
    intentMetadata: Metadata
    keepsMethod: boolean
    methods: string[]
  }
}

export interface Intent {
  id: string
  object: 'payment_intent'
  created: number
  livemode: false
  amount: number
  currency: 'eur'
  customer: string | null
  description: string | null
  metadata: Metadata
  setup_future_usage: 'off_session' | null
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded'
  payment_method: string | null
  latest_charge: string | null
  last_payment_error: PaymentError | null
}

/** The keeping of a method without a payment. */
export interface SetupIntent {
  id: string
  object: 'setup_intent'
  created: number
  livemode: false
  customer: string | null
  metadata: Metadata
  usage: 'off_session'
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
  payment_method: string | null
  last_setup_error: PaymentError | null
}

export interface PaymentError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  message: string
}

export interface Method {
  id: string
  object: 'payment_method'
  created: number
  livemode: false
  customer: string | null
  type: 'card' | 'sepa_debit'
  card?: { brand: string; last4: string }
  sepa_debit?: { country: string; last4: string }
  /** The whole number, without spaces: it is one for tests. */
  own: { number: string }
}

export interface Charge {
  id: string
  object: 'charge'
  created: number
  livemode: false
  amount: number
  amount_refunded: number
  currency: 'eur'
  refunded: boolean
  disputed: boolean
  paid: true
  payment_intent: string
  payment_method: string
}

export interface Refund {
  id: string
  object: 'refund'
  created: number
  amount: number
  currency: 'eur'
  charge: string
  payment_intent: string
  metadata: Metadata
  status: 'pending' | 'succeeded' | 'failed'
}

export interface Dispute {
  id: string
  object: 'dispute'
  created: number
  livemode: false
  amount: number
  currency: 'eur'
  charge: string
  payment_intent: string
  status: 'lost'
}

export interface Event {
  id: string
  object: 'event'
  created: number
  livemode: false
  type: string
  data: { object: unknown }
}

export type Metadata = Record<string, string>

/** The kept objects by what Stripe calls them. */
export interface Kinds {
  customer: Customer
  'checkout.session': Session
  payment_intent: Intent
  setup_intent: SetupIntent
  payment_method: Method
  charge: Charge
  refund: Refund
  dispute: Dispute
  event: Event
}
export type Kind = keyof Kinds
export type Thing = Kinds[Kind]

/** Returns a new id that nobody guesses. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`
}

/** Returns an object without what never leaves the service. */
export function wire(thing: Thing): Record<string, unknown> {
  const { own: _own, ...shown } = thing as Thing & { own?: unknown }
  return shown
}

export const epochSeconds = (time: Date) => Math.floor(time.getTime() / 1000)
