import { createHash } from 'node:crypto'
import { Problem } from '../contracts/problem.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { createRateLimitStore, createRememberedStore } from './rate-limit.store.ts'

/** At most `max` in a window, or a bucket of `max` that gets one back every `refillSeconds`. */
export type Limit = { max: number; windowSeconds: number } | { max: number; refillSeconds: number }

export interface RateLimit {
  /**
   * Counts one attempt.
   * @param key the limited thing and its purpose: `resend:address:…`; only its SHA-256 is stored
   * @throws Problem `tooManyRequests` with Retry-After when it is one too many; a bucket does not count that one
   */
  hit(key: string, limit: Limit): Promise<void>
  /** The same for several keys by one look. @throws Problem `tooManyRequests` for the first that has one too many */
  hitAll(keys: string[], limit: { max: number; windowSeconds: number }): Promise<void>
  /** Takes one attempt back, for those that turned out well. @param limit the one it was counted with */
  forgive(key: string, limit: Limit): Promise<void>
  /** Remembers a key for some seconds from now, however long it was remembered before. */
  remember(key: string, seconds: number): Promise<void>
  isRemembered(key: string): Promise<boolean>
  /** Deletes what is over. */
  cleanUp(): Promise<void>
}

/** Limits per key, counted in the database: they survive restarts and hold over several processes. */
export function createRateLimit({ db, clock }: { db: Database; clock: Clock }): RateLimit {
  const store = createRateLimitStore(db)
  const remembered = createRememberedStore(db)

  async function hitWindow(keys: string[], max: number, windowSeconds: number): Promise<void> {
    const now = clock()
    const counted = await store.count(keys.map(hashOf), now, later(now, windowSeconds))
    const over = counted.find(({ hits }) => hits > max)
    if (over) throw tooMany(now, over.endsAt)
  }

  async function hitBucket(key: string, max: number, refillSeconds: number): Promise<void> {
    const now = clock()
    const latest = later(now, (max - 1) * refillSeconds)
    const { hits, endsAt } = await store.take(hashOf(key), { now, latest, refillSeconds })
    if (hits === 0) throw tooMany(latest, endsAt)
  }

  return {
    hit: (key, limit) =>
      'windowSeconds' in limit
        ? hitWindow([key], limit.max, limit.windowSeconds)
        : hitBucket(key, limit.max, limit.refillSeconds),
    hitAll: (keys, { max, windowSeconds }) => hitWindow(keys, max, windowSeconds),
    forgive: (key, limit) =>
      'windowSeconds' in limit
        ? store.takeBack(hashOf(key))
        : store.putBack(hashOf(key), limit.refillSeconds),
    remember: (key, seconds) => remembered.add(hashOf(key), later(clock(), seconds)),
    isRemembered: (key) => remembered.has(hashOf(key), clock()),
    cleanUp: () => store.cleanUp(clock()),
  }
}

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}

function tooMany(from: Date, until: Date): Problem {
  const seconds = Math.max(1, Math.ceil((until.getTime() - from.getTime()) / 1000))
  return new Problem('tooManyRequests', { headers: { 'retry-after': String(seconds) } })
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
