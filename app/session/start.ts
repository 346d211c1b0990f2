import type { Auth0Client, User } from '@auth0/auth0-spa-js'
import type { BackendClient } from '../../clients/backend.ts'
import type { Course, MemberCourse } from '../../contracts/course.ts'
import type { Member } from '../../contracts/member.ts'
import { ticketType } from '../../contracts/ticket.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { askedBy, safeReturnTo, ticketIn, withoutCallback } from './address.ts'
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
   * finished), `noMember` (the account has no membership), otherwise a sentence to show.
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
  'handleRedirectCallback' | 'loginWithCustomTokenExchange' | 'checkSession' | 'isAuthenticated' | 'getUser'
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
  /** Where somebody wanted to sign in last, in any tab; asked once. */
  takeReturn: () => string | null
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
  const { search, hash } = new URL(address)
  const asked = askedBy(search)
  const ticket = ticketIn(hash)
  // After an answer of the provider it is not opened again automatically, which could loop.
  const nobody: Session = asked === 'callback' ? { ...anonymous, error: 'login' } : anonymous
  if (asked === 'nothing' && ticket === null) {
    if (!parts.wasSignedIn) return set(anonymous)
    await parts.whenIdle()
  }
  try {
    const client = await loadClient()
    if (ticket !== null) await redeem(ticket, client, parts)
    if (asked === 'callback' && (await handleCallback(client, parts)) === 'leaving') return
    await client.checkSession()
    if (!(await client.isAuthenticated())) return set(nobody)
    await loadMember(client, parts, nobody)
  } catch (error) {
    logError(error)
    set(nobody)
  }
}

/**
 * Signs in by the link of a verification mail, and leads on. A failure is only logged: the page, which stays, says that
 * the address is confirmed, and has the button to sign in.
 */
async function redeem(ticket: string, client: SessionClient, parts: SessionParts): Promise<void> {
  const { go, logError, takeReturn } = parts
  const { origin, pathname, search } = new URL(parts.address)
  // It counts once; no history entry keeps it.
  go(pathname + search)
  try {
    await client.loginWithCustomTokenExchange({ subject_token: ticket, subject_token_type: ticketType })
  } catch (error) {
    return logError(error)
  }
  go(safeReturnTo(takeReturn(), origin, paths.me(localeOf(pathname))))
}

const againKey = 'session.again'

/** A failed callback is only logged (E11); where E27 says so, sign-in starts again once. */
async function handleCallback(client: SessionClient, parts: SessionParts): Promise<'stay' | 'leaving'> {
  const { address, go, login, logError, memory, takeReturn } = parts
  const here = withoutCallback(address)
  try {
    const { appState } = await client.handleRedirectCallback<{ returnTo?: string } | undefined>(address)
    memory.removeItem(againKey)
    takeReturn()
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
