import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  authorizeAddress,
  exchange,
  openLogin,
  pkce,
  refresh,
  signIn,
  startIdentity,
  subjects,
  TestBrowser,
  type TestIdentity,
  tokenRequest,
  tokensOf,
} from './identity.fixture.ts'

let world: TestIdentity
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())

const browser = () => new TestBrowser(world.origin)

describe('authorization code with PKCE', () => {
  test('signs in and answers tokens for the API', async () => {
    const code = pkce()
    const callback = await signIn(world, browser(), code)
    expect(callback.pathname).toBe('/me')
    expect(callback.searchParams.get('state')).toBe('state-of-the-test')
    expect(callback.searchParams.get('iss')).toBe(`${world.origin}/`)

    const tokens = await exchange(world, callback, code)
    expect(tokens).toMatchObject({
      status: 200,
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'openid profile email',
    })
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: `${world.origin}/`,
      aud: 'werkbank',
      sub: subjects.mia,
      nonce: 'nonce-of-the-test',
      name: 'Mia Sommer',
      email: 'mia@example.org',
      email_verified: true,
    })
    expect(decodeProtectedHeader(tokens.id_token).alg).toBe('RS256')

    const expected = { issuer: `${world.origin}/`, audience: world.audience, algorithms: ['RS256'] }
    const remote = createRemoteJWKSet(new URL(`${world.origin}/.well-known/jwks.json`))
    for (const keys of [remote, world.identity.keys]) {
      const { payload } = await jwtVerify(tokens.access_token, keys, expected)
      expect(payload).toMatchObject({ sub: subjects.mia, email: 'mia@example.org', email_verified: true })
    }
  })

  test('takes the configured audience when none is asked for', async () => {
    const code = pkce()
    const callback = await signIn(world, browser(), code, { change: { audience: '' } })
    expect(decodeJwt((await exchange(world, callback, code)).access_token).aud).toEqual([
      world.audience,
      `${world.origin}/userinfo`,
    ])
  })

  test('publishes where its endpoints are', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const response = await fetch(`${world.origin}/.well-known/${name}`)
      expect(await response.json()).toMatchObject({
        issuer: `${world.origin}/`,
        authorization_endpoint: `${world.origin}/authorize`,
        token_endpoint: `${world.origin}/oauth/token`,
        jwks_uri: `${world.origin}/.well-known/jwks.json`,
      })
    }
  })

  test('ignores the Host header of the caller', async () => {
    const response = await fetch(authorizeAddress(world, pkce()), {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    const row = await world.db
      .selectFrom('oidcPayload')
      .select('payload')
      .where('model', '=', 'Interaction')
      .orderBy('expiresAt', 'desc')
      .executeTakeFirstOrThrow()
    expect(row.payload).toContain(`"returnTo":"${world.origin}/authorize/`)
  })

  test('gives the session a new id at sign-in', async () => {
    const visitor = browser()
    await signIn(world, visitor, pkce())
    const before = visitor.cookie('identity')
    await signIn(world, visitor, pkce(), { change: { prompt: 'login' } })
    expect(visitor.cookie('identity')).not.toBe(before)
  })

  test('signs in silently while the session lasts', async () => {
    const visitor = browser()
    await signIn(world, visitor, pkce())
    const silent = { prompt: 'none', response_mode: 'web_message' }
    const response = await visitor.fetch(authorizeAddress(world, pkce(), silent))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('"code":"')
    expect(response.headers.get('content-security-policy')).not.toContain('frame-ancestors')
    expect(response.headers.get('x-frame-options')).toBeNull()

    const stranger = await browser().fetch(authorizeAddress(world, pkce(), silent))
    expect(stranger.status).toBe(200)
    expect(await stranger.text()).toContain('login_required')
  })
})

describe('refuses', () => {
  test('a wrong verifier', async () => {
    const callback = await signIn(world, browser(), pkce())
    expect(await exchange(world, callback, pkce())).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test('a code used twice, and ends what came of it', async () => {
    const code = pkce()
    const callback = await signIn(world, browser(), code)
    const first = await exchange(world, callback, code)
    expect(await exchange(world, callback, code)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await refresh(world, first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test.each([
    ['a foreign redirect', { redirect_uri: 'https://evil.example/me' }],
    ['a redirect to another path', { redirect_uri: 'ORIGIN/me/../evil' }],
    ['an unknown client', { client_id: 'nobody' }],
  ])('%s, without leaving', async (_, change) => {
    const filled = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value.replace('ORIGIN', world.origin)]),
    )
    const response = await browser().fetch(authorizeAddress(world, pkce(), filled))
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('identity-page')
  })

  test.each([
    ['a request without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a foreign audience', { audience: 'https://other.example/api' }, 'invalid_target'],
    ['the implicit flow', { response_type: 'token', response_mode: '' }, 'unsupported_response_type'],
  ])('%s', async (_, change, error) => {
    const response = await browser().fetch(authorizeAddress(world, pkce(), change))
    const location = new URL(response.headers.get('location') ?? '')
    const answer = new URLSearchParams(location.search || location.hash.slice(1))
    expect(location.pathname).toBe('/me')
    expect(answer.get('error')).toBe(error)
  })

  test.each([
    [
      'the password grant',
      { grant_type: 'password', username: 'mia@example.org', password: 'werkbank-demo' },
    ],
    ['client credentials', { grant_type: 'client_credentials' }],
    ['no grant', {}],
    [
      'an unknown code',
      { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43), redirect_uri: 'x' },
    ],
    ['a body that is too large', { grant_type: 'refresh_token', refresh_token: 'x'.repeat(60_000) }],
    ['NUL', { grant_type: 'refresh_token', refresh_token: '\0' }],
  ])('%s at the token endpoint', async (_, fields) => {
    const answer = await tokenRequest(world, fields)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.error).toBeTypeOf('string')
  })

  test('JSON at the token endpoint', async () => {
    const response = await fetch(`${world.origin}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  test('a foreign origin at the token endpoint', async () => {
    const tokens = await tokensOf(world, browser())
    const response = await fetch(`${world.origin}/oauth/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({
        client_id: 'werkbank',
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
      }),
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('NUL and broken escapes in an authorization request with no 500', async () => {
    for (const value of ['%00', '%ff', '%ED%A0%80', '%F0%9F%98%80']) {
      const address = authorizeAddress(world, pkce()).replace('state-of-the-test', value)
      expect((await browser().fetch(address)).status).toBeLessThan(500)
    }
  })
})

describe('refresh tokens', () => {
  test('rotate, and their lifetime is never extended', async () => {
    const tokens = await tokensOf(world, browser())
    const end = new Date(Date.now() + 500_000)
    await moveExpiry(end)
    const next = await refresh(world, tokens.refresh_token)
    expect(next.status).toBe(200)
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    const rows = await world.db
      .selectFrom('oidcPayload')
      .select('expiresAt')
      .where('model', '=', 'RefreshToken')
      .execute()
    for (const row of rows) expect(row.expiresAt?.getTime()).toBeLessThanOrEqual(end.getTime() + 1000)
  })

  test('used twice end the whole family, with the words that the SDK falls back on', async () => {
    const tokens = await tokensOf(world, browser())
    const next = await refresh(world, tokens.refresh_token)
    const refusal = {
      status: 400,
      error: 'invalid_grant',
      error_description: 'Unknown or invalid refresh token.',
    }
    expect(await refresh(world, tokens.refresh_token)).toMatchObject(refusal)
    expect(await refresh(world, next.refresh_token)).toMatchObject(refusal)
  })

  test('used eight times at once pass exactly once', async () => {
    const tokens = await tokensOf(world, browser())
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(world, tokens.refresh_token)))
    const winners = answers.filter((answer) => answer.status === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(7)
  })

  test('are revoked by /oauth/revoke', async () => {
    const tokens = await tokensOf(world, browser())
    const revoked = await fetch(`${world.origin}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'werkbank', token: tokens.refresh_token }),
    })
    expect(revoked.status).toBe(200)
    expect((await refresh(world, tokens.refresh_token)).status).toBe(400)
  })

  async function moveExpiry(end: Date): Promise<void> {
    const rows = await world.db
      .selectFrom('oidcPayload')
      .selectAll()
      .where('model', '=', 'RefreshToken')
      .execute()
    for (const { model, idHash, payload } of rows) {
      const moved = { ...JSON.parse(payload), exp: Math.floor(end.getTime() / 1000) }
      await world.db
        .updateTable('oidcPayload')
        .set({ payload: JSON.stringify(moved), expiresAt: end })
        .where('model', '=', model)
        .where('idHash', '=', idHash)
        .execute()
    }
  }
})

describe('an address that is not confirmed', () => {
  test('is refused with verify-mail, and no session begins', async () => {
    const visitor = browser()
    const callback = await signIn(world, visitor, pkce(), { email: 'neu@example.org' })
    expect(callback.pathname).toBe('/me')
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      error: 'unauthorized',
      error_description: 'verify-mail',
      state: 'state-of-the-test',
      iss: `${world.origin}/`,
    })
    expect((await signIn(world, visitor, pkce())).searchParams.has('code')).toBe(true)
  })

  test('is refused in a session that is older', async () => {
    const visitor = browser()
    await signIn(world, visitor, pkce(), { email: 'kai@example.org' })
    await setVerified('kai@example.org', false)
    const response = await visitor.fetch(authorizeAddress(world, pkce()))
    const callback = new URL(response.headers.get('location') ?? '', world.origin)
    expect(callback.searchParams.get('error_description')).toBe('verify-mail')
    await setVerified('kai@example.org', true)
  })

  function setVerified(email: string, emailVerified: boolean) {
    return world.db.updateTable('identityAccount').set({ emailVerified }).where('email', '=', email).execute()
  }
})

test('nothing usable is at rest', async () => {
  const visitor = browser()
  const code = pkce()
  const { address, csrf } = await openLogin(world, visitor, code)
  const pending = address.split('/').at(-1) as string
  const before = await dump()
  expect(before).not.toContain(pending)
  const callback = await visitor.follow(
    await visitor.post(address, { csrf, email: 'mia@example.org', password: 'werkbank-demo' }),
  )
  const authorizationCode = callback.searchParams.get('code') as string
  expect(await dump()).not.toContain(authorizationCode)
  const tokens = await exchange(world, callback, code)
  // A signed-in visitor who must sign in again: the interaction knows the session.
  const again = await openLogin(world, visitor, pkce(), { prompt: 'login' })
  const at = await dump()
  const secrets = {
    refresh: tokens.refresh_token,
    access: tokens.access_token,
    session: visitor.cookie('identity') as string,
    interaction: again.address.split('/').at(-1) as string,
  }
  for (const [name, value] of Object.entries(secrets)) {
    expect(value.length, name).toBeGreaterThan(20)
    expect(at.includes(value), name).toBe(false)
  }

  async function dump(): Promise<string> {
    return JSON.stringify(await world.db.selectFrom('oidcPayload').selectAll().execute())
  }
})

test('handles its own paths and no other', () => {
  const { handles } = world.identity
  for (const path of [
    '/authorize',
    '/authorize/abc',
    '/oauth/token',
    '/oauth/revoke',
    '/oidc/logout',
    '/oidc/logout/confirm',
    '/v2/logout',
    '/userinfo',
    '/.well-known/jwks.json',
    '/u/login/x',
    '/dbconnections/signup',
    '/me/v1/connected-accounts/connect',
  ])
    expect(handles(path), path).toBe(true)
  for (const path of [
    '/',
    '/me',
    '/me/bookings',
    '/me/v1',
    '/u',
    '/auth',
    '/authorized',
    '/.well-known/security.txt',
  ])
    expect(handles(path), path).toBe(false)
})

test('what does not exist yet answers a problem', async () => {
  for (const path of ['/dbconnections/signup', '/me/v1/factors', '/u/nothing']) {
    const response = await fetch(world.origin + path, { method: 'POST' })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  }
})
