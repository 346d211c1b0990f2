import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '../../contracts/problem.ts'
import { createLog } from '../../platform/log.ts'
import {
  authorizeAddress,
  exchange,
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

test('the process goes on, and people sign in when there is room again', async () => {
  failsAfter = 0
  const refused = await browser().fetch(authorizeAddress(world, pkce()))
  expect(refused.status).toBe(507)
  failsAfter = null
  expect((await tokensOf(world, browser())).access_token).toBeTruthy()
})
