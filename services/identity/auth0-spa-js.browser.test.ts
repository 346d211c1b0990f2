import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Auth0Client, Auth0ClientOptions } from '@auth0/auth0-spa-js'
import { type Browser, chromium, type Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccessTokenVerifier, type VerifyAccessToken } from '../../platform/auth/access-token.ts'
import { createNonces } from '../../platform/auth/dpop-nonce.ts'
import { type SecondDouble, startSecondProvider } from './second-provider.fixture.ts'
import { clientId, demoPassword, startIdentity, subjects, type TestIdentity } from './identity.fixture.ts'

declare global {
  interface Window {
    createClient(options: Auth0ClientOptions): Auth0Client
    client: Auth0Client
  }
}

let world: TestIdentity
let second: SecondDouble
let browser: Browser
let page: Page
let verify: VerifyAccessToken
const tokenCalls: string[] = []

beforeAll(async () => {
  second = await startSecondProvider()
  world = await startIdentity({
    otherwise: (req, res) => void serveSite(req, res),
    connect: second.connection,
  })
  second.register(`${world.origin}/u/connect/callback`)
  const seen = new Set<string>()
  verify = createAccessTokenVerifier({
    issuer: `${world.origin}/`,
    audience: world.audience,
    keys: world.identity.keys,
    clock: () => new Date(),
    publicUrl: world.origin,
    replay: { remember: async (jti) => !seen.has(jti) && Boolean(seen.add(jti)) },
    nonces: createNonces(Buffer.alloc(32)),
    isEnded: async () => false,
  })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
})
afterAll(async () => {
  await browser.close()
  await world.close()
  await second.close()
})
beforeEach(async () => {
  page = await (await browser.newContext({ locale: 'de-DE' })).newPage()
  page.on('request', (request) => {
    if (request.url().endsWith('/oauth/token'))
      tokenCalls.push(new URLSearchParams(request.postData() ?? '').get('grant_type') ?? '')
  })
  tokenCalls.length = 0
})
afterEach(() => page.context().close())

describe.each([{ useDpop: false }, { useDpop: true }])('auth0-spa-js with %j', ({ useDpop }) => {
  test('signs in, reads the user, and gets a token for the API', async () => {
    await signIn({ useDpop })
    expect(await page.evaluate(() => window.client.getUser())).toMatchObject({
      sub: subjects.mia,
      name: 'Mia Sommer',
      email: 'mia@example.org',
      email_verified: true,
    })
    const token = given(await page.evaluate(() => window.client.getTokenSilently({ detailedResponse: true })))
    expect(token.token_type).toBe(useDpop ? 'DPoP' : 'Bearer')
    expect(token.scope ?? 'openid profile email').toBe('openid profile email')
    expect('cnf' in decodeJwt(token.access_token)).toBe(useDpop)
    const calls = await page.evaluate(async (token) => {
      const fetcher = window.client.createFetcher({
        ...(token.token_type === 'DPoP' && { dpopNonceId: 'api' }),
        getAccessToken: () => window.client.getTokenSilently({ detailedResponse: true }),
      })
      const url = `${location.origin}/api/whoami`
      const own = await fetcher.fetchWithAuth(url)
      const bearer = await fetch(url, { headers: { authorization: `Bearer ${token.access_token}` } })
      return { own: await own.json(), bearer: bearer.status }
    }, token)
    expect(calls.own).toEqual({ subject: subjects.mia, email: 'mia@example.org', emailVerified: true })
    // A stolen token that is bound to a key is worth nothing without the key.
    expect(calls.bearer).toBe(useDpop ? 401 : 200)
  })

  test('rotates the refresh token at every use', async () => {
    await signIn({ useDpop })
    const tokens = await page.evaluate(async () => {
      const all: unknown[] = []
      for (let round = 0; round < 3; round++)
        all.push(await window.client.getTokenSilently({ cacheMode: 'off' }))
      return all
    })
    expect(new Set(tokens).size).toBe(3)
    expect(tokenCalls).toEqual(['authorization_code', 'refresh_token', 'refresh_token', 'refresh_token'])
  })

  test('comes back after a reload through the silent iframe', async () => {
    await signIn({ useDpop })
    await open('/', { useDpop })
    tokenCalls.length = 0
    const name = await page.evaluate(async () => {
      await window.client.checkSession()
      return (await window.client.getUser())?.name
    })
    expect(name).toBe('Mia Sommer')
    expect(tokenCalls).toEqual(['authorization_code'])
  })

  test('falls back to the iframe when its refresh token was revoked', async () => {
    await signIn({ useDpop })
    await world.db.deleteFrom('oidcPayload').where('model', '=', 'RefreshToken').execute()
    const token = await page.evaluate(() => window.client.getTokenSilently({ cacheMode: 'off' }))
    expect(decodeJwt(given(token)).sub).toBe(subjects.mia)
    expect(tokenCalls.slice(-2)).toEqual(['refresh_token', 'authorization_code'])
  })

  test('signs out to the home page, and stays signed out', async () => {
    await signIn({ useDpop })
    await Promise.all([
      page.waitForURL(`${world.origin}/`),
      page.evaluate(() => window.client.logout({ logoutParams: { returnTo: `${location.origin}/` } })),
    ])
    await ready({ useDpop })
    const error = await page.evaluate(() =>
      window.client.getTokenSilently().then(String, (error) => error.error),
    )
    expect(error).toBe('login_required')
  })

  test('learns that the address is not confirmed, and may sign in as somebody else', async () => {
    await signIn({ useDpop, email: 'neu@example.org', handled: false })
    const refusal = await page.evaluate(() =>
      window.client
        .handleRedirectCallback()
        .then(String, ({ error, error_description }) => ({ error, error_description })),
    )
    expect(refusal).toEqual({ error: 'unauthorized', error_description: 'verify-mail' })
    await signIn({ useDpop })
    expect(await page.evaluate(() => window.client.isAuthenticated())).toBe(true)
  })
})

describe.each([{ useDpop: false }, { useDpop: true }])('connects an account with %j', ({ useDpop }) => {
  const connect = (connection = 'elsewhere') =>
    page.evaluate(
      (name) =>
        window.client
          .connectAccountWithRedirect({ connection: name, appState: { returnTo: '/me/profil' } })
          .then(
            () => null,
            ({ message }: Error) => message,
          ),
      connection,
    )
  const callback = () =>
    page.evaluate(() =>
      window.client.handleRedirectCallback().then(
        (result) => ({ ...result, error: null }),
        ({ message, error }) => ({ error: error ?? message }),
      ),
    )

  test('asks the second provider, and keeps who signed in there', async () => {
    await signIn({ useDpop })
    await Promise.all([page.waitForURL(`${second.issuer}/**`), connect()])
    await page.getByRole('button', { name: 'Sign in as ada' }).click()
    await page.waitForURL(`${world.origin}/me?connect_code=**`)
    await ready({ useDpop })
    expect(await callback()).toMatchObject({
      error: null,
      response_type: 'connect_code',
      appState: { returnTo: '/me/profil' },
      connection: 'elsewhere',
      access_type: 'offline',
      scopes: ['openid', 'profile', 'email'],
      id: expect.stringMatching(/^cac_/),
    })
    const rows = await world.db.selectFrom('identityConnection').selectAll().execute()
    expect(rows).toMatchObject([
      { accountId: subjects.mia, connection: 'elsewhere', subject: 'ada', name: 'ada@elsewhere.example' },
    ])
    expect(await world.db.selectFrom('identityConnect').selectAll().execute()).toEqual([])
  })

  test('comes back with a refusal, and connects nothing', async () => {
    await world.db.deleteFrom('identityConnection').execute()
    await signIn({ useDpop })
    await Promise.all([page.waitForURL(`${second.issuer}/**`), connect()])
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(`${world.origin}/me?error=access_denied**`)
    await ready({ useDpop })
    expect(await callback()).toMatchObject({ error: 'access_denied' })
    expect(await world.db.selectFrom('identityConnection').selectAll().execute()).toEqual([])
  })

  test('refuses without a connection, and with an unknown one', async () => {
    await signIn({ useDpop })
    expect(await connect('')).toBe('connection is required')
    expect(await connect('nowhere')).toBe('unknown connection')
  })
})

test('five tokens at once in two tabs', async () => {
  await signIn({ useDpop: true })
  const first = page
  const second = await page.context().newPage()
  page = second
  await open('/', { useDpop: true })
  await second.evaluate(() => window.client.checkSession())
  const results = await Promise.all(
    [first, second].map((tab) =>
      tab.evaluate(() =>
        Promise.all(Array.from({ length: 5 }, () => window.client.getTokenSilently({ cacheMode: 'off' }))),
      ),
    ),
  )
  expect(results.flat().every((token) => token?.split('.').length === 3)).toBe(true)
})

test('somebody else signs in over a session that lasts', async () => {
  await signIn({ useDpop: true })
  await signIn({ useDpop: true, email: 'tom@example.org', prompt: 'login' })
  expect((await page.evaluate(() => window.client.getUser()))?.email).toBe('tom@example.org')
})

test('nothing on the sign-in page breaks its own policy', async () => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await signIn({ useDpop: true })
  expect(complaints.filter((text) => /policy|refused/i.test(text))).toEqual([])
})

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing was given')
  return value
}

interface SignIn {
  useDpop: boolean
  email?: string
  handled?: boolean
  prompt?: 'login'
}

async function signIn({ useDpop, email = 'mia@example.org', handled = true, prompt }: SignIn): Promise<void> {
  await open('/', { useDpop })
  await page.evaluate(
    (authorizationParams) => {
      void window.client.loginWithRedirect({ appState: { returnTo: '/me/bookings' }, authorizationParams })
    },
    prompt ? { prompt } : {},
  )
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL(`${world.origin}/me?**`)
  await ready({ useDpop })
  if (!handled) return
  const { appState } = await page.evaluate(() => window.client.handleRedirectCallback())
  expect(appState).toEqual({ returnTo: '/me/bookings' })
}

async function open(path: string, options: { useDpop: boolean }): Promise<void> {
  await page.goto(world.origin + path)
  await ready(options)
}

async function ready({ useDpop }: { useDpop: boolean }): Promise<void> {
  await page.waitForFunction(() => typeof window.createClient === 'function')
  await page.evaluate(
    (options) => {
      window.client = window.createClient(options)
    },
    {
      domain: world.origin,
      clientId,
      useRefreshTokens: true,
      useRefreshTokensFallback: true,
      useDpop,
      legacySameSiteCookie: false,
      authorizeTimeoutInSeconds: 10,
      authorizationParams: {
        redirect_uri: `${world.origin}/me`,
        audience: world.audience,
        scope: 'openid profile email',
      },
    },
  )
}

/** A site of two files, and an API of one path. */
async function serveSite(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', world.origin)
  if (url.pathname === '/sdk.js') {
    res.writeHead(200, { 'content-type': 'text/javascript' })
    const file = import.meta
      .resolve('@auth0/auth0-spa-js')
      .replace(/dist.*/, 'dist/auth0-spa-js.production.esm.js')
    createReadStream(new URL(file)).pipe(res)
  } else if (url.pathname === '/api/whoami') {
    const headers = new Headers(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
    const answer = await verify(new Request(url, { headers })).then(
      (caller) => [200, caller] as const,
      () => [401, {}] as const,
    )
    res.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]))
  } else {
    res.writeHead(200, { 'content-type': 'text/html' })
    res.end(`<!doctype html><title>site</title><script type="module">
      import { Auth0Client } from '/sdk.js'
      window.createClient = (options) => new Auth0Client(options)
    </script>`)
  }
}
