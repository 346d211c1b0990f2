import type Stripe from 'stripe'
import { CallFailed, createBreaker, NotAsked } from '../../../clients/breaker.ts'
import { withTimeout } from '../../../clients/with-timeout.ts'
import { Problem } from '../../../contracts/problem.ts'
import { failureOf } from './stripe-failures.ts'

export interface CallOptions {
  /** Origin of Stripe's API, or of what stands in for it. */
  apiUrl: string
  secretKey: string
  fetch: (request: Request) => Promise<Response>
  /** 0 to 1, see `createBreaker`. */
  random: () => number
  /** For one call of the API. */
  timeoutMs?: number
}

/** Makes one call of the API. */
export type Call = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>

/**
 * Returns what makes calls: within a time limit, paused after failures. The library is loaded at the first one.
 * Calls throw Problem `upstreamUnavailable`, StripeRefused for what Stripe refuses, Error for a mistake of ours.
 */
export function createCall({ apiUrl, secretKey, fetch, random, timeoutMs = 10_000 }: CallOptions): Call {
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
