import { LRUCache } from 'lru-cache'
import { isTimeout, withTimeout } from '../../../clients/with-timeout.ts'
import { isProblem, Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Change, isStaleBy } from './keys.ts'

/** Receives the age of a stale value. */
export type OnStale = (ageSeconds: number) => void

/** Caches what a workshop system answers, in the memory of this process. */
export interface Cache {
  /**
   * The cached value, or what `load` returns; callers of the same key share one load. `null` and errors are not cached.
   * @param seconds how long a value is fresh after its load began
   * @param onStale when given, a value of up to one day stands in while `load` fails with `upstreamUnavailable` or
   * takes longer than two seconds
   * @throws what `load` throws; Problem `upstreamUnavailable` without a load for a while after `load` threw it
   */
  get<T>(key: string, seconds: number, load: () => Promise<T>, onStale?: OnStale): Promise<T>
  /**
   * Makes entries stale before the first `await`: the next read loads them again. A running load still answers those
   * who wait for it, but it is not stored, and later reads do not join it. Never throws.
   */
  invalidate(changes: Change[]): Promise<void>
  /**
   * After failed loads: asks whether the system is back, and then lets the next reads load what failed.
   * @param look one cheap call; fails with `upstreamUnavailable` while the system is away
   */
  recover(look: () => Promise<unknown>): Promise<void>
}

interface Entry {
  /** null = every load so far has failed. */
  loaded: { value: unknown; at: number } | null
  isValid: boolean
  /** The last load found the system away; no other starts before `retryAt`. */
  failed: { at: number; retryAt: number } | null
}

interface Stale<T> {
  value: T
  at: number
  onStale: OnStale
}

interface State {
  entries: LRUCache<string, Entry>
  loads: Map<string, Promise<unknown>>
  /** The last load failed, or was slow: reads wait only briefly. */
  isSuspect: boolean
  /** A load has failed since `recover` last found the system back, at `recoveredAt`. */
  hasFailed: boolean
  recoveredAt: number
  /** In ms. */
  now: () => number
}

/** Maximum age of a stale value, in ms. */
const staleMs = 24 * 60 * 60_000
/** How long a read waits in ms: without a value to stand in it waits for the load, unless the system is suspect. */
const patienceMs = { usual: 2000, suspect: 250, suspectWithoutValue: 800 }
/** The first pause after a failed load without a value to stand in; doubles up to the lifetime. As `retry-after` says. */
const firstPauseMs = 10_000
/** After a success following a failure, entries that failed longer ago than this are loaded again. */
const recoveryMs = 120_000
/** A call that fails although the system is back is not retried more often for `recover`. */
const recoverPauseMs = 10_000

export function createCache({
  clock,
  maxEntries = 2000,
  maxBytes = 32 * 1024 * 1024,
}: {
  clock: Clock
  maxEntries?: number
  /** Limit of the values as JSON. */
  maxBytes?: number
}): Cache {
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (entry) => JSON.stringify(entry).length,
  })
  const loads = new Map<string, Promise<unknown>>()
  const now = () => clock().getTime()
  // A clock that was set back must not keep a value for longer.
  const isWithin = (at: number, ms: number) => now() >= at && now() < at + ms
  const state: State = { entries, loads, now, isSuspect: false, hasFailed: false, recoveredAt: 0 }

  return {
    async get<T>(key: string, seconds: number, load: () => Promise<T>, onStale?: OnStale): Promise<T> {
      const { loaded, isValid, failed } = entries.get(key) ?? { loaded: null, isValid: false, failed: null }
      if (loaded && isValid && isWithin(loaded.at, seconds * 1000)) return loaded.value as T
      const canStandIn = onStale && loaded && isWithin(loaded.at, staleMs)
      const stale = canStandIn ? { value: loaded.value as T, at: loaded.at, onStale } : null
      if (failed && isWithin(failed.at, failed.retryAt - failed.at)) {
        if (!stale) throw away()
        return served(stale, now())
      }
      const lastPauseMs = failed ? failed.retryAt - failed.at : 0
      const backOffMs = Math.min(Math.max(firstPauseMs, lastPauseMs * 2), seconds * 1000)
      const pauseMs = stale ? seconds * 1000 : backOffMs
      const loading = (loads.get(key) as Promise<T> | undefined) ?? startLoad(state, key, load, pauseMs)
      return onStale ? orStale(state, loading, stale) : loading
    },

    async invalidate(changes) {
      const isStale = (key: string) => changes.some((change) => isStaleBy(key, change))
      entries.forEach((entry, key) => {
        if (isStale(key)) Object.assign(entry, { isValid: false, failed: null })
      })
      for (const key of loads.keys()) if (isStale(key)) loads.delete(key)
    },

    async recover(look) {
      if (!state.hasFailed || isWithin(state.recoveredAt, recoverPauseMs)) return
      const isBack = await look().then(
        () => true,
        (error: unknown) => {
          if (!isAway(error)) throw error
          return false
        },
      )
      if (!isBack) return
      Object.assign(state, { isSuspect: false, hasFailed: false, recoveredAt: now() })
      entries.forEach((entry) => (entry.failed = null))
    },
  }
}

/** Starts a load, whose value or failure becomes the entry unless an invalidation comes in between. */
function startLoad<T>(state: State, key: string, load: () => Promise<T>, pauseMs: number): Promise<T> {
  const { entries, loads, now } = state
  const at = now()
  const loading = load()
  loads.set(key, loading)
  /** Whether no invalidation came in between; ends the load. */
  const isCurrent = () => loads.get(key) === loading && loads.delete(key)
  loading.then(
    (value) => {
      state.isSuspect = false
      if (!isCurrent()) return
      const hadFailed = entries.peek(key)?.failed
      if (value === null) entries.delete(key)
      else entries.set(key, { loaded: { value, at }, isValid: true, failed: null })
      if (hadFailed) retryLongFailed(entries)
    },
    (error: unknown) => {
      if (isAway(error)) Object.assign(state, { isSuspect: true, hasFailed: true })
      if (!isCurrent() || !isAway(error)) return
      const loaded = entries.peek(key)?.loaded ?? null
      entries.set(key, { loaded, isValid: false, failed: { at: now(), retryAt: now() + pauseMs } })
    },
  )
  return loading
}

function retryLongFailed(entries: State['entries']): void {
  entries.forEach(({ failed }) => {
    if (failed) failed.retryAt = Math.min(failed.retryAt, failed.at + recoveryMs)
  })
}

/** Returns what a load returns, or the stale value when the load fails or takes too long. */
async function orStale<T>(state: State, loading: Promise<T>, stale: Stale<T> | null): Promise<T> {
  const suspectMs = stale ? patienceMs.suspect : patienceMs.suspectWithoutValue
  const usualMs = stale ? patienceMs.usual : null
  const waitMs = state.isSuspect ? suspectMs : usualMs
  try {
    return await (waitMs === null ? loading : withTimeout(waitMs, () => loading))
  } catch (error) {
    const failure = isTimeout(error) ? away() : error
    if (!isAway(failure)) throw failure
    state.isSuspect = true
    if (!stale) throw failure
    return served(stale, state.now())
  }
}

/** Returns a stale value and reports its age. */
function served<T>({ value, at, onStale }: Stale<T>, nowMs: number): T {
  onStale(Math.max(0, Math.floor((nowMs - at) / 1000)))
  return value
}

/** Whether the workshop system does not answer. */
function isAway(error: unknown): boolean {
  return isProblem(error) && error.code === 'upstreamUnavailable'
}

function away(): Problem {
  return new Problem('upstreamUnavailable', { headers: { 'retry-after': '10' } })
}
