import type { Clock } from '../../platform/clock.ts'
import { createLedger, type Ledger, type Message, type Row } from './ledger.ts'

interface AccountOptions {
  clock: Clock
  webhookSecret: string
  /** Gets each message when it is made; null = tests send them. */
  send: ((message: Message) => void) | null
}

/** What a card of Stripe's test cards does with its buyer there, and with nobody there. */
const cards: Record<string, { now: 'ok' | 'ask' | 'no'; later: 'ok' | 'ask' | 'no' }> = {
  '4242424242424242': { now: 'ok', later: 'ok' },
  '4000002500003155': { now: 'ask', later: 'ask' },
  '4000000000000341': { now: 'ok', later: 'no' },
  '4000000000009995': { now: 'no', later: 'no' },
  '4000000000005126': { now: 'ok', later: 'ok' },
}

export type Account = ReturnType<typeof createAccount>

/** An account: its objects, and what buyers, banks and time do with them. */
export function createAccount(options: AccountOptions) {
  const ledger = createLedger(options)
  const outcomes = outcomesIn(ledger)
  const { row, emit } = ledger
  return {
    ...ledger,
    chargeLater: outcomes.chargeLater,
    buyer: buyerOf(ledger, outcomes),
    bank: bankOf(ledger, outcomes),
    expire(session: string): void {
      Object.assign(row(session), { status: 'expired', url: null })
      emit('checkout.session.expired', row(session))
    },
  }
}

type Outcomes = ReturnType<typeof outcomesIn>

function outcomesIn({ insert, emit }: Ledger) {
  function succeed(intent: Row, session: Row | null): void {
    const charge = insert('ch', 'charge', {
      amount: intent['amount'],
      amount_refunded: 0,
      currency: 'eur',
      disputed: false,
      paid: true,
      refunded: false,
      payment_intent: intent.id,
      payment_method: intent['payment_method'],
      status: 'succeeded',
    })
    const isLate = session?.['status'] === 'complete'
    Object.assign(intent, { status: 'succeeded', latest_charge: charge.id, last_payment_error: null })
    if (session) {
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
      emit(isLate ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed', session)
    }
    emit('payment_intent.succeeded', intent)
    emit('charge.succeeded', charge)
  }

  function fail(intent: Row, session: Row | null, code: string, decline?: string): void {
    const last_payment_error = {
      type: 'card_error',
      code,
      ...(decline && { decline_code: decline }),
      message: 'Your card was declined.',
    }
    Object.assign(intent, { status: 'requires_payment_method', payment_method: null, last_payment_error })
    if (session?.['status'] === 'complete') emit('checkout.session.async_payment_failed', session)
    emit('payment_intent.payment_failed', intent)
  }

  /** A charge of a kept method. */
  function chargeLater(intent: Row, method: Row): void {
    if (method['type'] === 'sepa_debit') {
      intent['status'] = 'processing'
      emit('payment_intent.processing', intent)
      return
    }
    const { later = 'no' } = cards[String(method['number'])] ?? {}
    if (later === 'ok') succeed(intent, null)
    else if (later === 'ask') fail(intent, null, 'authentication_required', 'authentication_required')
    else fail(intent, null, 'card_declined', 'insufficient_funds')
  }

  return { succeed, fail, chargeLater }
}

function buyerOf({ insert, row, emit }: Ledger, { succeed, fail }: Outcomes) {
  const keep = keepIn(row, emit)
  return {
    /** Pays on the page. @param given number of a test card, or an IBAN */
    pay(session: string, given: { card: string } | { iban: string }): void {
      const opened = row(session)
      if (opened['status'] !== 'open') return
      const number = 'card' in given ? given.card : given.iban
      const type = 'card' in given ? 'card' : 'sepa_debit'
      const allowed = opened['allowed_payment_method_types'] as string[]
      if (allowed.length > 0 && !allowed.includes(type)) return
      const last4 = number.slice(-4)
      const method = insert('pm', 'payment_method', {
        customer: opened['customer'],
        type,
        ...('card' in given ? { card: { brand: 'visa', last4 } } : { sepa_debit: { country: 'DE', last4 } }),
        number,
      })
      if (opened['mode'] === 'setup') {
        const { now = 'no' } = 'iban' in given ? { now: 'ok' } : (cards[number] ?? {})
        return keep(opened, now, method.id)
      }
      const data = opened['intent_data'] as Record<string, unknown>
      const intent = opened['payment_intent']
        ? row(opened['payment_intent'])
        : insert('pi', 'payment_intent', {
            amount: opened['amount_total'],
            currency: 'eur',
            customer: opened['customer'],
            latest_charge: null,
            last_payment_error: null,
            ...data,
          })
      intent['payment_method'] = method.id
      opened['payment_intent'] = intent.id
      if ('iban' in given) {
        Object.assign(intent, { status: 'processing', last_payment_error: null })
        Object.assign(opened, { status: 'complete', payment_status: 'unpaid', url: null })
        emit('checkout.session.completed', opened)
        emit('payment_intent.processing', intent)
        return
      }
      const { now = 'no' } = cards[number] ?? {}
      if (now === 'ok') succeed(intent, opened)
      else if (now === 'ask') intent['status'] = 'requires_action'
      else fail(intent, opened, 'card_declined', 'insufficient_funds')
    },
    /** Answers the bank that asks. */
    confirm(session: string, isConfirmed: boolean): void {
      const opened = row(session)
      const setup = opened['setup_intent']
      if (setup) {
        const isAsked = row(setup)['status'] === 'requires_action'
        if (isAsked) keep(opened, isConfirmed ? 'ok' : 'no', row(setup)['payment_method'])
        return
      }
      const intent = row(opened['payment_intent'])
      if (opened['status'] !== 'open' || intent['status'] !== 'requires_action') return
      if (isConfirmed) succeed(intent, opened)
      else fail(intent, opened, 'payment_intent_authentication_failure')
    },
  }
}

/** Keeps a method, without a payment. */
function keepIn(row: Ledger['row'], emit: Ledger['emit']) {
  return (session: Row, answer: 'ok' | 'ask' | 'no', method: unknown): void => {
    const intent = row(session['setup_intent'])
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
    if (answer === 'ask') Object.assign(intent, { status: 'requires_action', payment_method: method })
    else if (answer === 'no')
      Object.assign(intent, {
        status: 'requires_payment_method',
        payment_method: null,
        last_setup_error: error,
      })
    else {
      Object.assign(intent, { status: 'succeeded', payment_method: method, last_setup_error: null })
      Object.assign(session, { status: 'complete', url: null })
      emit('checkout.session.completed', session)
      emit('setup_intent.succeeded', intent)
    }
  }
}

function bankOf({ rows, row, insert, emit }: Ledger, { succeed, fail }: Outcomes) {
  const sessionOf = (intent: string) =>
    [...rows.values()].find((one) => one.object === 'checkout.session' && one['payment_intent'] === intent)

  /** @param ref a checkout session or a payment intent */
  const intentBehind = (ref: string) => (ref.startsWith('cs_') ? row(row(ref)['payment_intent']) : row(ref))

  return {
    settle(ref: string, isCredited: boolean): void {
      const intent = intentBehind(ref)
      if (intent['status'] !== 'processing') return
      const session = sessionOf(intent.id) ?? null
      if (isCredited) succeed(intent, session)
      else fail(intent, session, 'payment_intent_payment_attempt_failed', 'insufficient_funds')
    },
    /** Answers a refund: one to an account arrives, one to the card that takes none comes back. */
    answerRefund(ref: string): void {
      const refund = row(ref)
      const method = row(row(refund['charge'])['payment_method'])
      const comesBack = method['number'] === '4000000000005126'
      refund['status'] = comesBack ? 'failed' : 'succeeded'
      emit(comesBack ? 'refund.failed' : 'refund.updated', refund)
    },
    dispute(ref: string, status = 'needs_response'): Row {
      const intent = intentBehind(ref)
      const charge = row(intent['latest_charge'])
      charge['disputed'] = true
      const made = insert('dp', 'dispute', {
        amount: charge['amount'],
        currency: 'eur',
        charge: charge.id,
        payment_intent: intent.id,
        status,
      })
      emit('charge.dispute.created', made)
      return made
    },
    decide(dispute: Row, status: 'won' | 'lost'): void {
      dispute['status'] = status
      emit('charge.dispute.closed', dispute)
    },
  }
}
