import type { Locale } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Caller } from '../../../platform/auth/access-token.ts'
import type { BackendConnector } from '../workshop.ts'

/** A person: an account, the member behind it, and the addresses that this person has confirmed. */
export interface Person {
  subject: string
  member: number | null
  /** In lower case. */
  emails: string[]
}

/** What the identity provider can say and do about one account. */
export interface IdentityAccounts {
  /** What is kept of an account; null = there is none, or it cannot be read from here. */
  dataOf(subject: string): Promise<Record<string, unknown> | null>
  /** Chooses the language of mails about an account. */
  setLocale(subject: string, locale: Locale): Promise<void>
  /** Deletes an account with its sessions and tokens. */
  remove(subject: string): Promise<void>
}

export async function personOf(
  caller: Caller,
  { callers, connector }: { callers: Callers; connector: BackendConnector },
): Promise<Person> {
  const { subject, email, emailVerified } = caller
  const member = await callers.memberOf(caller)
  const found = member === null ? null : await connector.member(member)
  const known = [found?.emailAddress, emailVerified ? email : null]
  const emails = [...new Set(known.flatMap((each) => (each ? [each.toLowerCase()] : [])))]
  return { subject, member: found ? member : null, emails }
}
