import { Problem } from '../../contracts/problem.ts'
import type { Caller } from './access-token.ts'
import { createAccountLinkStore } from './account-link.store.ts'
import type { Database } from '../database/database.ts'

/** The member id of a caller, null when there is none. @throws Problem `upstreamUnavailable` */
export type FindMember = (caller: Caller) => Promise<number | null>

/**
 * Finds the member behind a token's subject: remembered after the first match by verified e-mail, and never again
 * by e-mail (P10, ASVS 10.3.3).
 * @param options.readAccount number of the account that workshop management has, asked until it is known: a link made
 * in one account says nothing in another; default: the embedded engine's
 * @param options.lookUpByEmail asks workshop management; null when no member has exactly this address
 */
export function createAccountLink(options: {
  db: Database
  readAccount?: () => Promise<number>
  lookUpByEmail: (email: string) => Promise<number | null>
}): FindMember {
  const { readAccount = async () => 1, lookUpByEmail } = options
  const store = createAccountLinkStore(options.db)
  let known: number | null = null
  return async ({ subject, email, emailVerified }) => {
    known ??= await answered(readAccount)
    const linked = await store.memberOf(subject, known)
    if (linked !== null) return linked
    if (!email || !emailVerified) return null
    const found = await answered(() => lookUpByEmail(email))
    return found === null ? null : store.link(subject, known, found)
  }
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new Problem('upstreamUnavailable', { cause })
  }
}
