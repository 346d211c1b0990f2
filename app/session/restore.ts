import type { User } from '@auth0/auth0-spa-js'
import { ticketType } from '../../contracts/ticket.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { safeReturnTo, withoutCallback } from './return-path.ts'
import { actionFor } from './token.ts'
import { anonymous, loadingSession, type Session, type SessionClient, type SessionParts } from './start.ts'

/** What the address of the page brings, and the session of somebody who is not signed in. */
interface Given {
  ticket: string | null
  isCallback: boolean
  nobody: Session
}

/**
 * Restores the session with the library. It is a file of its own because only a page on which somebody signs in, or did,
 * loads it.
 * @throws what the library throws
 */
export async function restore(
  client: SessionClient,
  parts: SessionParts,
  { ticket, isCallback, nobody }: Given,
): Promise<void> {
  if (ticket !== null) await redeem(ticket, client, parts)
  if (isCallback && (await handleCallback(client, parts)) === 'leaving') return
  await client.checkSession()
  if (!(await client.isAuthenticated())) return parts.set(nobody)
  await loadMember(client, parts, nobody)
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
