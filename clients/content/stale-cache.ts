import { ageHeader } from '../../contracts/age.ts'
import { CallFailed, createBreaker } from '../breaker.ts'
import type { ResponseStore } from '../response-store.ts'
import { isTimeout, withTimeout } from '../with-timeout.ts'
import { followRedirects } from './redirects.ts'

export interface StaleFetchOptions {
  fetch: (request: Request) => Promise<Response>
  store: ResponseStore
  /** Whether a response with status 200 or 404 may be stored; `text` is the body. */
  isGood: (response: { url: URL; status: number; text: string }) => boolean
  now: () => number
  /** 0 to 1. */
  random: () => number
  warn: (details: { message: string; cause: unknown }) => void
  /** Longest wait of a caller. */
  timeoutMs?: number
}

interface CachedResponse {
  status: number
  headers: Record<string, string>
  /** The requested content version. */
  cv: string | null
  body: Uint8Array<ArrayBuffer>
}

/** Longest call where nothing is stored: a service that is slower than callers wait still fills the store. */
const firstCallMs = 10_000
/** Longest wait where nothing is stored and the last call has failed: a page reads several addresses after each other. */
const suspectMs = 250
const maxBytes = 8 * 1024 * 1024
const storedHeaders = ['content-type', 'per-page', 'total', 'x-ratelimit', 'x-ratelimit-policy']

/**
 * A fetch for a service that may be slow, broken or gone: one request at a time per address, a timeout of two seconds, a
 * breaker, and the last good response with the header `Age` when the service gives none. Where nothing is stored, the call
 * goes on for ten seconds after its callers have been sent away, so that a slow service is heard in the end. While the last of all calls
 * failed, a stored response is returned at once and renewed in the background, except for `cache: 'no-cache'`, and callers
 * wait for a quarter of a second where nothing is stored. A stored response of the requested content version is not
 * requested again. Drafts are not stored.
 * The fetch throws Error when there is no good response, neither from the service nor stored.
 */
export function createStaleFetch(options: StaleFetchOptions): (request: Request) => Promise<Response> {
  const { store, now, timeoutMs = 2000 } = options
  const service = createServiceCalls(options)
  const pending = new Map<string, { cv: string | null; response: Promise<CachedResponse> }>()

  return async (request) => {
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.searchParams.get('version') === 'draft') {
      return service.send(request.url, { method: request.method, headers: request.headers })
    }
    const { key, cv } = addressOf(url)
    const stored = await lastGood(key)
    if (stored && cv !== null && stored.cv === cv && stored.status === 200) return responseOf(stored)
    const mayBeStale = service.hasLastCallFailed() && request.cache !== 'no-cache'
    const patienceMs = !stored && service.hasLastCallFailed() ? Math.min(timeoutMs, suspectMs) : timeoutMs
    const limitMs = stored ? timeoutMs : Math.max(timeoutMs, firstCallMs)
    const fresh = shared(url, key, cv, { accept: request.headers.get('accept'), limitMs })
    fresh.catch(() => {})
    if (stored && mayBeStale) return responseOf(stored, now() - stored.at)
    try {
      return responseOf(await service.waitFor(fresh, patienceMs))
    } catch (error) {
      const last = await lastGood(key)
      if (!last) throw error
      return responseOf(last, now() - last.at)
    }
  }

  async function lastGood(key: string): Promise<(CachedResponse & { at: number }) | null> {
    const stored = await store.get(key)
    if (!stored) return null
    const head = JSON.parse(stored.head) as Omit<CachedResponse, 'body'>
    return { ...head, body: stored.body, at: stored.at }
  }

  /** Joins a pending request for the same version; waits for one for another version, then sends its own. */
  async function shared(url: URL, key: string, cv: string | null, call: ServiceCall) {
    for (let other = pending.get(key); other; other = pending.get(key)) {
      if (other.cv === cv) return other.response
      await other.response.catch(() => {})
    }
    const response = renewed(url, key, cv, call).finally(() => pending.delete(key))
    pending.set(key, { cv, response })
    return response
  }

  async function renewed(url: URL, key: string, cv: string | null, call: ServiceCall) {
    const { body, ...head } = { ...(await service.read(url, call)), cv }
    await store.set(key, { head: JSON.stringify(head), body, at: now() })
    return { ...head, body }
  }
}

interface ServiceCall {
  accept: string | null
  limitMs: number
}

/** Calls the service itself, behind a breaker. */
function createServiceCalls(options: StaleFetchOptions) {
  const { isGood, now, random, warn, timeoutMs = 2000 } = options
  const breaker = createBreaker(random)
  const send = followRedirects(options.fetch, Math.max(timeoutMs, firstCallMs))
  let hasLastCallFailed = false

  /** @throws CallFailed when there is no response, or none that `isGood` accepts */
  async function call(url: URL, { accept, limitMs }: ServiceCall) {
    const { response, body } = await withTimeout(limitMs, async (signal) => {
      const found = await send(url.href, { headers: accept ? { accept } : {} })
      return { response: found, body: await bytesOf(found, signal) }
    }).catch((cause: unknown) => {
      throw new CallFailed(reasonOf(cause))
    })
    const { status } = response
    if (status === 429) throw new CallFailed('status 429', retryAfterMs(response, now()))
    const isStorable = status === 200 || status === 404
    const isAccepted = isStorable && isGood({ url, status, text: new TextDecoder().decode(body) })
    const isRefusal = status >= 400 && status < 500
    if (isAccepted || isRefusal) return { response, body, isAccepted }
    throw new CallFailed(status === 200 ? 'invalid response' : `status ${status}`)
  }

  function noteFailure(cause: unknown): never {
    if (cause instanceof CallFailed) {
      if (!hasLastCallFailed)
        warn({ message: 'Content service fails, the last good responses are used', cause })
      hasLastCallFailed = true
    }
    throw cause
  }

  return {
    send,
    hasLastCallFailed: () => hasLastCallFailed,
    /** Waits as long as a caller may. @throws CallFailed after that, and what the call throws */
    waitFor: <T>(pending: Promise<T>, patienceMs: number): Promise<T> =>
      withTimeout(patienceMs, () => pending).catch((error: unknown) =>
        isTimeout(error) ? noteFailure(new CallFailed('timeout')) : Promise.reject(error),
      ),
    /** Reads a good response. @throws Error when the service refuses the request or gives no good response */
    async read(url: URL, asked: ServiceCall): Promise<Omit<CachedResponse, 'cv'>> {
      const { response, body, isAccepted } = await breaker.execute(() => call(url, asked)).catch(noteFailure)
      // A response to a call from before the pause does not end the pause.
      if (breaker.pauseMs() === 0) hasLastCallFailed = false
      const { status, headers } = response
      if (!isAccepted) throw new Error(`status ${status}`)
      const kept = [...headers].filter(([name]) => storedHeaders.includes(name))
      return { status, headers: Object.fromEntries(kept), body }
    },
  }
}

/** @param ageMs of a stale response */
function responseOf({ status, headers, body }: CachedResponse, ageMs?: number): Response {
  const age = ageMs !== undefined && { [ageHeader]: String(Math.max(0, Math.floor(ageMs / 1000))) }
  return new Response(body, { status, headers: { ...headers, ...age } })
}

/** Returns the store's key of an address, without version and token (no token is written to disk), and the version. */
function addressOf(url: URL): { key: string; cv: string | null } {
  const address = new URL(url)
  // The `cv` of labels is a time instead of a version (C26).
  const cv = address.pathname.endsWith('/datasource_entries') ? null : address.searchParams.get('cv')
  address.searchParams.delete('token')
  address.searchParams.delete('cv')
  address.searchParams.sort()
  // The prefix names the format. Entries on disk are found by it after an upgrade.
  return { key: `answer 1 ${address.href}`, cv }
}

async function bytesOf({ body: stream }: Response, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream?.getReader()
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}))
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length
    if (size > maxBytes) throw new Error('too long')
    chunks.push(part.value)
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

/** RFC 9110, 10.2.3: seconds or a date. Undefined when the header is missing or unreadable. */
function retryAfterMs(response: Response, now: number): number | undefined {
  const value = response.headers.get('retry-after')
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return ms > 0 ? ms : undefined
}

/** Returns a reason without the address, which holds the token. */
function reasonOf(cause: unknown): string {
  const {
    name,
    message,
    cause: below,
  } = cause as { name?: string; message?: string; cause?: { code?: string } }
  if (isTimeout(cause) || name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return below?.code ?? (message === 'too long' ? message : 'no connection')
}
