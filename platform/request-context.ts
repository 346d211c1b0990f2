import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

interface RequestContext {
  /** In every log line of the request, and in the header `x-request-id` of its response. */
  readonly requestId: string
  /** The last problem that a service answered while the request ran. */
  problem: { code: string; status: number } | null
  /** Whether its caller has shown a valid token or secret; null until a service has looked. */
  isCallerKnown: boolean | null
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** Does some work of a request; everything that it calls belongs to the request. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return contexts.run({ requestId, problem: null, isCallerKnown: null }, work)
}

/** The request that this code runs for; undefined in a job. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore()
}

/**
 * Notes whether the caller of the current request has shown a valid token or secret. The first note counts: services that
 * the first one calls see its token, not the caller's.
 */
export function noteCaller(isKnown: boolean): void {
  const request = currentRequest()
  if (request) request.isCallerKnown ??= isKnown
}

/** Returns the id that a caller gave when it is one, else the current request's or a new one. */
export function requestIdFrom(given: string | null | undefined): string {
  return given && /^[\w-]{8,64}$/.test(given) ? given : (currentRequest()?.requestId ?? randomUUID())
}
