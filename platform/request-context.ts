import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

interface RequestContext {
  /** In every log line of the request, and in the header `x-request-id` of its response. */
  readonly requestId: string
  /** The last problem that a service answered while the request ran. */
  problem: { code: string; status: number } | null
  /** Its caller has shown a valid token or secret. */
  isCallerKnown: boolean
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** Does some work of a request; everything that it calls belongs to the request. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return contexts.run({ requestId, problem: null, isCallerKnown: false }, work)
}

/** The request that this code runs for; undefined in a job. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore()
}

/** Notes that the caller of the current request has shown a valid token or secret. */
export function noteKnownCaller(): void {
  const request = currentRequest()
  if (request) request.isCallerKnown = true
}

/** Returns the id that a caller gave when it is one, else the current request's or a new one. */
export function requestIdFrom(given: string | null | undefined): string {
  return given && /^[\w-]{8,64}$/.test(given) ? given : (currentRequest()?.requestId ?? randomUUID())
}
