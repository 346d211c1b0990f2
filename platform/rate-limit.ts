import { createHash } from 'node:crypto'
import { Problem } from '../contracts/problem.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { createRateLimitStore } from './rate-limit.store.ts'

interface Limit {
  max: number
  windowSeconds: number
}

export interface RateLimit {
  /**
   * Counts one attempt.
   * @param key the limited thing and its purpose: `resend:address:…`; only its SHA-256 is stored
   * @throws Problem `tooManyRequests` with Retry-After when it is one too many
   */
  hit(key: string, limit: Limit): Promise<void>
  /** Takes one attempt back, for those that turned out well. */
  forgive(key: string): Promise<void>
  /** Deletes windows that are over. */
  cleanUp(): Promise<void>
}

/** A fixed window per key, counted in the database: it survives restarts and holds over several processes. */
export function createRateLimit({ db, clock }: { db: Database; clock: Clock }): RateLimit {
  const store = createRateLimitStore(db)
  return {
    async hit(key, { max, windowSeconds }) {
      const now = clock()
      const { hits, endsAt } = await store.count(
        hashOf(key),
        now,
        new Date(now.getTime() + windowSeconds * 1000),
      )
      if (hits <= max) return
      const wait = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
      throw new Problem('tooManyRequests', { headers: { 'retry-after': String(wait) } })
    },
    forgive: (key) => store.takeBack(hashOf(key)),
    cleanUp: () => store.cleanUp(clock()),
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
