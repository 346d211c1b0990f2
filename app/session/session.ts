import type { Auth0Client, User } from '@auth0/auth0-spa-js'
import { useSyncExternalStore } from 'react'
import type { Authorise } from '../../clients/connector.ts'
import type { Course, MemberCourse } from '../../contracts/course.ts'
import type { Member } from '../../contracts/member.ts'
import type { PublicConfig } from '../context.ts'
import { forgetLiveData } from '../data/live-data.ts'
import { localeOf } from '../i18n/locale.ts'
import { askedBy, refusalAddress, safeReturnTo, withoutCallback } from './address.ts'
import { loadSdk, wasSignedIn } from './sdk.ts'
import { actionFor, requireScopes } from './token.ts'

/** Who is signed in, as far as this page knows. */
export interface Session {
  status: 'loading' | 'anonymous' | 'authenticated'
  user: User | null
  /** Access token for the product's calls; null when it could not be had. */
  token: string | null
  member: Member | null
  courses: Course[]
  memberCourses: MemberCourse[]
  /** What a screen may show when something about the member failed. */
  error: string | null
}

const loadingSession: Session = {
  status: 'loading',
  user: null,
  token: null,
  member: null,
  courses: [],
  memberCourses: [],
  error: null,
}
const anonymous: Session = { ...loadingSession, status: 'anonymous' }

let session = loadingSession
let config: PublicConfig | null = null
let started: Promise<void> | null = null
const listeners = new Set<() => void>()

/** The session, kept up to date; on the server and before the start it is `loading`. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, () => loadingSession)
}

export function getSession(): Session {
  return session
}

/**
 * Starts the session once per page (specification section 4): an answer of the provider in the address is handled at
 * once; else the library is fetched only where somebody signed in before, on content pages when the page is idle.
 * @param go navigates within the site without a new entry in the history
 */
export function startSession(publicConfig: PublicConfig, go: (path: string) => void): Promise<void> {
  config = publicConfig
  started ??= start(publicConfig, go)
  return started
}

/** Sends the visitor to the provider; afterwards the member is back at `returnTo`, a path of this site. */
export async function login(returnTo: string): Promise<void> {
  const client = await loadSdk(configured().identity)
  const locale = localeOf(returnTo)
  sessionStorage.setItem(localeKey, locale)
  await client.loginWithRedirect({ appState: { returnTo }, authorizationParams: { ui_locales: locale } })
}

/** Clears user, flag and token, ends the provider's session and returns to the home page. */
export async function logout(): Promise<void> {
  const client = await loadSdk(configured().identity)
  set(anonymous)
  forgetLiveData()
  await client.logout({ logoutParams: { returnTo: `${location.origin}/` } })
}

/** Headers that carry the member's token for one request, bound to it by a DPoP proof where the provider does that. */
export const authorise: Authorise = async ({ method, url }): Promise<Record<string, string>> => {
  const token = await freshToken()
  if (!configured().identity.dpop) return { authorization: `Bearer ${token}` }
  return { authorization: `DPoP ${token}`, dpop: await dpopProof(method, url, token) }
}

/** @throws Error with the specification's sentence (section 5) when tokens are not bound here */
export async function dpopProof(method: string, url: string, accessToken: string): Promise<string> {
  const { identity } = configured()
  if (!identity.dpop) throw new Error('useDpop option must be enabled before using DPoP.')
  const client = await loadSdk(identity)
  return client.generateDpopProof({ method, url, accessToken })
}

const localeKey = 'session.locale'
const againKey = 'session.again'

async function start(publicConfig: PublicConfig, go: (path: string) => void): Promise<void> {
  const { identity } = publicConfig
  const asked = askedBy(location.search)
  if (asked === 'refusal') return refuse(go)
  if (asked === 'nothing') {
    if (!wasSignedIn(identity.clientId, document.cookie)) return set(anonymous)
    if (!document.documentElement.hasAttribute('data-app')) await idle()
  }
  try {
    const client = await loadSdk(identity)
    if (asked === 'callback') await handleCallback(client, go)
    await client.checkSession()
    if (!(await client.isAuthenticated())) return set(anonymous)
    await loadMember(client)
  } catch (error) {
    console.error(error)
    set(anonymous)
  }
}

/** An unverified address: the transaction is dropped, the visitor reads why. */
function refuse(go: (path: string) => void): void {
  const locale = sessionStorage.getItem(localeKey) === 'en' ? 'en' : localeOf(location.pathname)
  // The library clears its transaction while it fails; that it fails is known.
  void loadSdk(configured().identity)
    .then((client) => client.handleRedirectCallback())
    .catch(() => {})
  set(anonymous)
  go(refusalAddress(locale))
}

async function handleCallback(client: Auth0Client, go: (path: string) => void): Promise<void> {
  const address = location.href
  try {
    const { appState } = await client.handleRedirectCallback<{ returnTo?: string } | undefined>(address)
    sessionStorage.removeItem(againKey)
    go(safeReturnTo(appState?.returnTo, location.origin, withoutCallback(address)))
  } catch (error) {
    // Specification section 8: a failed redirect callback is logged only.
    console.error(error)
    go(withoutCallback(address))
    await afterFailure(error)
  }
}

async function afterFailure(error: unknown): Promise<void> {
  const action = actionFor((error as { error?: string }).error)
  const back = withoutCallback(location.href)
  if (action === 'interactive') await login(back)
  if (action === 'retry') set({ ...session, error: 'timeout' })
  if (action === 'again' && !sessionStorage.getItem(againKey)) {
    sessionStorage.setItem(againKey, '1')
    await login(back)
  }
}

/** In this order: user, access token, member by e-mail, courses, the member's courses. */
async function loadMember(client: Auth0Client): Promise<void> {
  const user = (await client.getUser()) ?? null
  set({ ...loadingSession, user })
  const token = await freshToken().catch((error: unknown) => {
    console.error('Token konnte nicht geladen werden', error)
    return error as { error?: string }
  })
  if (typeof token !== 'string') {
    const signedOut = actionFor(token.error) === 'signedOut'
    return set(signedOut ? anonymous : { ...loadingSession, status: 'authenticated', user, error: 'token' })
  }
  set({ ...session, token })
  const { createBackendClient, errorMessage } = await import('../../clients/backend.ts')
  const { backendUrl } = configured()
  const locale = localeOf(location.pathname)
  const backend = createBackendClient({
    baseUrl: backendUrl,
    authorise,
    locale,
    fetch: (request) => fetch(request),
  })
  try {
    const member = await backend.member(user?.email ?? '')
    set({ ...session, member })
    const courses = await backend.courses()
    const memberCourses = await backend.memberCourses()
    set({ ...session, status: 'authenticated', courses, memberCourses })
  } catch (error) {
    set({ ...session, status: 'authenticated', error: errorMessage(error) })
  }
}

/** An access token with every scope that was asked for. */
async function freshToken(): Promise<string> {
  const client = await loadSdk(configured().identity)
  const answer = await client.getTokenSilently({ detailedResponse: true })
  if (!answer) throw new Error('No token')
  requireScopes(answer.scope)
  return answer.access_token
}

function configured(): PublicConfig {
  if (!config) throw new Error('The session has not been started')
  return config
}

function set(next: Session): void {
  session = next
  document.documentElement.dataset['signedIn'] = next.status === 'authenticated' ? 'yes' : 'no'
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
