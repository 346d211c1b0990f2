import { useSyncExternalStore } from 'react'
import type { Authorise } from '../../clients/calls.ts'
import type { Member } from '../../contracts/member.ts'
import type { PublicConfig } from '../context.ts'
import { clearLiveData } from '../live/live-data.ts'
import { localeOf } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { rememberLocale, rememberReturn, takeReturn } from './address.ts'
import { createNonceRetry } from './nonce-retry.ts'
import { loadSdk, wasSignedIn } from './sdk.ts'
import { anonymous, loadingSession, runStart, type Session } from './start.ts'
import { browserStorage, pageStorage } from '../delivery/session-storage.ts'

let session = loadingSession
let config: PublicConfig | null = null
let started: Promise<void> | null = null
/** The browser is leaving for the provider: no other navigation may start. */
let leaving = false
const listeners = new Set<() => void>()

/** Returns the live session; `loading` on the server and before the start. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, () => loadingSession)
}

export function getSession(): Session {
  return session
}

/** Resolves once it is known who is signed in. */
export async function settledSession(): Promise<Session> {
  await started
  return session
}

/**
 * Starts the session once per page. A second call gets the same start, so that the provider's answer is used once.
 * @param go navigates within the site without a new history entry
 */
export function startSession(publicConfig: PublicConfig, go: (path: string) => void): Promise<void> {
  config = publicConfig
  started ??= start(publicConfig, go)
  return started
}

/**
 * Sends the visitor to the provider, to return to `returnTo`, a path of this site.
 * @returns false when the provider's page could not be opened
 */
export async function login(returnTo: string): Promise<boolean> {
  if (leaving) return true
  leaving = true
  const locale = localeOf(returnTo)
  rememberLocale(locale, pageStorage())
  rememberReturn(returnTo, browserStorage(), Date.now())
  try {
    const client = await loadSdk(configured().identity)
    await client.loginWithRedirect({ appState: { returnTo }, authorizationParams: { ui_locales: locale } })
    return true
  } catch (error) {
    console.error(error)
    leaving = false
    set({ ...anonymous, error: 'login' })
    return false
  }
}

/** Shows a member whose data this page has changed. */
export function setMember(member: Member): void {
  if (session.member?.id === member.id) set({ ...session, member })
}

/**
 * Clears user, flag and token, ends the provider's session and returns to the home page, where the page script says so in
 * the language of the page that was left.
 */
export async function logout(): Promise<void> {
  leaving = true
  set(anonymous)
  clearLiveData()
  const locale = localeOf(location.pathname)
  pageStorage().setItem('note', `${locale} ${translate(locale, 'site_signed_out')}`)
  const client = await loadSdk(configured().identity)
  await client.logout({ logoutParams: { returnTo: `${location.origin}/` } })
}

/**
 * Returns headers with the member's token for one request, bound by a DPoP proof where the provider offers it.
 * @throws what the library throws; an ended session is signed out, any other failure clears the token
 */
export const authorise: Authorise = async ({ method, url }): Promise<Record<string, string>> => {
  const token = await freshToken().catch(async (error: unknown) => {
    console.error('Token konnte nicht geladen werden', error)
    const { actionFor } = await import('./token.ts')
    set(actionFor(error) === 'signedOut' ? anonymous : { ...session, token: null })
    throw error
  })
  if (!configured().identity.dpop) return { authorization: `Bearer ${token}` }
  return { authorization: `DPoP ${token}`, dpop: await dpopProof(method, url, token) }
}

async function dpopProof(method: string, url: string, accessToken: string): Promise<string> {
  const { identity } = configured()
  const [client, { requireDpop }] = await Promise.all([loadSdk(identity), import('./token.ts')])
  requireDpop(identity.dpop)
  const nonce = nonceRetry.nonce()
  return client.generateDpopProof({ method, url, accessToken, ...(nonce !== undefined && { nonce }) })
}

const nonceRetry = createNonceRetry({ authorise, fetch: (request) => fetch(request) })

/** Sends a request that `authorise` signed, also from a device whose clock is wrong. */
export const fetchSigned = nonceRetry.fetch

function start(publicConfig: PublicConfig, go: (path: string) => void): Promise<void> {
  const { identity, backendUrl } = publicConfig
  window.addEventListener('pageshow', ({ persisted }) => {
    // The browser restored the page after an unfinished sign-in: it still believes that it is leaving.
    if (persisted && leaving) location.reload()
  })
  return runStart({
    address: location.href,
    wasSignedIn: wasSignedIn(identity.clientId, document.cookie),
    whenIdle: () => (document.documentElement.hasAttribute('data-app') ? Promise.resolve() : idle()),
    loadClient: () => loadSdk(identity),
    loadToken: freshToken,
    loadBackend: async () => {
      const { memberBackend } = await import('./member-backend.ts')
      const locale = localeOf(location.pathname)
      return memberBackend({ baseUrl: backendUrl, authorise, locale, fetch: fetchSigned })
    },
    set,
    go,
    login,
    takeReturn: () => takeReturn(browserStorage(), Date.now()),
    memory: pageStorage(),
    logError: console.error,
  })
}

async function freshToken(): Promise<string> {
  const [client, { loadToken }] = await Promise.all([loadSdk(configured().identity), import('./token.ts')])
  return loadToken(client)
}

function configured(): PublicConfig {
  if (!config) throw new Error('The session has not been started')
  return config
}

function set(next: Session): void {
  session = next
  // Until then the hint of the frame's script stands.
  if (next.status !== 'loading') {
    const { dataset } = document.documentElement
    dataset['signedIn'] = next.status === 'authenticated' ? 'yes' : 'no'
    dataset['member'] = next.member ? 'yes' : 'no'
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 4000 })
    else setTimeout(resolve, 1000)
  })
}
