import type { Auth0Client } from '@auth0/auth0-spa-js'
import { requestedScope } from './sdk.ts'

/* What only a page with a session needs: loaded beside the library. */

/**
 * Returns an access token with all requested scopes.
 * @throws MissingScope, and what the library throws
 */
export async function loadToken(client: Pick<Auth0Client, 'getTokenSilently'>): Promise<string> {
  const answer = await client.getTokenSilently({ detailedResponse: true })
  if (!answer) throw new Error('No token')
  requireScopes(answer.scope)
  return answer.access_token
}

/** A token has fewer scopes than requested (E14, V8). */
export class MissingScope extends Error {
  readonly missing: string[]

  constructor(missing: string[]) {
    super(`Missing scope: ${missing.join(' ')}`)
    this.name = 'MissingScope'
    this.missing = missing
  }
}

/**
 * Compares granted with requested scopes; an absent `scope` means all (RFC 6749 section 5.1).
 * @throws MissingScope
 */
export function requireScopes(granted: string | undefined, requested = requestedScope): void {
  if (granted === undefined) return
  const has = new Set(granted.split(' '))
  const missing = requested.split(' ').filter((scope) => scope !== 'offline_access' && !has.has(scope))
  if (missing.length > 0) throw new MissingScope(missing)
}

/** @throws Error with the sentence of V5; the library's has backticks */
export function requireDpop(enabled: boolean): void {
  if (!enabled) throw new Error('useDpop option must be enabled before using DPoP.')
}

type Action = 'retry' | 'stay' | 'again' | 'signedOut' | 'interactive' | 'log'

/** Returns the next step for an error of the identity library by its code (E27). */
export function actionFor(error: unknown): Action {
  const code = typeof error === 'object' && error !== null && 'error' in error ? String(error.error) : ''
  return Object.hasOwn(actions, code) ? actions[code as keyof typeof actions] : 'log'
}

const actions = {
  timeout: 'retry',
  cancelled: 'stay',
  state_mismatch: 'again',
  missing_transaction: 'again',
  login_required: 'signedOut',
  missing_refresh_token: 'signedOut',
  mfa_required: 'interactive',
} as const
