import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTokenEndStore } from '../../platform/auth/token-end.store.ts'
import {
  authorizeAddress,
  openLogin,
  pkce,
  refresh,
  startIdentity,
  TestBrowser,
  type TestIdentity,
  tokensOf,
} from './identity.fixture.ts'

let world: TestIdentity
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())

const browser = () => new TestBrowser(world.origin)

test('an account that is blocked has no session and no refresh any more', async () => {
  const visitor = browser()
  const tokens = await tokensOf(world, visitor, 'lea@example.org')
  expect(await world.identity.setBlocked(' Lea@example.org', true)).toBe(true)
  expect((await refresh(world, tokens.refresh_token)).status).toBe(400)
  const { page, address, csrf } = await openLogin(world, visitor, pkce())
  expect(page.status).toBe(200)
  const refused = await visitor.post(address, { csrf, email: 'lea@example.org', password: 'werkbank-demo' })
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('gesperrt')
})

test('what a blocked account had does not come back when it is unblocked; it signs in again', async () => {
  const visitor = browser()
  const { setBlocked } = world.identity
  await setBlocked('lea@example.org', false)
  const tokens = await tokensOf(world, visitor, 'lea@example.org')
  const { sub = '', iat = 0 } = decodeJwt(tokens.access_token)
  await setBlocked('lea@example.org', true)
  await setBlocked('lea@example.org', false)
  expect((await refresh(world, tokens.refresh_token)).status).toBe(400)
  expect(await createTokenEndStore(world.db).isEnded(sub, new Date(iat * 1000), new Date())).toBe(true)
  expect((await visitor.fetch(authorizeAddress(world, pkce()))).headers.get('location')).toContain('/u/login')
  expect(await tokensOf(world, visitor, 'lea@example.org')).toMatchObject({ status: 200 })
  expect(await setBlocked('nobody@example.org', true)).toBe(false)
})

test('after a clock that was set back, the tokens of a person who signs in again or goes on count', async () => {
  const store = createTokenEndStore(world.db)
  const issuedAt = (token: string) => new Date((decodeJwt(token).iat ?? 0) * 1000)
  const inAnHour = () => new Date(Date.now() + 3_600_000)
  const { sub = '' } = decodeJwt((await tokensOf(world, browser(), 'lea@example.org')).access_token)
  await store.end(sub, inAnHour())
  const tokens = await tokensOf(world, browser(), 'lea@example.org')
  expect(await store.isEnded(sub, issuedAt(tokens.access_token), new Date())).toBe(false)
  await store.end(sub, inAnHour())
  const refreshed = await refresh(world, tokens.refresh_token)
  expect(await store.isEnded(sub, issuedAt(refreshed.access_token), new Date())).toBe(false)
})
