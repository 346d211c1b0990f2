import type { Auth0Client } from '@auth0/auth0-spa-js'
import workerUrl from '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url'
import type { PublicConfig } from '../context.ts'

/** The requested scopes, exactly (K3). */
const requestedScope = 'openid profile email'

/** As long as the provider's session, so that a reload restores it. */
const sessionDays = 14

let loading: Promise<Auth0Client> | null = null

/** Loads the identity library on first use; visitors do not pay its 63 KB. */
export function loadSdk(identity: PublicConfig['identity']): Promise<Auth0Client> {
  loading ??= create(identity)
  return loading
}

/** Whether the library's cookie says that somebody signed in here; only the provider's session proves it. */
export function wasSignedIn(clientId: string, cookie: string): boolean {
  return cookie.split('; ').some((pair) => pair.startsWith(`auth0.${clientId}.is.authenticated=`))
}

async function create({ domain, clientId, audience, dpop }: PublicConfig['identity']): Promise<Auth0Client> {
  const { Auth0Client: Client } = await import('@auth0/auth0-spa-js')
  return new Client({
    domain,
    clientId,
    authorizationParams: { audience, scope: requestedScope, redirect_uri: `${location.origin}/me` },
    cacheLocation: 'memory',
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
    useDpop: dpop,
    workerUrl,
    sessionCheckExpiryDays: sessionDays,
    legacySameSiteCookie: false,
    authorizeTimeoutInSeconds: 10,
  })
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
