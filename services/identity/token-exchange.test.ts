import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testIssuer } from '../../platform/auth/access-token.fixture.ts'
import { createAccounts } from './accounts.ts'
import {
  authorizeAddress,
  newestLink,
  pkce,
  signIn,
  startIdentity,
  TestBrowser,
  type TestIdentity,
  tokenRequest,
} from './identity.fixture.ts'
import { createPasswords } from './password.ts'

let now = new Date()
let world: TestIdentity
let bound: TestIdentity
beforeAll(async () => {
  world = await startIdentity({ clock: () => now })
  bound = await startIdentity({ dpop: true, clock: () => now })
})
afterAll(() => Promise.all([world.close(), bound.close()]))
beforeEach(async () => {
  await world.db.deleteFrom('rateLimit').execute()
})

let count = 0

/** Registers somebody and opens the link of the mail; returns the browser, the account and where it ends. */
async function confirmed(test_ = world, browser = new TestBrowser(test_.origin)) {
  const email = `frida${count++}@example.org`
  const accounts = createAccounts({ db: test_.db, passwords: createPasswords(), clock: () => now })
  await accounts.register({ email, password: 'ein langer neuer Satz', userMetadata: { locale: 'en' } })
  const link = await newestLink(test_, email)
  const ticket = new URL(link).searchParams.get('ticket') as string
  const answer = await browser.post('/u/email-verification', { ticket })
  const end = new URL(answer.headers.get('location') ?? '')
  return { email, browser, answer, end, ticket: end.hash.replace('#ticket=', '') }
}

const fieldsOf = (ticket: string, change = {}, test_ = world) => ({
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token: ticket,
  subject_token_type: 'urn:werkbank:ticket',
  scope: 'openid profile email',
  audience: test_.audience,
  ...change,
})

test('the link of the mail ends on the message page, with a ticket in the fragment only', async () => {
  const { end, answer } = await confirmed()
  expect(`${end.origin}${end.pathname}`).toBe(`${world.origin}/en/auth`)
  expect(Object.fromEntries(end.searchParams)).toEqual({
    success: 'true',
    message: 'Deine E-Mail-Adresse ist bestätigt. Du kannst dich jetzt anmelden.',
  })
  expect(end.hash).toMatch(/^#ticket=[\w-]{43}$/)
  expect(answer.headers.get('set-cookie')).toMatch(
    /^identity=[^;]+; path=\/; expires=[^;]+; samesite=lax; httponly/i,
  )
})

test('the ticket gives tokens of its account, once', async () => {
  const { ticket, email } = await confirmed()
  const tokens = await tokenRequest(world, fieldsOf(ticket))
  expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', scope: 'openid profile email' })
  expect(decodeJwt(tokens.id_token)).toMatchObject({ email, email_verified: true, aud: 'werkbank' })
  const { aud, ...claims } = decodeJwt(tokens.access_token)
  expect([aud].flat()).toContain(world.audience)
  expect(claims).toMatchObject({ email, email_verified: true })
  expect(tokens.refresh_token).toBeUndefined()
  expect(await tokenRequest(world, fieldsOf(ticket))).toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('eight uses of one ticket at once give one token', async () => {
  const { ticket } = await confirmed()
  const answers = await Promise.all(Array.from({ length: 8 }, () => tokenRequest(world, fieldsOf(ticket))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a ticket is over after a minute', async () => {
  const { ticket } = await confirmed()
  now = new Date(now.getTime() + 61_000)
  expect(await tokenRequest(world, fieldsOf(ticket))).toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('a ticket of a person who was blocked meanwhile is worth nothing', async () => {
  const { ticket, email } = await confirmed()
  await world.identity.setBlocked(email, true)
  expect(await tokenRequest(world, fieldsOf(ticket))).toMatchObject({ status: 400, error: 'invalid_grant' })
})

describe('a wrong request', () => {
  test.each([
    ['no ticket', { subject_token: '' }, 'invalid_request'],
    ['an unknown ticket', { subject_token: 'x'.repeat(43) }, 'invalid_grant'],
    ['another kind of token', { subject_token_type: 'urn:other' }, 'invalid_request'],
    ['no kind of token', { subject_token_type: '' }, 'invalid_request'],
    ['another audience', { audience: 'https://other.example' }, 'invalid_target'],
    ['another client', { client_id: 'other' }, 'invalid_client'],
  ])('%s', async (_, change, error) => {
    const { ticket } = await confirmed()
    const answer = await tokenRequest(world, fieldsOf(ticket, change))
    expect(answer.error).toBe(error)
    expect(answer.access_token).toBeUndefined()
  })

  test.each([
    ['for a new password', true],
    ['that confirms an address', false],
  ])('a mailed ticket %s', async (_, isKnown) => {
    const { email } = await confirmed()
    const address = isKnown ? email : `other${count++}@example.org`
    const accounts = createAccounts({ db: world.db, passwords: createPasswords(), clock: () => now })
    await accounts.register({ email: address, password: 'ein langer neuer Satz' })
    const mailed = new URL(await newestLink(world, address)).searchParams.get('ticket') as string
    expect(await tokenRequest(world, fieldsOf(mailed))).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test('a session ticket confirms no address and sets no password', async () => {
    const { ticket } = await confirmed()
    const browser = new TestBrowser(world.origin)
    expect((await browser.post('/u/email-verification', { ticket })).status).toBe(400)
    const reset = { ticket, password: 'noch ein neuer Satz' }
    expect((await browser.post('/u/reset-password', reset)).status).toBe(400)
  })

  test('scopes that the provider does not know, or does not give here, are left out', async () => {
    const { ticket } = await confirmed()
    const tokens = await tokenRequest(world, fieldsOf(ticket, { scope: 'email admin offline_access' }))
    expect([tokens.status, tokens.scope]).toEqual([200, 'openid email'])
  })
})

test('with bound tokens the exchange needs a proof, and binds to its key', async () => {
  const key = await (await testIssuer(() => new Date())).browser()
  const proof = () => key.proof({ token: '', method: 'POST', url: `${bound.origin}/oauth/token` })
  const { ticket } = await confirmed(bound)
  expect(await tokenRequest(bound, fieldsOf(ticket, {}, bound))).toMatchObject({
    status: 400,
    error: 'invalid_grant',
  })
  const once = await proof()
  const tokens = await tokenRequest(bound, fieldsOf(ticket, {}, bound), { dpop: once })
  expect(tokens).toMatchObject({ status: 200, token_type: 'DPoP' })
  expect(decodeJwt(tokens.access_token)['cnf']).toEqual(key.cnf)
  const { ticket: second } = await confirmed(bound)
  expect(await tokenRequest(bound, fieldsOf(second, {}, bound), { dpop: once })).toMatchObject({
    status: 400,
  })
})

describe("the provider's session in the browser of the link", () => {
  const silently = (browser: TestBrowser) =>
    browser.fetch(authorizeAddress(world, pkce(), { prompt: 'none' }))

  test('renews silently after a reload', async () => {
    const { browser } = await confirmed()
    const answer = await silently(browser)
    expect(new URL(answer.headers.get('location') ?? '').searchParams.has('code')).toBe(true)
  })

  test('takes the place of the session of another account, with a new identifier', async () => {
    const browser = new TestBrowser(world.origin)
    await signIn(world, browser, pkce())
    const stolen = new TestBrowser(world.origin)
    for (const name of ['identity', 'identity.sig']) stolen.setCookie(name, browser.cookie(name) ?? '')
    expect((await silently(stolen)).headers.get('location')).toContain('code=')
    await confirmed(world, browser)
    expect(browser.cookie('identity')).not.toBe(stolen.cookie('identity'))
    const answer = await silently(stolen)
    expect(answer.headers.get('location')).toContain('error=login_required')
  })

  test('does not begin for a link that is over', async () => {
    const browser = new TestBrowser(world.origin)
    await browser.post('/u/email-verification', { ticket: 'x'.repeat(43) })
    expect(browser.cookie('identity')).toBeUndefined()
  })
})
