import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import {
  demoPassword,
  newestLink,
  openLogin,
  pkce,
  refresh,
  startIdentity,
  subjects,
  TestBrowser,
  type TestIdentity,
  tokenRequest,
  tokensOf,
} from './identity.fixture.ts'

let world: TestIdentity
let lines: string[] = []
beforeAll(async () => {
  world = await startIdentity({ log: createLog('info', { write: (line) => lines.push(line) }) })
})
afterAll(() => world.close())

const address = '192.0.2.44'
const browser = () => new TestBrowser(world.origin)
const events = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ msg }) => msg === 'identity event')

async function attempt(email: string, password: string): Promise<void> {
  const visitor = browser()
  const { address: page, csrf } = await openLogin(world, visitor, pkce())
  await visitor.post(page, { csrf, email, password }, { 'x-forwarded-for': address })
}

test('a sign-in, a wrong one and a limited one are logged, without addresses and passwords', async () => {
  lines = []
  await attempt('mia@example.org', demoPassword)
  await attempt('neu@example.org', demoPassword)
  for (let each = 0; each < 11; each++) await attempt('Tom@example.org', 'not the password')
  const kinds = events().map(({ event }) => event)
  expect(kinds).toEqual(['signIn', 'signInUnverified', ...Array(10).fill('signInWrong'), 'signInLimited'])
  expect(events()[0]).toMatchObject({
    account: subjects.mia,
    network: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  expect(new Set(events().map(({ network }) => network)).size).toBe(1)
  expect(new Set(events().map(({ mailbox }) => mailbox)).size).toBe(2)
  for (const secret of ['example.org', address, 'not the password', demoPassword])
    expect(lines.join('').toLowerCase()).not.toContain(secret)
})

test('tokens, their refusal and the reuse of a refresh token are logged without the tokens', async () => {
  lines = []
  const visitor = browser()
  const tokens = await tokensOf(world, visitor)
  await refresh(world, tokens.refresh_token)
  await refresh(world, tokens.refresh_token)
  await tokenRequest(world, { grant_type: 'refresh_token', refresh_token: 'unknown' })
  expect(events().map(({ event }) => event)).toEqual([
    'signIn',
    'tokenIssued',
    'tokenIssued',
    'refreshTokenReused',
    'tokenRefused',
  ])
  expect(events()[3]).toMatchObject({ account: subjects.mia, error: 'invalid_grant' })
  expect(lines.join('')).not.toContain(tokens.refresh_token)
  lines = []
  await visitor.fetch('/v2/logout')
  expect(events()).toMatchObject([{ event: 'signOut', account: subjects.mia }])
})

test('a reset is logged when it is asked for and when it is done', async () => {
  lines = []
  await browser().post('/u/forgot-password', { email: 'kai@example.org' })
  const ticket = new URL(await newestLink(world, 'kai@example.org')).searchParams.get('ticket') ?? ''
  await browser().post('/u/reset-password', { ticket, password: 'ein langer neuer Satz' })
  expect(events().map(({ event }) => event)).toEqual(['resetAsked', 'resetDone'])
  expect(events()[1]?.account).toMatch(/^auth0\|/)
  expect(lines.join('')).not.toContain(ticket)
})

test('events are counted', () => {
  expect(world.identity.events.get('signInWrong')).toBe(10)
  expect(world.identity.events.get('refreshTokenReused')).toBe(1)
})
