import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { CallFailed, createBreaker, NotAsked } from '../../../clients/breaker.ts'
import { withTimeout } from '../../../clients/with-timeout.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Checkout, Observed, PaymentProvider } from './provider.ts'
import { Message, refOf } from './stripe-events.ts'
import { failureOf, StripeRefused } from './stripe-failures.ts'
import {
  chargeOf,
  disputedCentsOf,
  expandIntent,
  expandSession,
  intentOf,
  metadataOf,
  observedIntent,
  observedSession,
} from './stripe-objects.ts'

interface StripeOptions {
  /** Origin of Stripe's API, or of what stands in for it. */
  apiUrl: string
  secretKey: string
  /** Signs the messages of the provider. */
  webhookSecret: string
  fetch: (request: Request) => Promise<Response>
  /** Begins every key and marks every object, so that another database at the same account is another customer. */
  installation: () => Promise<string>
  clock: Clock
  /** 0 to 1, see `createBreaker`. */
  random: () => number
  /** For one call of the API. */
  timeoutMs?: number
}

/** Messages older than this may be replayed by somebody who read them. */
const toleranceSeconds = 300

/** Stripe behind the port, and the embedded provider, which speaks like it. The library is loaded at the first payment. */
export function createStripe(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, installation, clock } = options
  const call = createCall(options)

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

  /** The one customer of a buyer; with other contact data it is another one, because a key takes no other body. */
  async function customerOf({ key, email, name, customer }: Checkout['buyer']): Promise<string> {
    if (customer) return customer
    const mark = await installation()
    const person = { email, name, metadata: { installation: mark, buyer: key } }
    const idempotencyKey = `${mark}:customer-${key}-${digestOf(JSON.stringify(person))}`
    return (await call((stripe) => stripe.customers.create(person, { idempotencyKey }))).id
  }

  return {
    async checkout(asked, key) {
      const mark = await installation()
      const parameters = sessionOf(asked, await customerOf(asked.buyer), mark)
      const idempotencyKey = `${mark}:${key}`
      const { id, url, expires_at } = await call((stripe) =>
        stripe.checkout.sessions.create(parameters, { idempotencyKey }),
      )
      return { ref: id, url: url ?? '', expiresAt: new Date(expires_at * 1000) }
    },
    async charge({ payment, cents, profile, text }, key) {
      const mark = await installation()
      const { customer, method } = profile
      const metadata = metadataOf(mark, payment)
      // Stripe forgets keys after a day, and money must not be taken twice after one.
      const made = await call((stripe) => stripe.paymentIntents.list({ customer, limit: 100 }))
      const before = made.data.find((one) => isSame(one.metadata, metadata))
      if (before) return { ref: before.id, ...(await observe(before.id)) }
      const parameters: Stripe.PaymentIntentCreateParams = {
        amount: cents,
        currency: 'eur',
        customer,
        payment_method: method,
        off_session: true,
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: text,
        metadata,
        expand: expandIntent,
      }
      const idempotencyKey = `${mark}:${key}`
      try {
        const intent = await call((stripe) => stripe.paymentIntents.create(parameters, { idempotencyKey }))
        return { ref: intent.id, ...(await intentSeen(intent)) }
      } catch (error) {
        if (!(error instanceof StripeRefused)) throw error
        if (error.intent) return { ref: error.intent, ...(await observe(error.intent)) }
        return { ref: null, ...refused(payment, cents, error) }
      }
    },
    observe,
    async expire(ref) {
      if (!isSession(ref)) return observe(ref)
      try {
        return await sessionSeen(
          await call((stripe) => stripe.checkout.sessions.expire(ref, { expand: expandSession })),
        )
      } catch (error) {
        // It is complete or has expired.
        if (error instanceof StripeRefused) return observe(ref)
        throw error
      }
    },
    async refund(ref, cents, key) {
      const mark = await installation()
      const session = isSession(ref) ? await call((stripe) => stripe.checkout.sessions.retrieve(ref)) : null
      const intent = session ? session.payment_intent : ref
      // Nobody paid on it.
      if (typeof intent !== 'string') return { ref: null, state: 'failed' }
      const parameters = { payment_intent: intent, amount: cents, metadata: { installation: mark } }
      const idempotencyKey = `${mark}:${key}`
      try {
        const { id, status } = await call((stripe) => stripe.refunds.create(parameters, { idempotencyKey }))
        return { ref: id, state: refundState(status) }
      } catch (error) {
        if (error instanceof StripeRefused) return { ref: null, state: 'failed' }
        throw error
      }
    },
    async verify(raw, signature) {
      const { default: Stripe } = await import('stripe')
      // The library's own default is the clock of the machine.
      const event = await Stripe.webhooks
        .constructEventAsync(raw, signature, webhookSecret, toleranceSeconds, undefined, clock().getTime())
        .catch(() => null)
      const message = Message.safeParse(event)
      if (!message.success || message.data.livemode !== /^.k_live_/.test(secretKey))
        throw new Problem('unauthorized')
      const { id, type, data } = message.data
      return { id, type, ref: refOf(data.object) }
    },
  }
}

/** Makes calls: within a time limit, paused after failures. @throws Problem `upstreamUnavailable`, StripeRefused */
function createCall({ apiUrl, secretKey, fetch, random, timeoutMs = 10_000 }: StripeOptions) {
  const breaker = createBreaker(random)
  let loading: Promise<Stripe> | null = null

  async function load(): Promise<Stripe> {
    const { default: Stripe } = await import('stripe')
    const { protocol, hostname, port } = new URL(apiUrl)
    // A redirect that is followed takes the key along.
    const send = (url: RequestInfo | URL, init?: RequestInit) =>
      fetch(new Request(url, { ...init, redirect: 'manual' }))
    return new Stripe(secretKey, {
      host: hostname,
      port: port || (protocol === 'https:' ? 443 : 80),
      protocol: protocol === 'https:' ? 'https' : 'http',
      httpClient: Stripe.createFetchHttpClient(send),
      timeout: timeoutMs,
      // Callers repeat what failed with the same key.
      maxNetworkRetries: 0,
      telemetry: false,
    })
  }

  return async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await (loading ??= load())
    try {
      return await breaker.execute(() =>
        withTimeout(timeoutMs, () => work(stripe)).catch((error: unknown) => {
          throw failureOf(error)
        }),
      )
    } catch (error) {
      if (error instanceof CallFailed || error instanceof NotAsked)
        throw new Problem('upstreamUnavailable', { cause: error })
      throw error
    }
  }
}

function sessionOf(
  { payment, lines, keepsMethod, locale, successUrl, cancelUrl }: Checkout,
  customer: string,
  installation: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(installation, payment)
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    customer,
    client_reference_id: String(payment),
    metadata,
    payment_intent_data: { metadata, ...(keepsMethod && { setup_future_usage: 'off_session' }) },
    // The Dashboard decides which are offered; of those, only these can be charged later by what the port keeps.
    ...(keepsMethod && { allowed_payment_method_types: ['card', 'sepa_debit'] }),
    line_items: lines.map(({ text, quantity, cents }) => ({
      quantity,
      price_data: { currency: 'eur', unit_amount: cents, product_data: { name: text } },
    })),
    locale,
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

function refused(payment: number, cents: number, { code }: StripeRefused): Observed {
  return {
    state: 'failed',
    payment,
    cents,
    refundedCents: 0,
    disputedCents: 0,
    failure: code ?? 'refused',
    profile: null,
  }
}

function refundState(status: string | null): 'asked' | 'done' | 'failed' {
  if (status === 'succeeded') return 'done'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'asked'
}

function isSame(one: Stripe.Metadata, other: Stripe.Metadata): boolean {
  return Object.entries(other).every(([name, value]) => one[name] === value)
}

function isSession(ref: string): boolean {
  return ref.startsWith('cs_')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
