import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  authorizeAddress,
  clientId,
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

async function signedIn() {
  const browser = new TestBrowser(world.origin)
  return { browser, tokens: await tokensOf(world, browser), session: browser.cookie('identity') as string }
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  const address = authorizeAddress(world, pkce(), { prompt: 'none' })
  const response = await browser.fetch(address)
  return new URL(response.headers.get('location') ?? '').searchParams.has('code')
}

describe('GET /v2/logout', () => {
  test('ends the session, its cookie and its tokens, and goes home', async () => {
    const { browser, tokens, session } = await signedIn()
    const query = new URLSearchParams({ client_id: clientId, returnTo: world.origin })
    const response = await browser.fetch(`/v2/logout?${query}`)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(world.origin)
    expect(browser.cookie('identity')).toBeUndefined()
    expect((await refresh(world, tokens.refresh_token)).error_description).toBe(
      'Unknown or invalid refresh token.',
    )

    browser.setCookie('identity', session)
    expect(await isSignedIn(browser)).toBe(false)
    const left = await world.db
      .selectFrom('oidcPayload')
      .select('model')
      .where('accountId', 'is not', null)
      .execute()
    expect(left).toEqual([])
  })

  test('leaves other browsers alone', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    await one.browser.fetch('/v2/logout')
    expect(await isSignedIn(other.browser)).toBe(true)
    expect((await refresh(world, other.tokens.refresh_token)).status).toBe(200)
  })

  test('goes home when nobody is signed in', async () => {
    const response = await new TestBrowser(world.origin).fetch(`/v2/logout?client_id=${clientId}`)
    expect(response.headers.get('location')).toBe(`${world.origin}/`)
  })

  test.each([
    ['returnTo', { returnTo: 'https://evil.example/' }],
    ['returnTo', { returnTo: 'ORIGIN.evil.example/' }],
    ['returnTo', { returnTo: 'ORIGIN/me' }],
    ['returnTo', { returnTo: '//evil.example' }],
    ['returnTo', { returnTo: 'ORIGIN/\r\nset-cookie: a=b' }],
    ['returnTo', { returnTo: 'x'.repeat(3000) }],
    ['client_id', { client_id: 'other' }],
  ])('refuses a foreign %s: %j, and ends nothing', async (field, query) => {
    const { browser } = await signedIn()
    const filled = Object.entries(query).map(([name, value]) => [name, value.replace('ORIGIN', world.origin)])
    const response = await browser.fetch(`/v2/logout?${new URLSearchParams(Object.fromEntries(filled))}`)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { errors: { field: string }[] }).errors[0]?.field).toBe(field)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('refuses a parameter given twice', async () => {
    const response = await new TestBrowser(world.origin).fetch('/v2/logout?returnTo=a&returnTo=b')
    expect(response.status).toBe(400)
  })
})

test("OpenID's own way asks first, in our look, and ends the session", async () => {
  const { browser, tokens } = await signedIn()
  const page = await browser.fetch('/oidc/logout?ui_locales=en')
  const text = await page.text()
  expect(text).toContain('class="plain-page identity-page"')
  expect(text).toContain('Sign out?')
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const done = await browser.post('/oidc/logout/confirm', { xsrf, logout: 'yes' })
  expect(done.headers.get('location')).toBe(`${world.origin}/oidc/logout/success`)
  expect(await (await browser.fetch('/oidc/logout/success')).text()).toContain('Du bist abgemeldet')
  expect(await isSignedIn(browser)).toBe(false)
  expect((await refresh(world, tokens.refresh_token)).status).toBe(400)
})
