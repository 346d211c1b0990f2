import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import type { z } from 'zod'
import {
  CompleteConnect,
  type ConnectAnswer,
  Connect,
  type ConnectedAccount,
  type ConnectedAccounts,
  connectScopes,
} from '../../contracts/identity.ts'
import { isProblem, Problem, problemBody, wrongField } from '../../contracts/problem.ts'
import type { VerifyAccessToken } from '../../platform/auth/access-token.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, violates } from '../../platform/database/database.ts'
import { localeOf, readBody, type ServiceEnv } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import {
  beginAttempt,
  type Connection,
  createAttemptStore,
  createConnectionStore,
  hashOf,
  newSecret,
} from './connections.store.ts'
import type { PageFrame } from './pages/layout.ts'
import { redirectUris } from './policy.ts'
import type { SecondProvider } from './second-provider.ts'

/** From the first call to the last; the person signs in elsewhere meanwhile. */
const attemptSeconds = 600
const perAccount = { max: 20, windowSeconds: 3600 }
/** Where the browser takes the ticket to. */
export const leavePath = '/u/connect'

export interface ConnectOptions {
  db: Database
  clock: Clock
  log: Log
  issuerOrigin: string
  appOrigins: string[]
  /** Checks tokens for `{issuer}me/`. */
  verifyMyAccountToken: VerifyAccessToken
  /** null = no second provider is configured. */
  second: SecondProvider | null
  provider: () => Provider
  rateLimit: RateLimit
  frame: PageFrame
}

/** Auth0's calls for connecting an account, below `/me/v1/connected-accounts`, and for those that are connected. */
export function connectCalls(options: ConnectOptions): Hono<ServiceEnv> {
  const { db, appOrigins } = options
  const connections = createConnectionStore(db)
  const api = new Hono<ServiceEnv>()
  api.onError((error, c) => {
    if (!isProblem(error)) throw error
    const body = problemBody(error, localeOf(c.req.raw), c.get('requestId'))
    // The SDK shows `detail`.
    const detail = body.errors?.[0]?.message ?? body.message
    const headers = { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' }
    return Response.json(
      { ...body, detail },
      { status: body.status, headers: { ...headers, ...error.options.headers } },
    )
  })
  api.use(
    cors({
      origin: appOrigins,
      allowMethods: ['GET', 'POST', 'DELETE'],
      allowHeaders: ['authorization', 'content-type', 'dpop'],
      exposeHeaders: ['www-authenticate', 'dpop-nonce'],
    }),
  )

  addBegin(api, options)
  addComplete(api, options)

  api.get('/accounts', async (c) => {
    const accountId = await callerOf(c, connectScopes.read, options)
    const accounts = (await connections.ofAccount(accountId)).map(shown)
    return answer(c, { accounts } satisfies z.infer<typeof ConnectedAccounts>)
  })

  api.delete('/accounts/:id', async (c) => {
    const accountId = await callerOf(c, connectScopes.delete, options)
    await connections.remove(accountId, c.req.param('id'))
    return c.body(null, 204)
  })
  return api
}

function addBegin(api: Hono<ServiceEnv>, options: ConnectOptions): void {
  const { db, clock, issuerOrigin, appOrigins, second, rateLimit } = options
  api.post('/connect', async (c) => {
    const accountId = await callerOf(c, connectScopes.create, options)
    const asked = await readBody(c, Connect)
    if (asked.connection !== second?.name) throw wrongField('connection', 'unknown connection')
    if (!redirectUris(appOrigins).includes(asked.redirect_uri))
      throw wrongField('redirect_uri', 'not registered for this client')
    await rateLimit.hit(`connect:${accountId}`, perAccount)
    const [ticket, authSession] = [newSecret(), newSecret()]
    await beginAttempt(db, {
      accountId,
      connection: asked.connection,
      redirectUri: asked.redirect_uri,
      state: asked.state,
      codeChallenge: asked.code_challenge,
      scopes: [...new Set(['openid', ...(asked.scopes ?? ['profile', 'email'])])].join(' '),
      parameters: asked.authorization_params ?? {},
      expiresAt: new Date(clock().getTime() + attemptSeconds * 1000),
      ticket,
      authSession,
    })
    return answer(c, {
      connect_uri: issuerOrigin + leavePath,
      connect_params: { ticket },
      auth_session: authSession,
      expires_in: attemptSeconds,
    } satisfies z.infer<typeof ConnectAnswer>)
  })
}

function addComplete(api: Hono<ServiceEnv>, options: ConnectOptions): void {
  const { db, clock } = options
  api.post('/complete', async (c) => {
    const accountId = await callerOf(c, connectScopes.create, options)
    const { auth_session, connect_code, redirect_uri, code_verifier } = await readBody(c, CompleteConnect)
    const now = clock()
    // One try: a wrong one ends the attempt.
    const attempt = await createAttemptStore(db).end(auth_session, { accountId, now })
    const { subject, connectCodeHash } = attempt ?? {}
    if (!attempt || !subject || !connectCodeHash) throw wrongField('auth_session', 'unknown, used or expired')
    if (!connectCodeHash.equals(hashOf(connect_code))) throw wrongField('connect_code', 'wrong')
    if (attempt.redirectUri !== redirect_uri)
      throw wrongField('redirect_uri', 'another one than at the beginning')
    if (hashOf(code_verifier).toString('base64url') !== attempt.codeChallenge)
      throw wrongField('code_verifier', 'does not fit the challenge')
    const { connection, scopes, name } = attempt
    try {
      const row = { accountId, connection, subject, name, scopes, createdAt: now }
      return answer(c, shown(await createConnectionStore(db).connect(row)))
    } catch (error) {
      if (!violates(error, 'identity_connection_subject_unique')) throw error
      throw new Problem('conflict', { cause: error })
    }
  })
}

/** Returns the account of a token with a scope. @throws Problem `unauthorized`, `forbidden` */
async function callerOf(
  c: Context<ServiceEnv>,
  scope: string,
  { verifyMyAccountToken }: ConnectOptions,
): Promise<string> {
  const { subject } = await verifyMyAccountToken(c.req.raw)
  const token = (c.req.header('authorization') ?? '').split(' ')[1] ?? ''
  const { scope: granted = '' } = decodeJwt<{ scope?: string }>(token)
  if (!granted.split(' ').includes(scope)) throw new Problem('forbidden')
  return subject
}

function shown({ id, connection, scopes, createdAt, name }: Connection): ConnectedAccount {
  return {
    id,
    connection,
    access_type: 'offline',
    scopes: scopes.split(' '),
    created_at: createdAt.toISOString(),
    name,
  }
}

function answer(c: Context<ServiceEnv>, body: object): Response {
  return c.json(body, 200, { 'cache-control': 'no-store' })
}
