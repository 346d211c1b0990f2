import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizeAddress, mailsTo, pkce, startIdentity, type TestIdentity } from './identity.fixture.ts'

let world: TestIdentity
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())

const paths = [
  '/authorize',
  '/authorize/x',
  '/oauth/token',
  '/oauth/revoke',
  '/oidc/logout',
  '/oidc/logout/confirm',
  '/oidc/logout/success',
  '/v2/logout',
  '/userinfo',
  '/.well-known/jwks.json',
  '/u/login/x',
  '/u/forgot-password',
  '/u/reset-password',
  '/u/email-verification',
  '/u/identity.css',
  '/dbconnections/change_password',
  '/dbconnections/signup',
  '/me/v1/connected-accounts/connect',
]
const names = [
  'client_id',
  'email',
  'ticket',
  'password',
  'csrf',
  'lang',
  'grant_type',
  'code',
  'state',
  'returnTo',
]
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    "'; drop table mail; --",
    '__proto__',
    '1e308',
    '../..',
    '\r\nx: y',
    'x'.repeat(5000),
  ),
  fc.constantFrom('werkbank', 'authorization_code', 'refresh_token', 'mia@example.org', 'en'),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.integer(),
  fc.constant(null),
  fc.array(nasty, { maxLength: 2 }),
  fc.object({ maxDepth: 3 }),
)
const fields = fc.dictionary(fc.oneof(fc.constantFrom(...names), nasty), value, { maxKeys: 6 })
const body = fc.oneof(
  fields.map((given) => ({ type: 'application/json', text: JSON.stringify(given) })),
  nasty.map((text) => ({ type: 'application/json', text })),
  fields.map((given) => ({ type: 'application/x-www-form-urlencoded', text: formOf(given) })),
  nasty.map((type) => ({ type: /^[\x21-\x7e]+$/.test(type) ? type : 'text/plain', text: 'x' })),
)
const requests = fc.record({
  path: fc.constantFrom(...paths),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'),
  query: fc.oneof(fields.map(formOf), fc.constantFrom('%', '%ff', '%00', 'a=%ED%A0%80', '__proto__[x]=1')),
  cookie: fc.constantFrom(
    '',
    'identity=x',
    'identity-interaction=x; identity-interaction.sig=y',
    'identity=%00',
  ),
  body,
})

test('going on with a sign-in that nobody began is refused, whatever the address says', async () => {
  for (const query of ['', '?client_id=werkbank', '?client_id=werkbank&redirect_uri=https://evil.example']) {
    const response = await fetch(`${world.origin}/authorize/x${query}`, { redirect: 'manual' })
    await response.text()
    expect(response.status).toBe(400)
  }
})

test('whatever is sent, no answer is a 500 and no mail goes out', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ path, method, query, cookie, body }) => {
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const response = await fetch(`${world.origin}${path}?${query}`, {
        method,
        redirect: 'manual',
        headers: { ...(cookie && { cookie }), ...(hasBody && { 'content-type': body.type }) },
        ...(hasBody && { body: body.text }),
      })
      const text = await response.text()
      expect(response.status, text).toBeLessThan(500)
      expect(text).not.toMatch(/node_modules|at \w+ \(|select .* from/i)
    }),
    { numRuns: 1500 },
  )
  expect(await mailsTo(world, 'neu@example.org')).toEqual([])
})

test.each(Object.keys(parametersOf()))(
  'the authorization request takes nothing strange as %s',
  async (name) => {
    for (const strange of ['\0', 'x'.repeat(3000), '[]', '%', '\u{1f600}', '__proto__', ' ']) {
      const response = await fetch(authorizeAddress(world, pkce(), { [name]: strange }), {
        redirect: 'manual',
      })
      await response.text()
      expect(response.status).toBeLessThan(500)
      const location = response.headers.get('location')
      if (location) expect(new URL(location, world.origin).origin).toBe(world.origin)
    }
  },
)

function parametersOf() {
  return Object.fromEntries(
    new URL(authorizeAddress({ origin: 'http://localhost', audience: 'x' }, pkce())).searchParams,
  )
}

function formOf(given: Record<string, unknown>): string {
  return new URLSearchParams(
    Object.entries(given).map(([name, one]): [string, string] => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  ).toString()
}
