import type { Auth0Client, User } from '@auth0/auth0-spa-js'
import type { BackendClient } from '../../clients/backend.ts'
import type { Course, MemberCourse } from '../../contracts/course.ts'
import type { Member } from '../../contracts/member.ts'
import { askedBy, safeReturnTo, withoutCallback } from './address.ts'
import { actionFor } from './sdk.ts'

/** The signed-in person, as far as this page knows. */
export interface Session {
  status: 'loading' | 'anonymous' | 'authenticated'
  user: User | null
  /** Access token for product calls; null when it could not be had. */
  token: string | null
  member: Member | null
  courses: Course[]
  memberCourses: MemberCourse[]
  /**
   * The failure: `token` (none could be had), `timeout` (the provider did not answer), `login` (sign-in was not
   * finished), otherwise a sentence to show.
   */
  error: string | null
}

export const loadingSession: Session = {
  status: 'loading',
  user: null,
  token: null,
  member: null,
  courses: [],
  memberCourses: [],
  error: null,
}

export const anonymous: Session = { ...loadingSession, status: 'anonymous' }

export type SessionClient = Pick<
  Auth0Client,
  'handleRedirectCallback' | 'checkSession' | 'isAuthenticated' | 'getUser'
>

/** Dependencies of the start; tests pass their own. */
export interface SessionParts {
  /** Address of the page. */
  address: string
  /** The library's cookie exists: somebody signed in here before. */
  wasSignedIn: boolean
  /** Resolves when the page is idle. */
  whenIdle: () => Promise<void>
  loadClient: () => Promise<SessionClient>
  /** @throws what the library or the scope check throws */
  loadToken: () => Promise<string>
  loadBackend: () => Promise<{
    backend: Pick<BackendClient, 'member' | 'courses' | 'memberCourses'>
    errorMessage: (error: unknown) => string
  }>
  set: (session: Session) => void
  /** Navigates within the site without a new history entry. */
  go: (path: string) => void
  login: (returnTo: string) => Promise<boolean>
  /** Survives a redirect to the provider and back, not the tab. */
  memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  logError: (...what: unknown[]) => void
}

/**
 * Starts a session in the order of A1 and A2: handles the provider's answer at once, otherwise loads the library only
 * where somebody signed in before.
 */
export async function runStart(parts: SessionParts): Promise<void> {
  const { address, loadClient, logError, set } = parts
  const asked = askedBy(new URL(address).search)
  // After an answer of the provider it is not opened again automatically, which could loop.
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

/** A failed callback is only logged (E11); where E27 says so, sign-in starts again once. */
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

/** Loads in this order (A2): user, access token, member by email, courses, courses of the member. */
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

/** The token is cleared (E12); the next step depends on the error (E27). */
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
