import type { Auth0Client } from '@auth0/auth0-spa-js'
import workerUrl from '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url'
import type { PublicConfig } from '../context.ts'
import { requestedScope } from './token.ts'

/** As long as the provider's own session, so that a reload finds its way back. */
const sessionDays = 14

let loading: Promise<Auth0Client> | null = null

/** The identity library, fetched when it is needed for the first time: 63 KB that a visitor never pays. */
export function loadSdk(identity: PublicConfig['identity']): Promise<Auth0Client> {
  loading ??= create(identity)
  return loading
}

/** The library's own hint that somebody signed in here; the proof is the provider's session. */
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
