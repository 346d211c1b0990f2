import { Problem } from '../contracts/problem.ts'
import type { Caller } from './access-token.ts'
import { createAccountLinkStore } from './account-link.store.ts'
import type { Database } from './database.ts'

/** The member id of a caller, null when there is none. @throws Problem `upstreamUnavailable` */
export type FindMember = (caller: Caller) => Promise<number | null>

/**
 * Finds the member behind a token's subject: remembered after the first match by verified e-mail, and never again
 * by e-mail (`decisions.md` 6, ASVS 10.3.3).
 * @param options.lookUpByEmail asks workshop management; null when no member has exactly this address
 */
export function createAccountLink(options: {
  db: Database
  lookUpByEmail: (email: string) => Promise<number | null>
}): FindMember {
  const store = createAccountLinkStore(options.db)
  return async ({ subject, email, emailVerified }) => {
    const linked = await store.memberOf(subject)
    if (linked !== null) return linked
    if (!email || !emailVerified) return null
    const found = await lookUp(email)
    return found === null ? null : store.link(subject, found)
  }

  async function lookUp(email: string): Promise<number | null> {
    try {
      return await options.lookUpByEmail(email)
    } catch (cause) {
      throw new Problem('upstreamUnavailable', { cause })
    }
  }
}
