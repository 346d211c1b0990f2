import { afterAll, beforeAll, expect, test } from 'vitest'
import { startIdentity, type TestIdentity } from './identity.fixture.ts'

let world: TestIdentity
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())

test.each([
  ['GET', '/u/nothing', 404],
  ['POST', '/u/nothing/at/all', 404],
  ['GET', '/me/v1/nothing', 404],
  ['GET', '/dbconnections/nothing', 404],
  ['POST', '/dbconnections/change_password', 415],
  ['GET', '/userinfo', 401],
  ['GET', '/v2/logout', 302],
  ['GET', '/u/identity.css', 200],
  ['GET', '/u/forgot-password', 200],
  ['GET', '/.well-known/openid-configuration', 200],
])('%s %s answers %d with the security headers', async (method, path, status) => {
  const response = await fetch(world.origin + path, { method, redirect: 'manual' })
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'$/),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
    'x-content-type-options': 'nosniff',
  })
})
