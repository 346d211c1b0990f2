import type { Auth0Client } from '@auth0/auth0-spa-js'
import workerUrl from '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url'
import type { PublicConfig } from '../context.ts'

/** The requested scopes, exactly (K3). */
export const requestedScope = 'openid profile email'

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
