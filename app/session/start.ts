import type { Auth0Client, User } from '@auth0/auth0-spa-js'
import type { BackendClient } from '../../clients/backend.ts'
import { askedBy, safeReturnTo, withoutCallback } from './address.ts'
import { anonymous, loadingSession, type Session } from './state.ts'
import { actionFor } from './token.ts'

export type SessionClient = Pick<
  Auth0Client,
  'handleRedirectCallback' | 'checkSession' | 'isAuthenticated' | 'getUser'
>

/** What the start of a session works with: the browser gives its own, tests give theirs. */
export interface SessionParts {
  /** The address of the page at its start. */
  address: string
  /** Somebody signed in here before: the library's own cookie exists. */
  wasSignedIn: boolean
  /** Waits until the page has nothing better to do. */
  whenIdle: () => Promise<void>
  loadClient: () => Promise<SessionClient>
  /** @throws what the library or the scope check throws */
  loadToken: () => Promise<string>
  loadBackend: () => Promise<{
    backend: Pick<BackendClient, 'member' | 'courses' | 'memberCourses'>
    errorMessage: (error: unknown) => string
  }>
  set: (session: Session) => void
  /** Navigates within the site without a new entry in the history. */
  go: (path: string) => void
  login: (returnTo: string) => Promise<boolean>
  /** Outlives a redirect to the provider and back, not the tab. */
  memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  logError: (...what: unknown[]) => void
}

/**
 * Starts a session in the specification's order (section 4, `decisions.md` 14): an answer of the provider in the
 * address is handled at once; else the library is fetched only where somebody signed in before.
 */
export async function runStart(parts: SessionParts): Promise<void> {
  const { address, loadClient, logError, set } = parts
  const asked = askedBy(new URL(address).search)
  // Whoever comes from the provider is not sent there again by itself: it could turn in circles.
  const nobody: Session = asked === 'callback' ? { ...anonymous, error: 'login' } : anonymous
  if (asked === 'nothing') {
    if (!parts.wasSignedIn) return set(anonymous)
    await parts.whenIdle()
  }
  try {
    const client = await loadClient()
    if (asked === 'callback' && (await handleCallback(client, parts)) === 'leaving') return
    await client.checkSession()
    if (!(await client.isAuthenticated())) return set(nobody)
    await loadMember(client, parts, nobody)
  } catch (error) {
    logError(error)
    set(nobody)
  }
}

const againKey = 'session.again'

/** A failed callback is logged only (specification section 8); where it helps, sign-in starts again once. */
async function handleCallback(client: SessionClient, parts: SessionParts): Promise<'stay' | 'leaving'> {
  const { address, go, login, logError, memory } = parts
  const here = withoutCallback(address)
  try {
    const { appState } = await client.handleRedirectCallback<{ returnTo?: string } | undefined>(address)
    memory.removeItem(againKey)
    go(safeReturnTo(appState?.returnTo, new URL(address).origin, here))
    return 'stay'
  } catch (error) {
    logError(error)
    go(here)
    const action = actionFor(error)
    const again = action === 'again' && !memory.getItem(againKey)
    if (!again && action !== 'interactive') return 'stay'
    memory.setItem(againKey, '1')
    await login(here)
    return 'leaving'
  }
}

/** In this order: user, access token, member by e-mail, courses, the member's courses. */
async function loadMember(client: SessionClient, parts: SessionParts, nobody: Session): Promise<void> {
  const { loadBackend, loadToken, set } = parts
  const user = (await client.getUser()) ?? null
  let session: Session = { ...loadingSession, user }
  set(session)
  let token: string
  try {
    token = await loadToken()
  } catch (error) {
    return tokenFailed(error, { user, nobody }, parts)
  }
  const { backend, errorMessage } = await loadBackend()
  set((session = { ...session, token }))
  try {
    set((session = { ...session, member: await backend.member(user?.email ?? '') }))
    const courses = await backend.courses()
    const memberCourses = await backend.memberCourses()
    set({ ...session, status: 'authenticated', courses, memberCourses })
  } catch (error) {
    set({ ...session, status: 'authenticated', error: errorMessage(error) })
  }
}

/** The token is cleared (specification section 8); what to do next depends on why (`decisions.md` 17). */
async function tokenFailed(
  error: unknown,
  { user, nobody }: { user: User | null; nobody: Session },
  { address, logError, login, set }: SessionParts,
): Promise<void> {
  logError('Token konnte nicht geladen werden', error)
  const action = actionFor(error)
  if (action === 'signedOut') return set(nobody)
  if (action === 'interactive' && nobody === anonymous) {
    await login(withoutCallback(address))
    return
  }
  set({
    ...loadingSession,
    status: 'authenticated',
    user,
    error: action === 'retry' ? 'timeout' : 'token',
  })
}
