import type Stripe from 'stripe'
import type { Observed } from './provider.ts'
import type { Call } from './stripe-call.ts'
import {
  chargeOf,
  disputedCentsOf,
  expandIntent,
  expandSession,
  intentOf,
  isSession,
  observedIntent,
  observedSession,
} from './stripe-objects.ts'

/** Reads payments: by their reference, or from what another call has answered. */
export function createObserver(call: Call, installation: () => Promise<string>) {
  /** Returns what is open of the disputes of a payment; asked only where its charge says that there are some. */
  async function disputedCents(intent: Stripe.PaymentIntent | null): Promise<number> {
    if (!intent || !chargeOf(intent)?.disputed) return 0
    const { data } = await call((stripe) => stripe.disputes.list({ payment_intent: intent.id, limit: 100 }))
    return disputedCentsOf(data)
  }

  async function sessionSeen(session: Stripe.Checkout.Session): Promise<Observed> {
    return observedSession(session, await installation(), await disputedCents(intentOf(session)))
  }

  async function intentSeen(intent: Stripe.PaymentIntent): Promise<Observed> {
    const seen = observedIntent(intent, await installation(), await disputedCents(intent))
    if (seen.state !== 'failed') return seen
    // A refused attempt leaves the page open: then the session says how the payment is.
    const { data } = await call((stripe) =>
      stripe.checkout.sessions.list({ payment_intent: intent.id, limit: 1 }),
    )
    return data[0] ? observe(data[0].id) : seen
  }

  async function observe(ref: string): Promise<Observed> {
    if (isSession(ref)) {
      const expand = expandSession
      return sessionSeen(await call((stripe) => stripe.checkout.sessions.retrieve(ref, { expand })))
    }
    return intentSeen(await call((stripe) => stripe.paymentIntents.retrieve(ref, { expand: expandIntent })))
  }

  return { observe, sessionSeen, intentSeen }
}
