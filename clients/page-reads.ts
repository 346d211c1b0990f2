import { LRUCache } from 'lru-cache'
import { ageOf } from '../contracts/age.ts'
import type { Locale } from '../contracts/problem.ts'
import { CallFailed, createBreaker, NotAsked } from './breaker.ts'
import { StoreError, storeErrorOf } from './store-error.ts'
import { unavailable } from './unavailable.ts'
import { isTimeout, withTimeout } from './with-timeout.ts'

export interface PageReadsOptions {
  /** Epoch milliseconds. */
  now: () => number
  /** 0 to 1, see `createBreaker`. */
  random: () => number
  warn: (details: { message: string; cause: unknown }) => void
}

interface Read<T> {
  /** Name of the endpoint. */
  name: string
  /** Everything that selects the answer. */
  question: string
  ask: (signal: AbortSignal) => Promise<Response>
  /** @throws Error for a text that does not fit the contract */
  parse: (text: string) => T
  /** Of the error when there is no answer. */
  locale: Locale
  onStale?: ((ageSeconds: number) => void) | undefined
}

interface LastAnswer {
  text: string
  value: unknown
  /** Epoch milliseconds. */
  at: number
}

export type PageReads = ReturnType<typeof createPageReads>

/** Maximum age of a stale answer in ms, as in the connector's own cache. */
const staleMs = 24 * 60 * 60_000
/** How long a page waits for one read in ms: briefly while another read gets no answer, so that their sum stays below 3 s. */
const suspectForMs = 10_000
const waitMs = { usual: 2000, suspect: 250, suspectWithoutAnswer: 500 }

/**
 * What pages read of one service, which may hang, refuse connections or answer nonsense: a read waits two seconds at
 * most, behind a breaker, and falls back to the last good answer to the same question, of up to one day. While an
 * endpoint fails, its last good answers are returned at once and renewed in the background.
 *
 * An unchanged answer is the same object as before: it is not parsed again, and what is made of it can be kept by its
 * identity. Values are shared: callers must not change them.
 */
export function createPageReads({ now, random, warn }: PageReadsOptions) {
  const breaker = createBreaker(random)
  const answers = new LRUCache<string, LastAnswer>({
    max: 1000,
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  /** When the last call of an endpoint got no good answer, by its name. */
  const failing = new Map<string, number>()
  const isSuspect = () => failing.values().some((at) => now() < at + suspectForMs)

  /** @throws CallFailed without a good answer, StoreError when the service refuses */
  async function call<T>({ name, question, ask, parse }: Read<T>): Promise<{ value: T; age: number | null }> {
    const found = await withTimeout(waitMs.usual, async (signal) => {
      const response = await ask(signal)
      if (response.ok) return { text: await response.text(), age: ageOf(response.headers) }
      const error = await storeErrorOf(response)
      // The error page of a proxy. A problem is an answer of the service.
      if (error.status >= 500 && !error.problem) throw error
      return error
    }).catch(failed)
    failing.delete(name)
    if (found instanceof StoreError) {
      if (found.status === 404) answers.delete(question)
      throw found
    }
    const at = now() - (found.age ?? 0) * 1000
    const last = answers.get(question)
    const value = last?.text === found.text ? last.value : parsed(found.text, parse)
    answers.set(question, { text: found.text, value, at })
    return { value: value as T, age: found.age }
  }

  function parsed<T>(text: string, parse: (text: string) => T): T {
    try {
      return parse(text)
    } catch (cause) {
      return failed(cause)
    }
  }

  function noteFailure(name: string, cause: CallFailed): void {
    if (failing.size === 0) warn({ message: 'a service fails, its last good answers are used', cause })
    failing.set(name, now())
  }

  function stale<T>({ value, at }: LastAnswer, { onStale }: Read<T>): T {
    onStale?.(Math.max(0, Math.floor((now() - at) / 1000)))
    return value as T
  }

  function lastGood(question: string): LastAnswer | null {
    const last = answers.get(question)
    return last && now() < last.at + staleMs ? last : null
  }

  return {
    /**
     * Returns a good answer; a stale one is reported to `onStale`.
     * @throws StoreError when the service refuses, `upstreamUnavailable` when there is no good answer
     */
    async read<T>(asked: Read<T>): Promise<T> {
      const { name, question, locale, onStale } = asked
      const last = lastGood(question)
      const isFailing = failing.has(name)
      const suspectMs = last ? waitMs.suspect : waitMs.suspectWithoutAnswer
      const patienceMs = isSuspect() ? suspectMs : waitMs.usual
      const calling = breaker.execute(() => call(asked))
      calling.catch((error: unknown) => {
        if (error instanceof CallFailed) noteFailure(name, error)
      })
      if (last && isFailing) return stale(last, asked)
      try {
        const { value, age } = await withTimeout(patienceMs, () => calling)
        if (age !== null) onStale?.(age)
        return value
      } catch (error) {
        if (last && isAway(error)) return stale(last, asked)
        throw isAway(error) && !(error instanceof StoreError) ? unavailable(locale, error) : error
      }
    },
  }
}

/** @throws CallFailed with the cause */
function failed(cause: unknown): never {
  throw Object.assign(new CallFailed(isTimeout(cause) ? 'timeout' : 'no good answer'), { cause })
}

/** Whether the last good answer may stand in. */
function isAway(error: unknown): boolean {
  if (error instanceof StoreError) return error.status === 503 || error.status === 507
  return error instanceof CallFailed || error instanceof NotAsked || isTimeout(error)
}
