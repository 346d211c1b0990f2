import type Stripe from 'stripe'
import { CallFailed } from '../../../clients/breaker.ts'
import { isTimeout } from '../../../clients/with-timeout.ts'

type StripeError = Pick<
  InstanceType<typeof Stripe.errors.StripeError>,
  'type' | 'code' | 'param' | 'statusCode' | 'requestId' | 'payment_intent'
>

/** A call that Stripe refuses for what it asks. Nothing was changed; a declined card leaves its payment intent. */
export class StripeRefused extends Error {
  override name = 'StripeRefused'
  readonly code: string | null
  readonly isCard: boolean
  /** Id of the payment intent that the refused call made. */
  readonly intent: string | null

  constructor(error: StripeError) {
    super(reasonOf(error))
    this.code = error.code ?? null
    this.isCard = error.type === 'StripeCardError'
    this.intent = error.payment_intent?.id ?? null
  }
}

/** How long calls pause after a 429. Stripe names no time. */
const pauseMs = 0

/**
 * Returns what a failed call means: StripeRefused for what was asked wrong or declined, CallFailed for everything that
 * says nothing about the payment. Neither keeps the library's error, which holds the message and headers.
 */
export function failureOf(error: unknown): Error {
  if (isTimeout(error)) return new CallFailed('Stripe: timeout')
  if (!isStripeError(error)) return error instanceof Error ? error : new Error(String(error))
  if (error.type === 'StripeRateLimitError') return new CallFailed(reasonOf(error), pauseMs)
  if (error.type === 'StripeCardError' || error.type === 'StripeInvalidRequestError')
    return new StripeRefused(error)
  // The same key with another body is our mistake; a repeat would not help.
  if (error.type === 'StripeIdempotencyError') return new Error(reasonOf(error))
  return new CallFailed(reasonOf(error))
}

/** Type, status and names only: messages repeat what was sent. */
function reasonOf({ type, code, param, statusCode, requestId }: StripeError): string {
  const details = [statusCode, code, param, requestId].filter(Boolean)
  return `Stripe: ${[type, ...details].join(' ')}`
}

function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && /^Stripe\w+Error$/.test(String(error.type))
}
