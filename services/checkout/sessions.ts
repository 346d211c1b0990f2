import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { announce } from './events.ts'
import { cardAnswer, debitReturned, notAuthenticated, notSetUp } from './methods.ts'
import {
  type Charge,
  epochSeconds,
  type Intent,
  type Method,
  newId,
  type PaymentError,
  type Session,
  type SetupIntent,
} from './objects.ts'
import * as store from './objects.store.ts'

interface SessionsOptions {
  db: Database
  clock: Clock
}

/** A session with what its page shows. */
export interface OpenedSession {
  session: Session
  intent: Intent | null
  /** Set where a method is kept and nothing is paid. */
  setup: SetupIntent | null
  method: Method | null
  charge: Charge | null
  /** Why the last attempt was refused, while another one may follow. */
  refusal: PaymentError | null
}

export type Sessions = ReturnType<typeof createSessions>

/** What buyers and their banks do with checkout sessions. Each call returns the session as it is afterwards. */
export function createSessions({ db, clock }: SessionsOptions) {
  /** Runs some work on a session that nobody else changes meanwhile; null = there is no such session. */
  function onSession(id: string, work: (tx: store.Tx, opened: OpenedSession) => Promise<void>) {
    return db.transaction().execute(async (tx) => {
      const session = await store.lock(tx, 'checkout.session', id)
      if (!session) return null
      await expireWhenDue(tx, session, clock())
      await work(tx, await withParts(tx, session))
      const now = await store.read(tx, 'checkout.session', id)
      return now && withParts(tx, now)
    })
  }

  return {
    find: (id: string) => onSession(id, async () => {}),
    /** Pays with a card or, by direct debit, from an account. @param number without spaces */
    pay: (id: string, type: Method['type'], number: string) =>
      onSession(id, async (tx, { session, intent: before, setup }) => {
        if (session.status !== 'open') return
        const now = clock()
        const method = methodOf(type, number, session.customer, now)
        await store.save(tx, method, now)
        if (setup) {
          const says = type === 'card' ? cardAnswer(number, true) : null
          return keep(tx, { session, setup: { ...setup, payment_method: method.id } }, says, now)
        }
        const intent = before ?? intentOf(session, now)
        intent.payment_method = method.id
        session.payment_intent = intent.id
        const says = type === 'card' ? cardAnswer(number, true) : 'debit'
        if (says === 'debit') await waitForBank(tx, { session, intent }, now)
        else if (says === 'authenticate')
          await saveBoth(tx, { session, intent: { ...intent, status: 'requires_action' } }, now)
        else if (says) await refuse(tx, { session, intent }, says, now)
        else await succeed(tx, { session, intent }, now)
      }),
    /** The buyer's answer to the bank that asks. */
    confirm: (id: string, isConfirmed: boolean) =>
      onSession(id, async (tx, { session, intent, setup }) => {
        if (session.status !== 'open') return
        const now = clock()
        if (setup?.status === 'requires_action')
          await keep(tx, { session, setup }, isConfirmed ? null : notSetUp, now)
        if (intent?.status !== 'requires_action') return
        if (isConfirmed) await succeed(tx, { session, intent }, now)
        else await refuse(tx, { session, intent }, notAuthenticated, now)
      }),
    /** The bank's answer to a direct debit; `disputed`: the buyer takes back one that was credited. */
    bank: (id: string, answer: 'credited' | 'returned' | 'disputed') =>
      onSession(id, async (tx, { session, intent, charge, method }) => {
        const now = clock()
        if (answer === 'disputed') {
          if (charge && method?.type === 'sepa_debit') await dispute(tx, charge, now)
        } else if (intent?.status === 'processing') {
          if (answer === 'credited') await succeed(tx, { session, intent }, now)
          else await refuse(tx, { session, intent }, debitReturned, now)
        }
      }),
  }
}

/** Ends an open session whose time has come. */
export async function expireWhenDue(tx: store.Tx, session: Session, now: Date): Promise<void> {
  if (session.status === 'open' && session.expires_at <= epochSeconds(now)) await expire(tx, session, now)
}

export async function expire(tx: store.Tx, session: Session, now: Date): Promise<void> {
  session.status = 'expired'
  session.url = null
  await store.save(tx, session, now)
  await announce(tx, 'checkout.session.expired', session, now)
}

/** What a bank says to keeping a method: null = yes. */
async function keep(
  tx: store.Tx,
  { session, setup }: { session: Session; setup: SetupIntent },
  says: ReturnType<typeof cardAnswer>,
  now: Date,
): Promise<void> {
  const isAsked = says === 'authenticate'
  const isRefused = says !== null && !isAsked
  const status = isAsked ? 'requires_action' : isRefused ? 'requires_payment_method' : 'succeeded'
  const payment_method = isRefused ? null : setup.payment_method
  const last_setup_error = isRefused ? says : null
  await store.save(tx, { ...setup, status, payment_method, last_setup_error }, now)
  if (says !== null) return
  const done: Session = { ...session, status: 'complete', url: null }
  await store.save(tx, done, now)
  await announce(tx, 'checkout.session.completed', done, now)
}

interface Paid {
  /** null = somebody was charged who was not there. */
  session: Session | null
  intent: Intent
}

/** The money is there. */
export async function succeed(tx: store.Tx, { session, intent }: Paid, now: Date): Promise<void> {
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    created: epochSeconds(now),
    livemode: false,
    amount: intent.amount,
    amount_refunded: 0,
    currency: 'eur',
    refunded: false,
    disputed: false,
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? '',
  }
  await store.save(tx, charge, now)
  const wasComplete = session?.status === 'complete'
  intent.status = 'succeeded'
  intent.latest_charge = charge.id
  intent.last_payment_error = null
  await complete(tx, { session, intent }, 'paid', now)
  const type = wasComplete ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed'
  if (session) await announce(tx, type, session, now)
  await announce(tx, 'payment_intent.succeeded', intent, now)
}

/** The payment is refused. A session of which it was the first attempt stays open. */
export async function refuse(
  tx: store.Tx,
  { session, intent }: Paid,
  error: PaymentError,
  now: Date,
): Promise<void> {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_payment_error = error
  await saveBoth(tx, { session, intent }, now)
  if (session?.status === 'complete')
    await announce(tx, 'checkout.session.async_payment_failed', session, now)
  await announce(tx, 'payment_intent.payment_failed', intent, now)
}

/** A direct debit is on its way. */
async function waitForBank(tx: store.Tx, { session, intent }: Paid, now: Date): Promise<void> {
  intent.status = 'processing'
  intent.last_payment_error = null
  await complete(tx, { session, intent }, 'unpaid', now)
  if (session) await announce(tx, 'checkout.session.completed', session, now)
  await announce(tx, 'payment_intent.processing', intent, now)
}

/** A debit is taken back, which no bank discusses. */
export async function dispute(tx: store.Tx, charge: Charge, now: Date): Promise<void> {
  if (charge.disputed) return
  charge.disputed = true
  await store.save(tx, charge, now)
  const made = {
    id: newId('dp'),
    object: 'dispute',
    created: epochSeconds(now),
    livemode: false,
    amount: charge.amount,
    currency: 'eur',
    charge: charge.id,
    payment_intent: charge.payment_intent,
    status: 'lost',
  } as const
  await store.save(tx, made, now)
  await announce(tx, 'charge.dispute.created', made, now)
  await announce(tx, 'charge.dispute.closed', made, now)
}

async function complete(
  tx: store.Tx,
  { session, intent }: Paid,
  payment_status: Session['payment_status'],
  now: Date,
): Promise<void> {
  if (session) Object.assign(session, { status: 'complete', payment_status, url: null })
  await saveBoth(tx, { session, intent }, now)
}

async function saveBoth(tx: store.Tx, { session, intent }: Paid, now: Date): Promise<void> {
  await store.save(tx, intent, now)
  // An open session ends by itself.
  const dueAt = session?.status === 'open' ? new Date(session.expires_at * 1000) : null
  if (session) await store.save(tx, session, now, dueAt)
}

async function withParts(tx: store.Tx, session: Session): Promise<OpenedSession> {
  const intent = session.payment_intent
    ? await store.read(tx, 'payment_intent', session.payment_intent)
    : null
  const setup = session.setup_intent ? await store.read(tx, 'setup_intent', session.setup_intent) : null
  const kept = intent?.payment_method ?? setup?.payment_method
  const method = kept ? await store.read(tx, 'payment_method', kept) : null
  const charge = intent?.latest_charge ? await store.read(tx, 'charge', intent.latest_charge) : null
  const error = intent?.last_payment_error ?? setup?.last_setup_error ?? null
  const status = intent?.status ?? setup?.status
  const isRefused = session.status === 'open' && status === 'requires_payment_method'
  return { session, intent, setup, method, charge, refusal: isRefused ? error : null }
}

function intentOf({ amount_total, customer, own }: Session, now: Date): Intent {
  return {
    id: newId('pi'),
    object: 'payment_intent',
    created: epochSeconds(now),
    livemode: false,
    amount: amount_total ?? 0,
    currency: 'eur',
    customer,
    description: null,
    metadata: own.intentMetadata,
    setup_future_usage: own.keepsMethod ? 'off_session' : null,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
  }
}

function methodOf(type: Method['type'], number: string, customer: string | null, now: Date): Method {
  const last4 = number.slice(-4)
  return {
    id: newId('pm'),
    object: 'payment_method',
    created: epochSeconds(now),
    livemode: false,
    customer,
    type,
    ...(type === 'card'
      ? { card: { brand: 'visa', last4 } }
      : { sepa_debit: { country: number.slice(0, 2), last4 } }),
    own: { number },
  }
}
