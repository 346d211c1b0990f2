import { type Locale, problemMessage } from '../contracts/problem.ts'
import { StoreError } from './store-error.ts'

/** Returns the error of a service that gives no answer: StoreError 503 `upstreamUnavailable`, in the caller's language. */
export function unavailable(locale: Locale, cause: unknown): StoreError {
  const code = 'upstreamUnavailable'
  const body = {
    type: `urn:werkbank:problem:${code}`,
    title: problemMessage(code, 'en'),
    status: 503,
    code,
    message: problemMessage(code, locale),
  }
  return new StoreError(body.status, body, { cause })
}
