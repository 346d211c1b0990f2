import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityMessageOf } from '../../contracts/identity-messages.ts'
import { requestPasswordMail } from '../../clients/identity.ts'
import { createTokenEnd } from '../../platform/auth/token-end.ts'
import { cleanUpIdentity } from './identity.ts'
import {
  clientId,
  demoPassword,
  mailsTo,
  newestLink,
  pkce,
  refresh,
  signIn,
  startIdentity,
  TestBrowser,
  type TestIdentity,
  tokensOf,
} from './identity.fixture.ts'

const newPassword = 'ein langer neuer Satz'
let world: TestIdentity
let now = new Date()
beforeAll(async () => {
  world = await startIdentity({ clock: () => now })
})
afterAll(() => world.close())
// Past every limit of the test before.
beforeEach(() => {
  now = new Date(now.getTime() + 3_700_000)
})

const browser = () => new TestBrowser(world.origin)
const post = (path: string, fields: Record<string, string>, headers = {}) =>
  browser().post(path, fields, headers)

function changePassword(body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${world.origin}/dbconnections/change_password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const asked = (email: string) => ({
  client_id: clientId,
  email,
  connection: 'Username-Password-Authentication',
})

async function resetTicket(email: string): Promise<string> {
  await changePassword(asked(email))
  return ticketOf(await newestLink(world, email))
}

function ticketOf(link: string): string {
  return new URL(link).searchParams.get('ticket') as string
}

describe('POST /dbconnections/change_password', () => {
  test('answers the same for every address, and mails only to accounts', async () => {
    const before = (await mailsTo(world, 'mia@example.org')).length
    const texts = await Promise.all(
      ['MIA@example.org', 'nobody@example.org'].map(async (email) => {
        const response = await changePassword(asked(email))
        expect(response.status).toBe(200)
        return response.text()
      }),
    )
    expect(new Set(texts)).toEqual(new Set(["We've just sent you an email to reset your password."]))
    const mails = await mailsTo(world, 'mia@example.org')
    expect(mails).toHaveLength(before + 1)
    expect(mails.at(-1)).toMatchObject({ locale: 'de', subject: 'Neues Passwort für dein Konto' })
    expect(await mailsTo(world, 'nobody@example.org')).toHaveLength(0)
  })

  test('writes in the language of the account', async () => {
    await changePassword(asked('lea@example.org'))
    expect((await mailsTo(world, 'lea@example.org')).at(-1)?.subject).toBe('New password for your account')
  })

  test('sends at most five mails an hour to one account', async () => {
    const before = (await mailsTo(world, 'kai@example.org')).length
    for (let round = 0; round < 8; round++)
      expect((await changePassword(asked('kai@example.org'))).status).toBe(200)
    expect(await mailsTo(world, 'kai@example.org')).toHaveLength(before + 5)
  })

  test('stops a network that asks too often', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.20' }
    for (let round = 0; round < 50; round++) await changePassword(asked(`a${round}@example.org`), headers)
    const response = await changePassword(asked('b@example.org'), headers)
    expect(response.status).toBe(429)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  })

  test('may be called from the site only', async () => {
    const preflight = (origin: string) =>
      fetch(`${world.origin}/dbconnections/change_password`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    expect((await preflight(world.origin)).headers.get('access-control-allow-origin')).toBe(world.origin)
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each([
    ['no JSON', '{', 400, 'body'],
    ['an array', '[]', 400, 'body'],
    ['NUL', '{"email":"\\u0000"}', 400, 'body'],
    ['no client', { ...asked('a@example.org'), client_id: undefined }, 400, 'client_id'],
    ['another client', { ...asked('a@example.org'), client_id: 'other' }, 400, 'client_id'],
    ['a number as address', asked(7 as never), 400, 'email'],
    ['two addresses', asked('a@example.org, b@example.org'), 400, 'email'],
    ['an address with a line break', asked('a@example.org\r\nBcc: b@example.org'), 400, 'email'],
    ['another connection', { ...asked('a@example.org'), connection: 'google' }, 400, 'connection'],
    ['a huge body', `{"email":"${'x'.repeat(300_000)}"}`, 413, 'body'],
  ])('refuses %s and names the field', async (_, body, status, field) => {
    const mails = await world.db.selectFrom('mail').select('id').execute()
    const response = await changePassword(body)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(((await response.json()) as { errors: { field: string }[] }).errors[0]?.field).toBe(field)
    await world.deliver()
    expect(await world.db.selectFrom('mail').select('id').execute()).toHaveLength(mails.length)
  })

  test('is what the client of the site calls', async () => {
    const before = (await mailsTo(world, 'tom@example.org')).length
    await requestPasswordMail({
      baseUrl: world.origin,
      clientId,
      email: 'tom@example.org',
      fetch,
      warn: (message) => expect.fail(message),
    })
    expect(await mailsTo(world, 'tom@example.org')).toHaveLength(before + 1)
  })
})

test('a failing call is only logged', async () => {
  const logged: string[] = []
  await requestPasswordMail({
    baseUrl: world.origin,
    clientId: 'other',
    email: 'tom@example.org',
    fetch,
    warn: (message, error) => logged.push(`${message}: ${String(error)}`),
  })
  expect(logged).toEqual(['password mail: Error: change_password: 400'])
})

describe('a link for a new password', () => {
  test('sets it once, and ends every session and token', async () => {
    const visitor = browser()
    const tokens = await tokensOf(world, visitor)
    const ticket = await resetTicket('mia@example.org')
    const other = await resetTicket('mia@example.org')
    const page = await browser().fetch(`/u/reset-password?ticket=${ticket}`)
    expect(await page.text()).toMatch(/id="password"[^>]*autocomplete="new-password"/s)

    const done = await post('/u/reset-password', { ticket, password: newPassword })
    expect(done.status).toBe(303)
    const address = new URL(done.headers.get('location') as string)
    expect(address.pathname).toBe('/auth')
    expect(address.searchParams.get('success')).toBe('true')
    expect(identityMessageOf(address.searchParams.get('message') as string)).toBe('passwordChanged')

    const notice = (await mailsTo(world, 'mia@example.org')).at(-1)
    expect(notice).toMatchObject({ locale: 'de', subject: 'Dein Passwort wurde geändert' })
    expect(notice?.text).toContain(
      now.toLocaleDateString('de', { dateStyle: 'long', timeZone: 'Europe/Berlin' }),
    )
    expect(notice?.text).toContain(`${world.origin}/u/forgot-password?lang=de`)
    expect(notice?.text).not.toContain('ticket')

    for (const used of [ticket, other]) {
      const again = await post('/u/reset-password', { ticket: used, password: 'noch ein anderer Satz' })
      expect(again.status).toBe(400)
      expect(await again.text()).toContain('Dieser Link gilt nicht mehr')
    }
    expect((await refresh(world, tokens.refresh_token)).status).toBe(400)
    const isEnded = createTokenEnd({ db: world.db, clock: () => now, isEmbedded: true })
    const { sub = '', iat = 0 } = decodeJwt(tokens.access_token)
    expect(await isEnded(sub, new Date(iat * 1000))).toBe(true)
    const left = await world.db
      .selectFrom('oidcPayload')
      .select('model')
      .where('accountId', 'is not', null)
      .execute()
    expect(left).toEqual([])
    const code = pkce()
    const result = await signIn(world, browser(), code, { password: newPassword })
    expect(result.searchParams.has('code')).toBe(true)
    await expect(signIn(world, browser(), code, { password: demoPassword })).resolves.toMatchObject({
      pathname: '/',
    })
  })

  test('passes once of eight parallel uses', async () => {
    const ticket = await resetTicket('tom@example.org')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post('/u/reset-password', { ticket, password: `gleichzeitiger Satz ${index}` }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1)
  })

  test.each([
    ['too short', 'elf Zeichen', 'mindestens 12'],
    ['missing', '', 'mindestens 12'],
    ['too long', 'x'.repeat(257), 'höchstens 256'],
    ['common', 'passwordpassword', 'Listen, die Angreifer zuerst probieren'],
    ['made of the account', 'kai@example.org', 'fast nur aus deinem Namen'],
    ['made of our name', 'Halle 9 Halle 9 2026', 'oder unserem Namen'],
  ])('keeps working after a password that is %s', async (_, password, hint) => {
    const ticket = await resetTicket('kai@example.org')
    const refused = await post('/u/reset-password', { ticket, password })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(hint)
    expect((await post('/u/reset-password', { ticket, password: newPassword })).status).toBe(303)
  })

  test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])(
    'takes nothing from a foreign page: %j',
    async (headers) => {
      const ticket = await resetTicket('kai@example.org')
      const before = (await mailsTo(world, 'kai@example.org')).length
      for (const path of ['/u/reset-password', '/u/email-verification'])
        expect((await post(path, { ticket, password: newPassword }, headers)).status).toBe(403)
      expect(await mailsTo(world, 'kai@example.org')).toHaveLength(before)
      // The page hides its address, so old browsers send no origin.
      const own = await post('/u/reset-password', { ticket, password: newPassword }, { origin: 'null' })
      expect(own.status).toBe(303)
    },
  )

  test('is over after 30 minutes', async () => {
    const ticket = await resetTicket('kai@example.org')
    now = new Date(now.getTime() + 30 * 60_000)
    expect((await browser().fetch(`/u/reset-password?ticket=${ticket}`)).status).toBe(400)
    expect((await post('/u/reset-password', { ticket, password: newPassword })).status).toBe(400)
  })

  test('is not at rest', async () => {
    const ticket = await resetTicket('kai@example.org')
    const rows = await world.db.selectFrom('identityTicket').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, ticketHash: row.ticketHash.toString('base64url') }))),
    ).not.toContain(ticket)
    expect(rows.every((row) => row.ticketHash.length === 32)).toBe(true)
  })

  test.each(['', 'x', '%00', 'x'.repeat(5000)])('does not exist for the ticket %j', async (ticket) => {
    const page = await browser().fetch(`/u/reset-password?ticket=${ticket}`)
    expect(page.status).toBe(400)
    for (const path of ['/u/reset-password', '/u/email-verification'])
      expect((await post(path, { ticket, password: newPassword })).status).toBe(400)
  })
})

describe('the page for a forgotten password', () => {
  test('sends the mail in the language of the page', async () => {
    const visitor = browser()
    const response = await visitor.post('/u/forgot-password', { email: 'tom@example.org', lang: 'en' })
    expect(response.status).toBe(303)
    const sent = await (await visitor.fetch(response.headers.get('location') ?? '')).text()
    expect(sent).toContain('Check your email')
    expect(sent).toContain('href="/u/forgot-password/sent?lang=de"')
    expect((await mailsTo(world, 'tom@example.org')).at(-1)?.subject).toBe('New password for your account')
  })

  test('says the same for an address without an account', async () => {
    const answers = await Promise.all(
      ['tom@example.org', 'nobody@example.org'].map(async (email) => {
        const { status, headers } = await post('/u/forgot-password', { email })
        return [status, headers.get('location')]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
  })

  test('names what is wrong with the address', async () => {
    const response = await post('/u/forgot-password', { email: 'tom' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('value="tom"')
  })

  test('takes nothing from a foreign site', async () => {
    const before = (await mailsTo(world, 'tom@example.org')).length
    const response = await post(
      '/u/forgot-password',
      { email: 'tom@example.org' },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(response.status).toBe(403)
    expect(await mailsTo(world, 'tom@example.org')).toHaveLength(before)
  })
})

describe('a new account', () => {
  const email = 'frida@example.org'

  test('gets a link that confirms its address by a button', async () => {
    await world.identity.createAccount({ email: 'Frida@Example.org', password: newPassword, name: 'Frida' })
    const link = await newestLink(world, email)
    for (let scan = 0; scan < 2; scan++) {
      const page = await browser().fetch(link)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(email)
    }
    expect(
      (await signIn(world, browser(), pkce(), { email, password: newPassword })).searchParams.get('error'),
    ).toBe('unauthorized')
    const done = await post('/u/email-verification', { ticket: ticketOf(link) })
    expect(done.status).toBe(303)
    expect(done.headers.get('location')?.split('#')[0]).toBe(
      `${world.origin}/auth?${new URLSearchParams({
        success: 'true',
        message: 'Deine E-Mail-Adresse ist bestätigt. Du kannst dich jetzt anmelden.',
      })}`,
    )
    expect((await post('/u/email-verification', { ticket: ticketOf(link) })).status).toBe(400)
    const callback = await signIn(world, browser(), pkce(), { email, password: newPassword })
    expect(callback.searchParams.has('code')).toBe(true)
  })

  test('is led to /en/auth when it is English', async () => {
    const account = {
      email: 'eve@example.org',
      password: newPassword,
      userMetadata: { locale: 'en' as const },
    }
    await world.identity.createAccount(account)
    const ticket = ticketOf(await newestLink(world, account.email))
    const done = await post('/u/email-verification', { ticket })
    expect(new URL(done.headers.get('location') as string).pathname).toBe('/en/auth')
  })

  test.each([
    ['passwordpassword', 'common'],
    ['frida-example-26', 'personal'],
    ['elf Zeichen', 'tooShort'],
  ])('cannot have the password %s', async (password, message) => {
    const refused = world.identity.createAccount({ email: 'frida2@example.org', password })
    await expect(refused).rejects.toMatchObject({
      code: 'invalidInput',
      options: { errors: [{ field: 'password', message }] },
    })
  })

  test('can take no address twice, whatever the case', async () => {
    const again = world.identity.createAccount({ email: 'FRIDA@example.org', password: newPassword })
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
  })

  test('has a link that is over after three days, with the way to a new one', async () => {
    await world.identity.createAccount({ email: 'gil@example.org', password: newPassword })
    const link = await newestLink(world, 'gil@example.org')
    now = new Date(now.getTime() + 3 * 86_400_000)
    const page = await browser().fetch(link)
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('verification_required=true')
  })

  test('cannot use the link for a password to confirm, nor the other way round', async () => {
    const ticket = await resetTicket(email)
    expect((await post('/u/email-verification', { ticket })).status).toBe(400)
    await world.identity.createAccount({ email: 'ida@example.org', password: newPassword })
    const verification = ticketOf(await newestLink(world, 'ida@example.org'))
    const refused = await post('/u/reset-password', { ticket: verification, password: newPassword })
    expect(refused.status).toBe(400)
  })
})

test('what has expired is cleaned up', async () => {
  await resetTicket('kai@example.org')
  await tokensOf(world, browser(), 'lea@example.org')
  now = new Date(now.getTime() + 15 * 86_400_000)
  expect(await cleanUpIdentity(world.db, () => now)).toBeGreaterThan(3)
  expect(await world.db.selectFrom('identityTicket').selectAll().execute()).toEqual([])
  expect(await world.db.selectFrom('oidcPayload').selectAll().execute()).toEqual([])
})
