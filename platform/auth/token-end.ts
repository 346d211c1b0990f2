import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createTokenEndStore } from './token-end.store.ts'

/** Whether the tokens of a subject that were issued at a time count no more. */
export type IsEnded = (subject: string, issuedAt: Date) => Promise<boolean>

/** The longest that a token outlives its end (ASVS 7.4.2). */
const rememberedMs = 5000
const remembered = 2000

interface TokenEndOptions {
  db: Database
  clock: Clock
  /** The embedded provider issues the tokens: a subject without a usable account has none that counts. */
  isEmbedded: boolean
}

/** Judges tokens by `token_end`, and by the accounts of the embedded provider; a good answer holds for five seconds. */
export function createTokenEnd({ db, clock, isEmbedded }: TokenEndOptions): IsEnded {
  const store = createTokenEndStore(db)
  const good = new Map<string, number>()
  return async (subject, issuedAt) => {
    const key = `${issuedAt.getTime()} ${subject}`
    const now = clock().getTime()
    const until = good.get(key) ?? 0
    // One that lasts longer is from before the clock was set back.
    if (now < until && until <= now + rememberedMs) return false
    good.delete(key)
    if (await store.isEnded(subject, issuedAt, clock())) return true
    if (isEmbedded && !(await store.isOfUsableAccount(subject))) return true
    if (good.size >= remembered) good.delete(good.keys().next().value ?? '')
    good.set(key, now + rememberedMs)
    return false
  }
}
