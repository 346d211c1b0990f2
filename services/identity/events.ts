import { createHmac } from 'node:crypto'
import { networksOf } from '../../platform/http/network.ts'
import type { Log } from '../../platform/log.ts'
import { derive } from './keys.ts'

/** Security events (OWASP ASVS 16.3.1). */
export type IdentityEvent =
  | 'signIn'
  | 'signInWrong'
  | 'signInLimited'
  | 'signInBlocked'
  | 'signInUnverified'
  | 'signOut'
  | 'resetAsked'
  | 'resetDone'
  | 'tokenIssued'
  | 'tokenRefused'
  | 'refreshTokenReused'

interface EventDetails {
  /** Account id, where one is known. */
  account?: string | undefined
  /** The mail address given, where no account is known. */
  email?: string
  /** The caller's address. */
  address: string
  /** OAuth's error code. */
  error?: string | undefined
}

export interface IdentityEvents {
  note(event: IdentityEvent, details: EventDetails): void
  /** How often each event happened in this process, for /metrics. */
  readonly counts: ReadonlyMap<IdentityEvent, number>
}

/**
 * Logs and counts security events. Mail addresses and networks are logged as keyed hashes: equal ones can be told, and
 * nobody can be read from the log.
 */
export function createIdentityEvents(log: Log, secret: Buffer): IdentityEvents {
  const key = derive(secret, 'identity-log')
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, 16)
  const counts = new Map<IdentityEvent, number>()
  return {
    counts,
    note(event, { account, email, address, error }) {
      counts.set(event, (counts.get(event) ?? 0) + 1)
      const mailbox = email === undefined ? undefined : hashOf(email.trim().toLowerCase())
      const network = hashOf(networksOf(address)[0])
      log.info({ service: 'identity', event, account, mailbox, network, error }, 'identity event')
    },
  }
}
