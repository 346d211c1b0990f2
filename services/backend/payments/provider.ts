import type { Locale } from '../../../contracts/problem.ts'

/** The provider takes no less (Stripe, "minimum charge amounts"). */
export const leastCents = 50

/** A page of the provider: for whom, and where it leads back to. */
interface BuyersPage {
  buyer: {
    /** Our name of the buyer, such as `member-7` or `order-12`. The provider keeps one customer for each. */
    key: string
    email: string
    name: string
    /** The customer at the provider, where one is known. */
    customer: string | null
  }
  locale: Locale
  /** Absolute addresses to come back to. */
  successUrl: string
  cancelUrl: string
}

/** A payment that a buyer makes on the provider's page. */
export interface Checkout extends BuyersPage {
  /** Id of our payment; the provider keeps it with all that it makes for this one. */
  payment: number
  /** Prices are gross, per piece. */
  lines: { text: string; quantity: number; cents: number }[]
  /** Keeps the method for later charges without the buyer. */
  keepsMethod: boolean
  /** There is no time for a debit. */
  takesCardsOnly?: boolean
}

/** A method that a buyer leaves on the provider's page for later charges, without paying now. */
export interface Setup extends BuyersPage {
  /** Id of our row; the provider keeps it with what it makes for this one. */
  setup: number
}

/** What a later charge without the buyer needs. */
export interface PaymentProfile {
  customer: string
  method: string
  /** For people: which card or account it is. */
  kind: 'card' | 'sepa_debit'
  last4: string
}

/** A payment as the provider sees it now. */
export interface Observed {
  /** `pending`: the buyer is done, the bank is not (direct debit). */
  state: 'open' | 'pending' | 'paid' | 'failed' | 'expired'
  /** Id of our payment that it belongs to; null = none of ours. */
  payment: number | null
  cents: number
  refundedCents: number
  disputedCents: number
  /** Code of the refusal, such as `card_declined` or `authentication_required`. */
  failure: string | null
  /** Set once paid or pending, where the method was to be kept. */
  profile: PaymentProfile | null
}

/** The page of a setup as the provider sees it now. */
export interface ObservedSetup {
  /** `open`: the buyer, or a bank, is not done. */
  state: 'open' | 'saved' | 'failed' | 'expired'
  /** Set once saved. */
  profile: PaymentProfile | null
}

/** A charge that was refused before the provider made anything. */
export function refusedCharge(payment: number, cents: number, failure: string): Observed {
  return {
    state: 'failed',
    payment,
    cents,
    refundedCents: 0,
    disputedCents: 0,
    failure,
    profile: null,
  }
}

/** `asked`: the bank takes its time; `failed`: the money is back with us. */
export type RefundState = 'asked' | 'done' | 'failed'

/** A message of the provider. What it says is asked for again: it may be old. */
export interface ProviderEvent {
  id: string
  type: string
  /** What `observe` takes: of a checkout session or a payment intent; null = it is about neither. */
  ref: string | null
}

/**
 * The service that takes money. Every write happens once per key.
 * @throws Problem `upstreamUnavailable`; a refused payment is an answer, not an error
 */
export interface PaymentProvider {
  /** Opens the provider's page for one payment; it expires by itself. */
  checkout(asked: Checkout, key: string): Promise<{ ref: string; url: string; expiresAt: Date }>
  /** Opens the provider's page for leaving a method; it expires by itself. */
  setup(asked: Setup, key: string): Promise<{ ref: string; url: string; expiresAt: Date }>
  /** @param ref of a setup */
  observeSetup(ref: string): Promise<ObservedSetup>
  /**
   * Charges a kept method with nobody there, once per payment, also when the key is long forgotten at the provider.
   * `ref` is null where the provider refused before it made anything, such as for a method that is gone.
   */
  charge(
    asked: { payment: number; cents: number; profile: PaymentProfile; text: string },
    key: string,
  ): Promise<{ ref: string | null } & Observed>
  observe(ref: string): Promise<Observed>
  /** Closes the page of a payment; what it is now, perhaps paid in this moment. */
  expire(ref: string): Promise<Observed>
  /** Pays back; `ref` is null where the provider refuses, such as for more than what is left. */
  refund(ref: string, cents: number, key: string): Promise<{ ref: string | null; state: RefundState }>
  /** How a refund is now: a bank may return one that was done. */
  refundState(ref: string): Promise<RefundState>
  /**
   * Reads a message of the provider.
   * @throws Problem `unauthorized` for a signature that is missing, wrong or old, and for a message of the other mode
   */
  verify(raw: string, signature: string): Promise<ProviderEvent>
}
