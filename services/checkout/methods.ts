import type { PaymentError } from './objects.ts'

/** What a test card does, as Stripe's cards with these numbers do. */
interface TestCard {
  number: string
  /** Asks the buyer to confirm; with nobody there it is refused. */
  authenticates?: true
  /** Refused: always, or when nobody is there. */
  declines?: 'always' | 'later'
}

/** https://docs.stripe.com/testing#cards */
export const testCards = {
  pays: { number: '4242424242424242' },
  authenticates: { number: '4000002500003155', authenticates: true },
  declinesLater: { number: '4000000000000341', declines: 'later' },
  declines: { number: '4000000000009995', declines: 'always' },
} as const satisfies Record<string, TestCard>

export type TestCardName = keyof typeof testCards

/** What a bank says to a debit by itself, when nobody plays the bank. https://docs.stripe.com/testing#sepa-direct-debit */
export const testAccounts = {
  credited: 'DE89370400440532013000',
  returned: 'DE62370400440532013001',
  disputed: 'DE35370400440532013002',
} as const

/** Pays; the bank returns what is paid back to it. https://docs.stripe.com/testing#refunds */
export const returningCard = '4000000000005126'

const cards: TestCard[] = [...Object.values(testCards), { number: returningCard }]

/** Returns why a card number is not taken at all; null = it is a test card. */
export function cardProblem(number: string): 'incorrect' | 'noTestCard' | null {
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number)) return 'incorrect'
  return cards.some((card) => card.number === number) ? null : 'noTestCard'
}

/** Returns what a card says to a payment: null = yes. */
export function cardAnswer(number: string, isBuyerThere: boolean): PaymentError | 'authenticate' | null {
  const card = cards.find((one) => one.number === number)
  const declines = card?.declines === 'always' || (card?.declines === 'later' && !isBuyerThere)
  if (!card || declines) return declined(card ? 'insufficient_funds' : 'test_mode_live_card')
  if (!card.authenticates) return null
  return isBuyerThere ? 'authenticate' : authenticationRequired
}

/** Returns the error that the buyer's bank left: the buyer did not confirm. */
export const notAuthenticated: PaymentError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication.',
}

/** The same where nothing is paid. */
export const notSetUp: PaymentError = { ...notAuthenticated, code: 'setup_intent_authentication_failure' }

/** The bank gave a debit back. */
export const debitReturned: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The payment failed.',
}

const authenticationRequired: PaymentError = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

function declined(reason: string): PaymentError {
  return {
    type: 'card_error',
    code: 'card_declined',
    decline_code: reason,
    message: 'Your card was declined.',
  }
}

/** ISO/IEC 7812-1, annex B (Luhn). */
function hasCheckDigit(number: string): boolean {
  const digits = [...number].toReversed().map(Number)
  const sum = digits.reduce((total, digit, at) => {
    const doubled = digit * 2
    if (at % 2 === 0) return total + digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
