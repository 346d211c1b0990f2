import type Stripe from 'stripe'
import type { Observed, ObservedSetup, PaymentProfile } from './provider.ts'

/** Paths for `expand` of a checkout session and of a payment intent. */
export const expandIntent = ['latest_charge', 'payment_method']
export const expandSession = expandIntent.map((name) => `payment_intent.${name}`)

/** Whether a reference is of a checkout session; the others are of payment intents. */
export const isSession = (ref: string) => ref.startsWith('cs_')

/** What Stripe keeps with all that is made for a payment of ours. */
export const metadataOf = (installation: string, payment: number) => ({
  installation,
  payment: String(payment),
})

/** Returns the state of a checkout session with its payment intent expanded. */
export function observedSession(
  session: Stripe.Checkout.Session,
  installation: string,
  disputedCents: number,
): Observed {
  const intent = intentOf(session)
  return {
    ...observedIntent(intent, installation, disputedCents),
    state: sessionState(session, intent),
    payment: paymentOf(session.metadata, installation),
    cents: session.amount_total ?? 0,
  }
}

/** Returns the state of a payment intent with its charge and method expanded; null = a session that nobody paid on. */
export function observedIntent(
  intent: Stripe.PaymentIntent | null,
  installation: string,
  disputedCents: number,
): Observed {
  const state = intent ? intentState(intent) : 'open'
  return {
    state,
    payment: paymentOf(intent?.metadata ?? null, installation),
    cents: intent?.amount ?? 0,
    refundedCents: chargeOf(intent)?.amount_refunded ?? 0,
    disputedCents,
    failure: intent?.last_payment_error?.code ?? null,
    profile: intent && (state === 'paid' || state === 'pending') ? profileOf(intent) : null,
  }
}

export function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof session.payment_intent === 'object' ? session.payment_intent : null
}

export function chargeOf(intent: Stripe.PaymentIntent | null): Stripe.Charge | null {
  return typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
}

/** Money that the bank holds back: a question before a dispute takes none, a won one gives it back. */
export function disputedCentsOf(disputes: Stripe.Dispute[]): number {
  const isOpen = ({ status }: Stripe.Dispute) => !/^(warning_|won$|prevented$)/.test(status)
  return disputes.filter(isOpen).reduce((sum, { amount }) => sum + amount, 0)
}

/** A complete session that is not paid waits for the bank, or the bank has refused (Stripe, "delayed notification"). */
function sessionState(
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): Observed['state'] {
  if (status === 'expired') return 'expired'
  if (status === 'open') return 'open'
  if (payment_status !== 'unpaid') return 'paid'
  return intent ? intentState(intent) : 'pending'
}

function intentState({ status }: Stripe.PaymentIntent): Observed['state'] {
  if (status === 'succeeded') return 'paid'
  return status === 'processing' ? 'pending' : 'failed'
}

function paymentOf(metadata: Stripe.Metadata | null, installation: string): number | null {
  const payment = metadata?.['installation'] === installation ? Number(metadata['payment']) : Number.NaN
  return Number.isSafeInteger(payment) ? payment : null
}

/** Returns the state of a checkout session that keeps a method, with its setup intent and method expanded. */
export function observedSetup({ status, setup_intent }: Stripe.Checkout.Session): ObservedSetup {
  if (status !== 'complete') return { state: status === 'expired' ? 'expired' : 'open', profile: null }
  const intent = typeof setup_intent === 'object' ? setup_intent : null
  if (intent?.status === 'processing') return { state: 'open', profile: null }
  const profile = intent?.status === 'succeeded' ? methodIn(intent) : null
  return { state: profile ? 'saved' : 'failed', profile }
}

function profileOf(intent: Stripe.PaymentIntent): PaymentProfile | null {
  return intent.setup_future_usage === 'off_session' ? methodIn(intent) : null
}

function methodIn({
  customer,
  payment_method,
}: Pick<Stripe.SetupIntent, 'customer' | 'payment_method'>): PaymentProfile | null {
  if (typeof customer !== 'string' || payment_method === null || typeof payment_method === 'string')
    return null
  const { id, card, sepa_debit } = payment_method
  if (card) return { customer, method: id, kind: 'card', last4: card.last4 ?? '' }
  return sepa_debit ? { customer, method: id, kind: 'sepa_debit', last4: sepa_debit.last4 ?? '' } : null
}
