import { afterEach, expect, test } from 'vitest'
import { openLogin, pkce, startIdentity, TestBrowser, type TestIdentity } from './identity.fixture.ts'
import { hasDemoAccounts, type DemoAccounts } from './seed.ts'

let world: TestIdentity
afterEach(() => world.close())

/** Returns the HTML of the sign-in page. */
async function loginText(options: { production?: boolean; namesDemo?: boolean }): Promise<string> {
  world = await startIdentity(options)
  return (await openLogin(world, new TestBrowser(world.origin), pkce(), { ui_locales: 'en' })).text
}

test('where the demo is seeded, the sign-in page names its accounts and their password', async () => {
  const text = await loginText({ namesDemo: true })
  expect(text).toContain('<code>werkbank-demo</code>')
  for (const name of ['mia', 'tom', 'lea', 'kai', 'neu']) expect(text).toContain(`>${name}@example.org</a`)
  expect(text).toMatch(/>neu@example\.org<\/a\s*>\s*<small>address not confirmed yet<\/small>/)
})

test('a link of the sign-in page fills its form with a demo account, and with no other', async () => {
  world = await startIdentity({ namesDemo: true })
  const browser = new TestBrowser(world.origin)
  const { address } = await openLogin(world, browser, pkce())
  const filled = async (email: string) =>
    (await browser.fetch(`${world.origin}${address}?demo=${encodeURIComponent(email)}`)).text()
  expect(await filled('mia@example.org')).toMatch(/value="mia@example.org"[^]*value="werkbank-demo"/)
  expect(await filled('other@example.org')).not.toMatch(/value="(other@example.org|werkbank-demo)"/)
})

test.each([{ production: true, namesDemo: true }, { namesDemo: false }])(
  'with %j it names nobody',
  async (options) => {
    expect(await loginText(options)).not.toMatch(/werkbank-demo|example\.org/)
  },
)

test('a database with accounts of its own has no demo accounts', async () => {
  world = await startIdentity()
  const of = (email: string) => ({ password: '', accounts: [{ email }] }) as unknown as DemoAccounts
  expect(await hasDemoAccounts(world.db, of('mia@example.org'))).toBe(true)
  expect(await hasDemoAccounts(world.db, of('own@halle9.example'))).toBe(false)
})
