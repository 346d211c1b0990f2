import type { Auth0Client, User } from '@auth0/auth0-spa-js'
import type { BackendClient } from '../../clients/backend.ts'
import type { Course, MemberCourse } from '../../contracts/course.ts'
import type { Member } from '../../contracts/member.ts'
import { askedBy, ticketIn } from './address.ts'

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
    const [client, { restore }] = await Promise.all([loadClient(), import('./restore.ts')])
    await restore(client, parts, { ticket, isCallback: asked === 'callback', nobody })
  } catch (error) {
    logError(error)
    set(nobody)
  }
}
