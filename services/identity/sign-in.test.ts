import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  authorizeAddress,
  demoPassword,
  openLogin,
  pkce,
  signIn,
  startIdentity,
  TestBrowser,
  type TestIdentity,
} from './identity.fixture.ts'

let world: TestIdentity
let now = new Date()
beforeAll(async () => {
  world = await startIdentity({ clock: () => now })
})
afterAll(() => world.close())

const browser = () => new TestBrowser(world.origin)
const from = (address: string) => ({ 'x-forwarded-for': address })

describe('the page', () => {
  test.each([
    [{ ui_locales: 'en' }, 'de', 'en', 'Sign in'],
    [{ ui_locales: 'fr de' }, 'en', 'de', 'Anmelden'],
    [{}, 'en-GB,de;q=0.5', 'en', 'Sign in'],
    [{}, 'fr', 'de', 'Anmelden'],
  ])('speaks the language of %j, %s', async (change, accepted, lang, title) => {
    const visitor = browser()
    const started = await visitor.fetch(authorizeAddress(world, pkce(), change))
    const page = await visitor.fetch(started.headers.get('location') as string, {
      headers: { 'accept-language': accepted },
    })
    const text = await page.text()
    expect(text).toContain(`<html lang="${lang}">`)
    expect(text).toContain(`<h1 class="plain-title">${title}</h1>`)
  })

  test.each([
    ['de', ['/contract/cancel', '/contract/withdraw', '/impressum', '/datenschutz']],
    ['en', ['/en/contract/cancel', '/en/contract/withdraw', '/en/imprint', '/en/privacy']],
  ])('leads to the legal pages of the site in %s', async (locale, paths) => {
    const { text } = await openLogin(world, browser(), pkce(), { ui_locales: locale })
    const [footer = ''] = /<footer[^]*<\/footer>/.exec(text) ?? []
    for (const path of paths) expect(footer).toMatch(new RegExp(`href="[^"/]*//[^"/]+${path}"`))
  })

  test('helps password managers, and runs and is framed nowhere', async () => {
    const { page, text } = await openLogin(world, browser(), pkce())
    expect(text).toMatch(/id="email"[^>]*autocomplete="username"/s)
    expect(text).toMatch(/id="password"[^>]*autocomplete="current-password"/s)
    expect(text).toContain('href="/site.css"')
    expect(text).not.toContain('<script')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /default-src 'none'.*form-action 'self' http:\/\/localhost:\d+; base-uri 'none'; frame-ancestors 'none'/,
      ),
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    })
  })

  test('leads on to a forgotten password, to registration and home', async () => {
    const { text } = await openLogin(world, browser(), pkce(), { ui_locales: 'en' })
    expect(text).toMatch(/<button[^>]*form="form"[^>]*name="forgot"/)
    for (const href of [`${world.origin}/en/register`, `${world.origin}/en`])
      expect(text).toContain(`href="${href}"`)
  })

  test('a forgotten password takes the typed address along, not in an address', async () => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce(), { ui_locales: 'en' })
    const asked = await visitor.post(address, {
      csrf,
      lang: 'en',
      email: ' mia@example.org',
      password: '',
      forgot: '1',
    })
    expect(asked.status).toBe(303)
    expect(asked.headers.get('location')).toBe('/u/forgot-password?lang=en')
    expect(asked.headers.get('set-cookie')).toBe(
      'typed_address=mia%40example.org; Max-Age=900; Path=/; HttpOnly; SameSite=Lax',
    )
    const page = await visitor.fetch('/u/forgot-password?lang=en')
    expect(await page.text()).toMatch(/id="email"[^>]*value="mia@example.org"/s)
  })

  test('a forgotten password needs no running sign-in, and comes from this page only', async () => {
    const fields = { email: 'mia@example.org', forgot: '1' }
    const late = await browser().post('/u/login/over', fields)
    expect([late.status, late.headers.get('location')]).toEqual([303, '/u/forgot-password?lang=de'])
    const foreign = await browser().post('/u/login/over', fields, { 'sec-fetch-site': 'cross-site' })
    expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null])
  })

  test.each(['mia', '"><b>', 'a@b.de\r\nset-cookie: x=1', ''])('carries no %j along', async (email) => {
    const answer = await browser().post('/u/login/over', { email, forgot: '1' })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null])
  })

  test('a refused unverified address is carried to the page that asks for its mail again', async () => {
    const visitor = browser()
    const end = await signIn(world, visitor, pkce(), { email: 'neu@example.org' })
    expect(end.search).not.toContain('neu')
    expect(visitor.cookie('typed_address')).toBe('neu%40example.org')
    await signIn(world, visitor, pkce())
    expect(visitor.cookie('typed_address')).toBe('')
  })

  test('escapes what it was given', async () => {
    const { text } = await openLogin(world, browser(), pkce(), { login_hint: '"><script>alert(1)</script>' })
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;')
  })

  test('is over without its cookie, and for another request', async () => {
    const visitor = browser()
    const { address } = await openLogin(world, visitor, pkce())
    const other = browser()
    await openLogin(world, other, pkce())
    const names = ['identity-interaction', 'identity-interaction.sig']
    const ofOther = names.map((name) => `${name}=${other.cookie(name)}`).join('; ')
    for (const response of [
      await browser().fetch(address, { headers: { cookie: ofOther } }),
      await browser().fetch(address),
      await other.fetch(address),
      await browser().post(address, { email: 'mia@example.org', password: demoPassword }),
      await visitor.fetch('/u/login/unknown'),
    ]) {
      expect(response.status).toBe(400)
      const text = await response.text()
      expect(text).toContain('abgelaufen')
      expect(text).toContain(`href="${world.origin}`)
    }
  })

  test('is over after an hour', async () => {
    const visitor = browser()
    const { address } = await openLogin(world, visitor, pkce())
    now = new Date(now.getTime() + 3_601_000)
    expect((await visitor.fetch(address)).status).toBe(400)
  })
})

describe('a posted form', () => {
  test('names what is missing, and keeps the address', async () => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce())
    const response = await visitor.post(address, { csrf, lang: 'de', email: 'mia@', password: '' })
    expect(response.status).toBe(422)
    const text = await response.text()
    expect(text).toContain('id="email-error"')
    expect(text).toContain('href="#password"')
    expect(text).toContain('value="mia@"')
    expect(text).not.toContain('csrf=')
  })

  test('says the same for a wrong password and an unknown address', async () => {
    const answers = await Promise.all(
      ['tom@example.org', 'nobody@example.org'].map(async (email) => {
        const visitor = browser()
        const { address, csrf } = await openLogin(world, visitor, pkce())
        const response = await visitor.post(
          address,
          { csrf, email, password: 'not the password' },
          from('192.0.2.1'),
        )
        expect(response.status).toBe(422)
        const text = await response.text()
        return text
          .replaceAll(email, '')
          .replaceAll(address, '')
          .replaceAll(csrf, '')
          .replace(/lang=\w\w/g, '')
      }),
    )
    expect(answers[0]).toContain('E-Mail-Adresse oder Passwort stimmen nicht.')
    expect(answers[0]).toBe(answers[1])
  })

  test('finds the account whatever the case of the address', async () => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce())
    const response = await visitor.post(address, { csrf, email: ' MIA@Example.org ', password: demoPassword })
    expect(response.status).toBe(303)
  })

  test.each([
    ['without the token', { csrf: '' }, {}],
    ['with the token of another request', { csrf: 'other' }, {}],
    ['from a foreign site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another host of the site', {}, { 'sec-fetch-site': 'same-site' }],
    ['from a foreign origin', {}, { origin: 'https://evil.example' }],
    ['from nowhere', {}, { origin: 'null' }],
  ])('%s is refused', async (_, fields: { csrf?: string }, headers: Record<string, string>) => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce())
    const other = await openLogin(world, browser(), pkce())
    const token = fields.csrf === 'other' ? other.csrf : (fields.csrf ?? csrf)
    // Node's fetch sets sec-fetch-mode only; the header of the test is what the server sees.
    const response = await visitor.post(
      address,
      { csrf: token, email: 'mia@example.org', password: demoPassword },
      headers,
    )
    expect(response.status).toBe(403)
    expect(visitor.cookie('identity')).toBeUndefined()
  })

  test.each([
    ['JSON', { body: '{}', headers: { 'content-type': 'application/json' } }, 415, 'content-type'],
    ['nothing', { body: '' }, 415, 'content-type'],
    ['a field twice', { body: new URLSearchParams('email=a&email=b') }, 400, 'email'],
    ['NUL', { body: new URLSearchParams('email=%00') }, 400, 'email'],
    ['a huge password', { body: new URLSearchParams({ password: 'x'.repeat(20_000) }) }, 400, 'password'],
    ['a huge body', { body: new URLSearchParams({ password: 'x'.repeat(300_000) }) }, 413, 'body'],
  ])('of %s is a problem that names the field', async (_, init: RequestInit, status, field) => {
    const response = await fetch(`${world.origin}/u/login/x`, { method: 'POST', ...init })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(((await response.json()) as { errors: { field: string }[] }).errors[0]?.field).toBe(field)
  })

  test('with a password longer than 256 characters is not hashed', async () => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce())
    const response = await visitor.post(address, {
      csrf,
      email: 'mia@example.org',
      password: 'x'.repeat(257),
    })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('id="password-error"')
  })
})

describe('after failures', () => {
  test('ten for one address from one network, then 429 until the quarter of an hour is over', async () => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce())
    const attempt = (password: string, network: string) =>
      visitor.post(address, { csrf, email: 'tom@example.org', password }, from(network))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => attempt(`wrong ${index}`, '198.51.100.7')),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)

    const right = await attempt(demoPassword, '198.51.100.7')
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800)
    const text = await right.text()
    expect(text).toContain('15 Minuten')
    expect(text).toContain('value="tom@example.org"')

    // A forged address in front of the proxy's changes nothing; another network is free.
    expect((await attempt(demoPassword, '203.0.113.9, 198.51.100.7')).status).toBe(429)
    expect((await attempt('wrong', '203.0.113.9')).status).toBe(422)
    now = new Date(now.getTime() + 901_000)
    expect((await attempt(demoPassword, '198.51.100.7')).status).toBe(303)
  })

  test('sign-ins that work do not count', async () => {
    for (let round = 0; round < 12; round++) {
      const visitor = browser()
      const { address, csrf } = await openLogin(world, visitor, pkce())
      const answer = await visitor.post(
        address,
        { csrf, email: 'mia@example.org', password: demoPassword },
        from('198.51.100.8'),
      )
      expect(answer.status).toBe(303)
    }
  })

  test('a hundred from one network, then 429 for every address', async () => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce())
    const attempt = async (index: number) =>
      (
        await visitor.post(
          address,
          { csrf, email: `a${index}@example.org`, password: 'wrong' },
          from('2001:db8::1'),
        )
      ).status
    const statuses: number[] = []
    for (let batch = 0; batch < 7; batch++)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 15 }, (_, index) => attempt(batch * 15 + index)))),
      )
    expect(statuses.filter((status) => status === 422)).toHaveLength(100)
    // The same /64 network.
    const neighbour = await visitor.post(
      address,
      { csrf, email: 'mia@example.org', password: demoPassword },
      from('2001:db8:0:0:ffff::2'),
    )
    expect(neighbour.status).toBe(429)
  })
})

test('an address that is not behind a trusted proxy cannot name another', async () => {
  const direct = await startIdentity({ trustProxy: false })
  const visitor = new TestBrowser(direct.origin)
  const { address, csrf } = await openLogin(direct, visitor, pkce())
  const attempt = (index: number) =>
    visitor.post(address, { csrf, email: 'tom@example.org', password: 'wrong' }, from(`192.0.2.${index}`))
  const answers = await Promise.all(Array.from({ length: 11 }, (_, index) => attempt(index)))
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1)
  await direct.close()
})

describe('guesses from many networks', () => {
  const guess = async (email: string, network: string, password = 'wrong') => {
    const visitor = browser()
    const { address, csrf } = await openLogin(world, visitor, pkce())
    return (await visitor.post(address, { csrf, email, password }, from(network))).status
  }
  /** Later than every limit of the tests before. */
  const rest = () => (now = new Date(now.getTime() + 2 * 86_400_000))
  const countOf = (statuses: number[], status: number) => statuses.filter((each) => each === status).length

  test('at one account end after a hundred; a network that it signed in from is spared', async () => {
    rest()
    expect(await guess('tom@example.org', '203.0.113.1', demoPassword)).toBe(303)
    const statuses: number[] = []
    for (let index = 0; index < 105; index++)
      statuses.push(await guess(index % 2 ? ' TOM@example.org' : 'tom@example.org', `198.18.0.${index}`))
    expect(countOf(statuses, 422)).toBe(100)
    expect(countOf(statuses, 429)).toBe(5)
    expect(await guess('tom@example.org', '198.18.1.1', demoPassword)).toBe(429)
    expect(await guess('tom@example.org', '203.0.113.1')).toBe(422)
    expect(await guess('tom@example.org', '203.0.113.1', demoPassword)).toBe(303)
    expect(await guess('kai@example.org', '198.18.1.1', demoPassword)).toBe(303)
    // Nobody is locked out for long: one attempt comes back every 36 seconds.
    now = new Date(now.getTime() + 36_000)
    expect(await guess('tom@example.org', '198.18.1.2', demoPassword)).toBe(303)
  })

  test.each([
    ['/56', 20, (index: number) => `2001:db8:1:${(0x100 + index).toString(16)}::1`],
    ['/48', 40, (index: number) => `2001:db8:2:${(index * 256).toString(16)}::1`],
  ])('at one account from one %s end after %i', async (_, most, addressOf) => {
    rest()
    const statuses: number[] = []
    for (let index = 0; index < most + 3; index++)
      statuses.push(await guess('lea@example.org', addressOf(index)))
    expect([countOf(statuses, 422), countOf(statuses, 429)]).toEqual([most, 3])
  })

  test('a port behind the address makes no new network', async () => {
    rest()
    const statuses: number[] = []
    for (let index = 0; index < 11; index++)
      statuses.push(await guess('kai@example.org', `192.0.2.77:${50_000 + index}`))
    for (let index = 0; index < 11; index++)
      statuses.push(await guess('mia@example.org', `[2001:db8:3::1]:${50_000 + index}`))
    expect(countOf(statuses, 429)).toBe(2)
  })

  test('a network has a hundred a day, not a hundred every quarter of an hour', async () => {
    rest()
    const statuses: number[] = []
    for (let index = 0; index < 101; index++)
      statuses.push(await guess(`b${index}@example.org`, '192.0.2.88'))
    expect([countOf(statuses, 422), statuses.at(-1)]).toEqual([100, 429])
    now = new Date(now.getTime() + 864_000)
    expect(await guess('c@example.org', '192.0.2.88')).toBe(422)
    expect(await guess('d@example.org', '192.0.2.88')).toBe(429)
  })

  test('an attempt that was refused unseen counts nowhere else', async () => {
    rest()
    for (let index = 0; index < 120; index++) await guess('mia@example.org', '192.0.2.99')
    expect(await guess('mia@example.org', '192.0.2.100', demoPassword)).toBe(303)
    expect(await guess('tom@example.org', '192.0.2.99', demoPassword)).toBe(303)
  })
})
