import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testIssuer } from '../../platform/auth/access-token.fixture.ts'
import {
  exchange,
  pkce,
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

const ask = (headers: Record<string, string>, method = 'GET') =>
  fetch(`${world.origin}/userinfo`, { method, headers })

async function tokenOf(scope: string): Promise<string> {
  const code = pkce()
  // Only a request for an ID token may have a nonce.
  const change = { scope, ...(scope.startsWith('openid') ? {} : { nonce: '' }) }
  const callback = await signIn(world, new TestBrowser(world.origin), code, { change })
  return (await exchange(world, callback, code)).access_token
}

test.each([
  ['openid', { sub: subjects.mia }],
  ['openid email', { sub: subjects.mia, email: 'mia@example.org', email_verified: true }],
  [
    'openid profile',
    { sub: subjects.mia, name: 'Mia Sommer', nickname: 'mia', locale: 'de', updated_at: expect.any(Number) },
  ],
])('a token with the scope "%s" tells what the scope asks for', async (scope, claims) => {
  const authorization = `Bearer ${await tokenOf(scope)}`
  for (const method of ['GET', 'POST']) {
    const response = await ask({ authorization }, method)
    expect([response.status, await response.json()]).toEqual([200, claims])
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('a token without the scope openid, an ID token and none are refused', async () => {
  const tokens = await tokensOf(world, new TestBrowser(world.origin))
  const narrow = await tokenOf('profile')
  expect(decodeJwt(narrow)).toMatchObject({ scope: 'profile', aud: world.audience })
  for (const token of [narrow, tokens.id_token, `${tokens.access_token}x`]) {
    const response = await ask({ authorization: `Bearer ${token}` })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
  }
  expect((await ask({})).status).toBe(401)
})

test('a bound token needs a proof for this address', async () => {
  const key = await (await testIssuer(() => new Date())).browser()
  const code = pkce()
  const callback = await signIn(world, new TestBrowser(world.origin), code)
  const { access_token: token } = await tokenRequest(
    world,
    {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      code_verifier: code.verifier,
      redirect_uri: `${world.origin}/me`,
    },
    { dpop: await key.proof({ token: '', method: 'POST', url: `${world.origin}/oauth/token` }) },
  )
  const proofFor = (path: string, claims = {}) =>
    key.proof({ token, method: 'GET', url: world.origin + path }, claims)
  const authorization = `DPoP ${token}`
  expect((await ask({ authorization, dpop: await proofFor('/userinfo') })).status).toBe(200)
  expect((await ask({ authorization, dpop: await proofFor('/api') })).status).toBe(401)
  expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(401)

  const origin = world.origin
  const refusal = await ask({ authorization, origin, dpop: await proofFor('/userinfo', { iat: 1 }) })
  const { status, headers } = refusal
  expect([status, headers.get('access-control-allow-origin')]).toEqual([401, origin])
  expect(headers.get('access-control-expose-headers')).toBe('www-authenticate,dpop-nonce')
  const dpop = await proofFor('/userinfo', { iat: 1, nonce: headers.get('dpop-nonce') })
  expect((await ask({ authorization, origin, dpop })).status).toBe(200)
})

test('a blocked account tells nothing', async () => {
  const { access_token } = await tokensOf(world, new TestBrowser(world.origin), 'lea@example.org')
  await world.db
    .updateTable('identityAccount')
    .set({ blocked: true })
    .where('email', '=', 'lea@example.org')
    .execute()
  expect((await ask({ authorization: `Bearer ${access_token}` })).status).toBe(401)
})

test('the site may ask from a browser, nobody else', async () => {
  const preflight = async (origin: string) =>
    (
      await fetch(`${world.origin}/userinfo`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
    ).headers.get('access-control-allow-origin')
  expect(await preflight(world.origin)).toBe(world.origin)
  expect(await preflight('https://evil.example')).toBeNull()
})
