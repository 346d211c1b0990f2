import { createStripeDouble } from '../../../doubles/stripe/double.ts'
import { type Faults, faulty, noFaults } from '../../../doubles/stripe/faults.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { createCheckout } from '../../checkout/checkout.ts'
import { testAccounts, testCards } from '../../checkout/methods.ts'
import type { Checkout, PaymentProvider, Setup } from './provider.ts'
import { createStripe } from './stripe.ts'

const secretKey = 'sk_test_secretOfThisAccount'
const webhookSecret = 'whsec_secretOfThisEndpoint'

/** A message as it arrives. */
interface Message {
  body: string
  signature: string
}

/** The adapter over one of the two forms, and what buyers, banks and time do there. */
export interface PaymentWorld {
  provider: PaymentProvider
  /** The adapter of another installation at the same account. */
  other: PaymentProvider
  /** The adapter with a time limit that only silence reaches. */
  impatient: PaymentProvider
  faults: Faults
  /** Requests that arrived, as `POST /v1/refunds`. */
  requests: string[]
  pay(ref: string, given: { card: string } | { iban: string }): Promise<void>
  confirm(ref: string, isConfirmed: boolean): Promise<void>
  settle(ref: string, isCredited: boolean): Promise<void>
  dispute(ref: string): Promise<void>
  /** The bank answers a refund. */
  answerRefund(ref: string): Promise<void>
  /** Lets the session's time pass. */
  expire(ref: string): Promise<void>
  messages(): Promise<Message[]>
  /** Moves the clock. */
  wait(ms: number): void
  close(): Promise<void>
}

function clockAt(start: string) {
  let now = new Date(start)
  return {
    clock: () => now,
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
  }
}

const start = '2026-12-01T10:00:00Z'

function adapters(fetch: (request: Request) => Promise<Response>, clock: () => Date) {
  const adapter = (installation: string, timeoutMs?: number) =>
    createStripe({
      apiUrl: 'http://stripe.example',
      secretKey,
      webhookSecret,
      fetch,
      installation: async () => installation,
      clock,
      random: () => 0,
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
  return { provider: adapter('here'), other: adapter('there'), impatient: adapter('here', 20) }
}

/** The adapter over the double of Stripe. */
async function openDouble(): Promise<PaymentWorld> {
  const { clock, wait } = clockAt(start)
  const double = createStripeDouble({ clock, secretKey, webhookSecret, origin: 'http://stripe.example' })
  return {
    ...adapters(double.fetch, clock),
    faults: double.faults,
    requests: double.requests,
    wait,
    pay: async (ref, given) => double.buyer.pay(ref, given),
    confirm: async (ref, isConfirmed) => double.buyer.confirm(ref, isConfirmed),
    settle: async (ref, isCredited) => double.bank.settle(ref, isCredited),
    answerRefund: async (ref) => double.bank.answerRefund(ref),
    dispute: async (ref) => void double.bank.dispute(ref),
    expire: async (ref) => double.expire(ref),
    messages: async () => double.messages,
    close: async () => {},
  }
}

/** The adapter over the embedded provider, whose pages the buyer uses. */
async function openEmbedded(db: Database): Promise<PaymentWorld> {
  const { clock, wait } = clockAt(start)
  await db.deleteFrom('checkoutObject').execute()
  const sent: Message[] = []
  const checkout = createCheckout({
    db,
    clock,
    secretKey,
    webhookSecret,
    send: async (request) => {
      sent.push({ body: await request.text(), signature: request.headers.get('stripe-signature') ?? '' })
      return new Response()
    },
    frame: { siteName: 'Halle 9', siteOrigin: 'https://werkbank.example', stylesheetHref: () => '' },
    log: createLog('silent'),
  })
  const faults = noFaults()
  const requests: string[] = []
  const reply = faulty(checkout.api, faults)
  const post = async (ref: string, form: Record<string, string>) => {
    const request = new Request(`http://pay/${ref}`, { method: 'POST', body: new URLSearchParams(form) })
    const { status } = await checkout.pages(request)
    if (![303, 422].includes(status)) throw new Error(`the page answers ${status}`)
  }
  return {
    ...adapters((request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return reply(request)
    }, clock),
    faults,
    requests,
    wait,
    pay: (ref, given) =>
      post(ref, 'card' in given ? { do: 'card', card: given.card } : { do: 'debit', iban: given.iban }),
    confirm: (ref, isConfirmed) => post(ref, { do: isConfirmed ? 'confirm' : 'refuse' }),
    settle: async (ref, isCredited) => {
      if (ref.startsWith('cs_')) return post(ref, { do: isCredited ? 'credited' : 'returned' })
      // Nobody plays the bank of a later charge: it answers by itself.
      wait(60_000)
      await checkout.runDue()
    },
    answerRefund: async () => {
      wait(60_000)
      await checkout.runDue()
    },
    dispute: (ref) => post(ref, { do: 'disputed' }),
    expire: async () => {
      wait(24 * 60 * 60_000)
      await checkout.runDue()
    },
    messages: async () => {
      await checkout.runDue()
      await checkout.idle()
      return sent
    },
    close: checkout.idle,
  }
}

/** A checkout of 39.00 €. */
export function checkoutOf(change: Partial<Checkout> = {}): Checkout {
  return {
    payment: 7,
    lines: [{ text: 'Paket Plus', quantity: 1, cents: 3900 }],
    buyer: { key: 'member-7', email: 'mia@example.org', name: 'Mia Muster', customer: null },
    keepsMethod: true,
    locale: 'de',
    successUrl: 'https://werkbank.example/me/order/1',
    cancelUrl: 'https://werkbank.example/onboarding/payment',
    ...change,
  }
}

/** Both forms of the provider, for `describe.each`. */
export const forms: [name: string, open: (db: Database) => Promise<PaymentWorld>][] = [
  ['the embedded provider', openEmbedded],
  ['the double of Stripe', openDouble],
]

/** The entries of buyers on the page. */
export const card = (name: keyof typeof testCards) => ({ card: testCards[name].number })
export const account = { iban: testAccounts.credited }

/** A page on which a member leaves another method. */
export function setupOf(change: Partial<Setup> = {}): Setup {
  const { buyer, locale } = checkoutOf()
  return {
    setup: 3,
    buyer,
    locale,
    successUrl: 'https://werkbank.example/me/packages?method=left',
    cancelUrl: 'https://werkbank.example/me/packages',
    ...change,
  }
}

/** Everything that a log would show of an error. */
export function textOf(error: unknown): string {
  const seen: unknown[] = []
  for (let each = error; each instanceof Error; each = each.cause)
    seen.push(each.message, each.stack, { ...each })
  return JSON.stringify(seen)
}
