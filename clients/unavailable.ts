import { type Locale, unavailableText } from '../contracts/problem-body.ts'
import { StoreError } from './store-error.ts'

/** Returns the error of a service that gives no answer: StoreError 503 `upstreamUnavailable`, in the caller's language. */
export function unavailable(locale: Locale, cause: unknown): StoreError {
  const code = 'upstreamUnavailable'
  const body = {
    type: `urn:werkbank:problem:${code}`,
    title: unavailableText.en,
    status: unavailableText.status,
    code,
    message: unavailableText[locale],
  }
  return new StoreError(body.status, body, { cause })
}
