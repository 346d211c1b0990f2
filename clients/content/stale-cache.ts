import { ageHeader } from '../../contracts/age.ts'
import { CallFailed, createBreaker } from '../breaker.ts'
import { isTimeout, withTimeout } from '../with-timeout.ts'
import { followRedirects } from './redirects.ts'

/** Where good answers are kept, by address; `platform/file-cache.ts` keeps them on disk. */
export interface AnswerStore {
  get(key: string): Promise<StoredAnswer | null>
  set(key: string, answer: StoredAnswer): Promise<void>
}

interface StoredAnswer {
  head: string
  body: Uint8Array<ArrayBuffer>
  /** Epoch milliseconds. */
  at: number
}

export interface KeptFetchOptions {
  fetch: (request: Request) => Promise<Response>
  answers: AnswerStore
  /** Whether an answer with status 200 or 404 is worth keeping; `text` is the body. */
  isGood: (answer: { url: URL; status: number; text: string }) => boolean
  now: () => number
  /** 0 to 1. */
  random: () => number
  warn: (details: { message: string; cause: unknown }) => void
  timeoutMs?: number
}

interface Answer {
  status: number
  headers: Record<string, string>
  /** The content version that was asked for. */
  cv: string | null
  body: Uint8Array<ArrayBuffer>
}

const mostBytes = 8 * 1024 * 1024
const keptHeaders = ['content-type', 'per-page', 'total', 'x-ratelimit', 'x-ratelimit-policy']

/**
 * A fetch for a service that may be slow, broken or gone: one request at a time per address, two seconds, a breaker,
 * and the last good answer where none is to be had, with the header `Age`. As long as the last call of all
 * failed, what is kept is answered at once and asked for behind, but not to `cache: 'no-cache'`. An answer of the very content version that is asked
 * for is not asked for again. Drafts are neither kept nor given in place of anything.
 * The fetch throws Error when there is no good answer, neither now nor kept.
 */
export function createKeptFetch(options: KeptFetchOptions): (request: Request) => Promise<Response> {
  const { answers, isGood, now, random, warn, timeoutMs = 2000 } = options
  const breaker = createBreaker(random)
  /** The last call of all failed. */
  let isSuspect = false
  const flights = new Map<string, { cv: string | null; answer: Promise<Answer> }>()
  const ask = followRedirects(options.fetch, timeoutMs)

  return async (request) => {
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.searchParams.get('version') === 'draft') {
      return ask(request.url, { method: request.method, headers: request.headers })
    }
    const { key, cv } = addressOf(url)
    const kept = await lastGood(key)
    if (kept && cv !== null && kept.cv === cv && kept.status === 200) return responseOf(kept)
    const mayBeStale = isSuspect && request.cache !== 'no-cache'
    const asked = shared(url, key, cv, request.headers.get('accept'))
    if (kept && mayBeStale) {
      asked.catch(() => {})
      return responseOf(kept, kept.at)
    }
    try {
      return responseOf(await asked)
    } catch (error) {
      const last = await lastGood(key)
      if (!last) throw error
      return responseOf(last, last.at)
    }
  }

  async function lastGood(key: string): Promise<(Answer & { at: number }) | null> {
    const stored = await answers.get(key)
    return (
      stored && { ...(JSON.parse(stored.head) as Omit<Answer, 'body'>), body: stored.body, at: stored.at }
    )
  }

  /** The answer to a request that is under way, or to an own one. One for another version is waited for, not taken. */
  async function shared(url: URL, key: string, cv: string | null, accept: string | null): Promise<Answer> {
    for (let flight = flights.get(key); flight; flight = flights.get(key)) {
      if (flight.cv === cv) return flight.answer
      await flight.answer.catch(() => {})
    }
    const answer = fetched(url, cv, accept)
      .then((good) => keep(key, good))
      .finally(() => flights.delete(key))
    flights.set(key, { cv, answer })
    return answer
  }

  async function keep(key: string, answer: Answer): Promise<Answer> {
    const { body, ...head } = answer
    await answers.set(key, { head: JSON.stringify(head), body, at: now() })
    return answer
  }

  async function fetched(url: URL, cv: string | null, accept: string | null): Promise<Answer> {
    const { response, body } = await breaker
      .execute(() => asked(url, accept))
      .catch((error: unknown) => {
        if (error instanceof CallFailed) {
          if (!isSuspect) warn({ message: 'Content service fails, the last good answers stay', cause: error })
          isSuspect = true
        }
        throw error
      })
    // An answer to a call from before the pause does not end the pause.
    if (breaker.pauseMs() === 0) isSuspect = false
    const { status } = response
    if (!body) throw new Error(`status ${status}`)
    const headers = keptHeaders.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    return { status, headers: Object.fromEntries(headers), cv, body }
  }

  /**
   * Asks the service once; `body` is null when it refuses the request with a status 4xx.
   * @throws CallFailed when it gives no answer or none of its own
   */
  async function asked(url: URL, accept: string | null) {
    const { response, body } = await withTimeout(timeoutMs, async (signal) => {
      const found = await ask(url.href, { headers: accept ? { accept } : {} })
      return { response: found, body: await bytesOf(found, signal) }
    }).catch((cause: unknown) => {
      throw new CallFailed(reasonOf(cause))
    })
    const { status } = response
    if (status === 429) throw new CallFailed('status 429', retryAfterMs(response, now()))
    const isKeepable = status === 200 || status === 404
    if (isKeepable && isGood({ url, status, text: new TextDecoder().decode(body) })) return { response, body }
    if (status >= 400 && status < 500) return { response, body: null }
    throw new CallFailed(status === 200 ? 'not what was asked for' : `status ${status}`)
  }

  function responseOf({ status, headers, body }: Answer, at?: number): Response {
    const age: Record<string, string> =
      at === undefined ? {} : { [ageHeader]: String(Math.max(0, Math.floor((now() - at) / 1000))) }
    return new Response(body, { status, headers: { ...headers, ...age } })
  }
}

/** What names an answer: no token, so that none comes to disk, and no version. */
function addressOf(url: URL): { key: string; cv: string | null } {
  const address = new URL(url)
  // Labels carry the time there, as the specification says, and not a version.
  const cv = address.pathname.endsWith('/datasource_entries') ? null : address.searchParams.get('cv')
  address.searchParams.delete('token')
  address.searchParams.delete('cv')
  address.searchParams.sort()
  return { key: `answer 1 ${address.href}`, cv }
}

async function bytesOf({ body: stream }: Response, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream?.getReader()
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}))
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length
    if (size > mostBytes) throw new Error('too long')
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

/** Without the address, which holds the token. */
function reasonOf(cause: unknown): string {
  const {
    name,
    message,
    cause: below,
  } = cause as { name?: string; message?: string; cause?: { code?: string } }
  if (isTimeout(cause) || name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return below?.code ?? (message === 'too long' ? message : 'no connection')
}
