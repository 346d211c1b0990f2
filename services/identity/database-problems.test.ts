import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '../../contracts/problem.ts'
import { createLog } from '../../platform/log.ts'
import {
  authorizeAddress,
  exchange,
  openLogin,
  pkce,
  signIn,
  startIdentity,
  TestBrowser,
  type TestIdentity,
  tokensOf,
} from './identity.fixture.ts'

/** Thrown instead of a statement that would follow this many; null = the database works. */
let failsAfter: number | null = null
let world: TestIdentity
const full = () => new Problem('databaseFull', { headers: { 'retry-after': '60' } })

beforeAll(async () => {
  world = await startIdentity({
    log: createLog('silent'),
    onStatement: () => {
      if (failsAfter !== null && failsAfter-- <= 0) throw full()
    },
  })
})
beforeEach(() => {
  failsAfter = null
})
afterAll(() => world.close())

const browser = () => new TestBrowser(world.origin)

test.each([0, 1, 2, 3, 4])(
  'a sign-in that begins while the database is full gets 507 and a time to wait (after %i statements)',
  async (statements) => {
    failsAfter = statements
    const answer = await browser().fetch(authorizeAddress(world, pkce()), {
      headers: { accept: 'text/html' },
    })
    const isDone = failsAfter !== null && failsAfter >= 0
    failsAfter = null
    expect([answer.status, answer.headers.get('retry-after')]).toEqual(isDone ? [303, null] : [507, '60'])
  },
)

test('the page says it in words', async () => {
  failsAfter = 0
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  const page = await browser().fetch(authorizeAddress(world, pkce()), { headers })
  expect(await page.text()).toContain('Our storage is full. Please try again later.')
})

test('a token request gets a problem body that the library in the browser can read', async () => {
  const code = pkce()
  const callback = await signIn(world, browser(), code)
  failsAfter = 0
  const refused = await exchange(world, callback, code)
  failsAfter = null
  expect(refused).toMatchObject({ status: 507, code: 'databaseFull', error: 'temporarily_unavailable' })
})

test.each(['SEARCH', 'DELETE'])('a method that no endpoint takes gets a problem body: %s', async (method) => {
  const answer = await fetch(`${world.origin}/oauth/token`, { method })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ status: 404, code: 'notFound', error: 'invalid_request' })
})

test('the process goes on, and people sign in when there is room again', async () => {
  failsAfter = 0
  const refused = await browser().fetch(authorizeAddress(world, pkce()))
  expect(refused.status).toBe(507)
  failsAfter = null
  expect((await tokensOf(world, browser())).access_token).toBeTruthy()
})

test.each([0, 1, 2, 3, 4, 5])(
  'a form that is sent while the database is full gets a page, not JSON (after %i statements)',
  async (statements) => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce())
    const fields = { csrf, email: 'lea@example.org', password: 'werkbank-demo' }
    failsAfter = statements
    const refused = await visitor.post(address, fields, {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-language': 'en',
    })
    failsAfter = null
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([507, '60'])
    expect(refused.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await refused.text()).toContain('Our storage is full. Please try again later.')
    // A program gets a problem body.
    failsAfter = statements
    const asked = await visitor.post(address, fields)
    failsAfter = null
    expect(await asked.json()).toMatchObject({ status: 507, code: 'databaseFull' })
  },
)
