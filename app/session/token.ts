/** The scopes that sign-in asks for, exactly (specification section 1, `decisions.md` 6). */
export const requestedScope = 'openid profile email'

/** A token came back with less than was asked for (specification sections 5 and 8). */
export class MissingScope extends Error {
  readonly missing: string[]

  constructor(missing: string[]) {
    super(`Missing scope: ${missing.join(' ')}`)
    this.name = 'MissingScope'
    this.missing = missing
  }
}

/**
 * Compares what was granted with what was asked for; no `scope` in the answer means all of it (RFC 6749 section 5.1).
 * @throws MissingScope
 */
export function requireScopes(granted: string | undefined, requested = requestedScope): void {
  if (granted === undefined) return
  const has = new Set(granted.split(' '))
  const missing = requested.split(' ').filter((scope) => scope !== 'offline_access' && !has.has(scope))
  if (missing.length > 0) throw new MissingScope(missing)
}

/** What to do about an error code of the identity library (`decisions.md` 17). */
export function actionFor(
  code: string | undefined,
): 'retry' | 'stay' | 'again' | 'signedOut' | 'interactive' | 'log' {
  return (code && Object.hasOwn(actions, code) && actions[code as keyof typeof actions]) || 'log'
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
