import { useSyncExternalStore } from 'react'
import type { Member } from '../../contracts/member.ts'
import type { PublicConfig } from '../context.ts'
import { clearLiveData } from '../live/live-data.ts'
import { localeOf } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { rememberLocale, rememberReturn, takeReturn } from './address.ts'
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
    const client = await loadSdk(sessionConfig().identity)
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
  const client = await loadSdk(sessionConfig().identity)
  await client.logout({ logoutParams: { returnTo: `${location.origin}/` } })
}

/**
 * Forgets a token that could not be renewed.
 * @param isEnded the provider's session is over: the member is signed out
 */
export function dropToken(isEnded: boolean): void {
  set(isEnded ? anonymous : { ...session, token: null })
}

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
    loadToken: async () => (await import('./member-backend.ts')).freshToken(),
    loadBackend: async () => {
      const { memberBackend } = await import('./member-backend.ts')
      return memberBackend(backendUrl, localeOf(location.pathname))
    },
    set,
    go,
    login,
    takeReturn: () => takeReturn(browserStorage(), Date.now()),
    memory: pageStorage(),
    logError: console.error,
  })
}

/**
 * Returns the public configuration of the installation.
 * @throws Error before the session has been started
 */
export function sessionConfig(): PublicConfig {
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
