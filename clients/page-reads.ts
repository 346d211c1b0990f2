import { LRUCache } from 'lru-cache'
import { ageOf } from '../contracts/age.ts'
import type { Locale } from '../contracts/problem.ts'
import { CallFailed, createBreaker, NotAsked } from './breaker.ts'
import type { ResponseStore } from './response-store.ts'
import { StoreError, storeErrorOf } from './store-error.ts'
import { unavailable } from './unavailable.ts'
import { isTimeout, withTimeout } from './with-timeout.ts'

export interface PageReadsOptions {
  /** Epoch milliseconds. */
  now: () => number
  /** 0 to 1, see `createBreaker`. */
  random: () => number
  warn: (details: { message: string; cause: unknown }) => void
  /** Keeps the answers of some endpoints beyond the end of the process. Nothing about members belongs there. */
  kept?: { names: readonly string[]; store: ResponseStore }
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
  /** As `at`, in the store. */
  keptAt: number
}

export type PageReads = ReturnType<typeof createPageReads>

/** Maximum age of a stale answer in ms, as in the connector's own cache. */
const staleMs = 24 * 60 * 60_000
/** An unchanged answer is stored again after so many ms, so that its age there stays true. */
const keptAgainMs = 60 * 60_000
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
export function createPageReads({ now, random, warn, kept }: PageReadsOptions) {
  const breaker = createBreaker(random)
  const answers = createAnswers(now, kept)
  const failing = createFailing({ now, warn })

  /** @throws CallFailed without a good answer, StoreError when the service refuses */
  async function call<T>(asked: Read<T>): Promise<{ value: T; age: number | null }> {
    const { name } = asked
    const found = await answerOf(asked).catch(failed)
    failing.clear(name)
    if (found instanceof StoreError) {
      if (found.status === 404) answers.forget(asked)
      throw found
    }
    return { value: answers.remember(asked, found), age: found.age }
  }

  function stale<T>({ value, at }: LastAnswer, { onStale }: Read<T>): T {
    onStale?.(Math.max(0, Math.floor((now() - at) / 1000)))
    return value as T
  }

  return {
    /**
     * Returns a good answer; a stale one is reported to `onStale`.
     * @throws StoreError when the service refuses, `upstreamUnavailable` when there is no good answer
     */
    async read<T>(asked: Read<T>): Promise<T> {
      const { name, locale, onStale } = asked
      const last = await answers.lastGood(asked)
      const isFailing = failing.has(name)
      const suspectMs = last ? waitMs.suspect : waitMs.suspectWithoutAnswer
      const patienceMs = failing.isSuspect() ? suspectMs : waitMs.usual
      const calling = breaker.execute(() => call(asked))
      calling.catch((error: unknown) => {
        if (error instanceof CallFailed) failing.note(name, error)
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

interface Found {
  text: string
  /** As the service reports it, in seconds; null when the answer is fresh. */
  age: number | null
}

/** Returns the text of a good response, or what the service refuses. @throws what keeps it from answering */
function answerOf({ ask }: Read<unknown>): Promise<Found | StoreError> {
  return withTimeout(waitMs.usual, async (signal) => {
    const response = await ask(signal)
    if (response.ok) return { text: await response.text(), age: ageOf(response.headers) }
    const error = await storeErrorOf(response)
    // The error page of a proxy. A problem is an answer of the service.
    if (error.status >= 500 && !error.problem) throw error
    return error
  })
}

function createAnswers(now: () => number, kept: PageReadsOptions['kept']) {
  const answers = new LRUCache<string, LastAnswer>({
    max: 1000,
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  const storeOf = (name: string) => (kept?.names.includes(name) ? kept.store : null)

  async function keptAnswer({ name, question, parse }: Read<unknown>): Promise<LastAnswer | undefined> {
    const stored = await storeOf(name)?.get(question)
    // Empty: the thing is gone.
    if (!stored?.body.length) return undefined
    try {
      const text = new TextDecoder().decode(stored.body)
      const answer = { text, value: parse(text), at: stored.at, keptAt: stored.at }
      answers.set(question, answer)
      return answer
    } catch {
      // Another release has stored it.
      return undefined
    }
  }

  function keep({ name, question }: Read<unknown>, text: string, at: number): void {
    void storeOf(name)?.set(question, { head: name, body: new TextEncoder().encode(text), at })
  }

  return {
    async lastGood(asked: Read<unknown>): Promise<LastAnswer | null> {
      const last = answers.get(asked.question) ?? (await keptAnswer(asked))
      return last && now() < last.at + staleMs ? last : null
    },
    /** Returns the value of a text; that of the last answer when the text is the same. @throws CallFailed */
    remember<T>(asked: Read<T>, { text, age }: Found): T {
      const { question, parse } = asked
      const last = answers.peek(question)
      const isSame = last?.text === text
      const value = isSame ? (last.value as T) : parsed(text, parse)
      const at = now() - (age ?? 0) * 1000
      const keptAt = isSame && at < last.keptAt + keptAgainMs ? last.keptAt : at
      if (keptAt === at) keep(asked, text, at)
      answers.set(question, { text, value, at, keptAt })
      return value
    },
    forget(asked: Read<unknown>): void {
      if (answers.delete(asked.question)) keep(asked, '', now())
    },
  }
}

/** Which endpoints got no good answer in their last call. */
function createFailing({ now, warn }: Pick<PageReadsOptions, 'now' | 'warn'>) {
  /** Epoch milliseconds of the failure by name. */
  const failures = new Map<string, number>()
  return {
    has: (name: string) => failures.has(name),
    /** Whether any endpoint has failed just now. */
    isSuspect: () => [...failures.values()].some((at) => now() < at + suspectForMs),
    note(name: string, cause: CallFailed): void {
      if (failures.size === 0) warn({ message: 'a service fails, its last good answers are used', cause })
      failures.set(name, now())
    },
    clear: (name: string) => failures.delete(name),
  }
}

function parsed<T>(text: string, parse: (text: string) => T): T {
  try {
    return parse(text)
  } catch (cause) {
    return failed(cause)
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
