import type { Context, Hono } from 'hono'
import type { Database } from '../../platform/database/database.ts'
import type { ServiceEnv } from '../../platform/http/service.ts'
import { connectCalls, type ConnectOptions, leavePath } from './connect-calls.ts'
import { type Attempt, createAttemptStore, dropAttempt, newSecret } from './connections.store.ts'
import { nodeOf } from './form.ts'
import { pageHeaders } from './pages/layout.ts'
import { connectOverPage } from './pages/message.ts'
import { localeOfPage } from './pages/texts.ts'
import { refusalCode } from './second-provider.ts'

const backPath = '/u/connect/callback'

/**
 * Adds Auth0's calls for connecting an account with one at a second OpenID provider, and the addresses between them: the app
 * asks for a ticket, the browser takes it to the provider and comes back with a code, the app completes with both. Each step
 * counts once, within ten minutes, and only for the account that began: in the calls by its token, between them by its session
 * in this browser. So nobody connects an account with that of whoever opens their link.
 */
export function addConnect(app: Hono<ServiceEnv>, options: ConnectOptions): void {
  app.route('/me/v1/connected-accounts', connectCalls(options))
  addLeaving(app, options)
  addComingBack(app, options)
}

/** The browser comes from the app with a ticket, and goes on to the second provider. */
function addLeaving(app: Hono<ServiceEnv>, options: ConnectOptions): void {
  const { db, clock, issuerOrigin, second, log } = options
  const store = createAttemptStore(db)
  app.get(leavePath, async (c) => {
    const accountId = await sessionOf(c, options)
    const expected = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
    const { state: providerState, ...secrets } = expected
    const given = accountId && { accountId, providerState, ...secrets, now: clock() }
    const attempt = given ? await store.leave(c.req.query('ticket') ?? '', given) : null
    if (!attempt || attempt.connection !== second?.name) return over(c, options)
    try {
      const address = await second.addressOf({
        ...expected,
        redirectUri: issuerOrigin + backPath,
        scopes: attempt.scopes,
        parameters: attempt.parameters as Record<string, string>,
      })
      return c.redirect(address.href, 303)
    } catch (error) {
      log.error({ service: 'identity', err: error }, 'the second provider was not reached')
      return refuse(c, db, attempt, 'temporarily_unavailable')
    }
  })
}

/** The browser comes back from the second provider, and goes on to the app with a code. */
function addComingBack(app: Hono<ServiceEnv>, options: ConnectOptions): void {
  const { db, clock, issuerOrigin, second, log } = options
  const store = createAttemptStore(db)
  app.get(backPath, async (c) => {
    const accountId = await sessionOf(c, options)
    const state = c.req.query('state') ?? ''
    const attempt = accountId ? await store.comeBack(state, { accountId, now: clock() }) : null
    if (!attempt?.nonce || !attempt.codeVerifier || attempt.connection !== second?.name)
      return over(c, options)
    const { nonce, codeVerifier } = attempt
    const { pathname, search } = new URL(c.req.url)
    try {
      const person = await second.personAt(new URL(issuerOrigin + pathname + search), {
        state,
        nonce,
        codeVerifier,
      })
      const code = newSecret()
      await store.know(attempt.id, { ...person, code })
      const address = new URL(attempt.redirectUri)
      address.searchParams.set('connect_code', code)
      address.searchParams.set('state', attempt.state)
      return c.redirect(address.href, 303)
    } catch (error) {
      const code = refusalCode(error)
      if (code !== 'access_denied')
        log.error({ service: 'identity', err: error }, 'an account was not connected')
      return refuse(c, db, attempt, code === 'access_denied' ? code : 'server_error')
    }
  })
}

/** Returns the account that is signed in to the provider in this browser; null = nobody. */
async function sessionOf(c: Context<ServiceEnv>, { provider: current }: ConnectOptions) {
  const provider = current()
  const { incoming, outgoing } = nodeOf(c)
  const session = await provider.Session.get(provider.createContext(incoming, outgoing))
  return session.accountId ?? null
}

function over(c: Context<ServiceEnv>, { frame, issuerOrigin, appOrigins }: ConnectOptions) {
  const locale = localeOfPage(undefined, c.req.header('accept-language') ?? '')
  const headers = pageHeaders([issuerOrigin, ...appOrigins], 'no-referrer')
  return c.html(connectOverPage(frame, locale), 400, headers)
}

/** Ends an attempt and sends the browser back to the app. @param error what OAuth calls it */
async function refuse(
  c: Context<ServiceEnv>,
  db: Database,
  attempt: Attempt,
  error: string,
): Promise<Response> {
  await dropAttempt(db, attempt.id)
  const address = new URL(attempt.redirectUri)
  address.searchParams.set('error', error)
  address.searchParams.set('state', attempt.state)
  return c.redirect(address.href, 303)
}
