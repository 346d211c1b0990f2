import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  authorizeAddress,
  pkce,
  signIn,
  startIdentity,
  TestBrowser,
  type TestIdentity,
} from './identity.fixture.ts'

let world: TestIdentity
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())

const browser = () => new TestBrowser(world.origin)
const hour = 3_600_000

async function stored(): Promise<{ model: string; lives: number }[]> {
  const rows = await world.db.selectFrom('oidcPayload').select(['model', 'expiresAt']).execute()
  return rows.map(({ model, expiresAt }) => ({ model, lives: Number(expiresAt) - Date.now() }))
}

test('a visitor without an account leaves nothing for more than an hour', async () => {
  await browser().fetch('/oidc/logout')
  await browser().fetch(authorizeAddress(world, pkce()))
  await browser().fetch(authorizeAddress(world, pkce(), { prompt: 'none' }))
  const rows = await stored()
  expect(rows.map(({ model }) => model).toSorted()).toEqual(['Interaction', 'Session'])
  for (const { lives } of rows) expect(lives).toBeLessThanOrEqual(hour)
})

test('the session of an account lives for two weeks', async () => {
  await signIn(world, browser(), pkce())
  const longest = Math.max(
    ...(await stored()).filter(({ model }) => model === 'Session').map(({ lives }) => lives),
  )
  expect(Math.round(longest / hour)).toBe(14 * 24)
})

test('a network begins at most six hundred an hour; silent checks do not count', async () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address, 'accept-language': 'en' } })
  const start = (address: string, change = {}) =>
    browser().fetch(authorizeAddress(world, pkce(), change), from(address))
  const statuses: number[] = []
  for (let round = 0; round < 30; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => start('192.0.2.1', round % 2 ? { scope: 'openid' } : {})),
    )
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 303)).toHaveLength(600)
  const before = (await stored()).length
  const refused = await start('192.0.2.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(await refused.text()).toContain('There were too many sign-in attempts from your network.')
  expect((await browser().fetch('/oidc/logout', from('192.0.2.1'))).status).toBe(429)
  expect(await stored()).toHaveLength(before)
  expect((await start('192.0.2.1', { prompt: 'none' })).status).toBe(303)
  expect((await start('192.0.2.2')).status).toBe(303)
})
