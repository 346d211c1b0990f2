import { randomBytes } from 'node:crypto'
import { type BrowserContext, expect, type Page, request } from '@playwright/test'
import type { Account } from './member.ts'

/** Demo accounts of content/demo/accounts.json. */
export const demo = (name: 'mia' | 'lea'): Account => ({
  email: `${name}@example.org`,
  password: 'werkbank-demo',
})

/**
 * Signs an account in at the identity service by HTTP and gives its session to the browser. The site then finds the
 * member as it does after a reload: by the library's cookie and a silent authorization request.
 */
export async function giveSession(
  context: BrowserContext,
  account: Account,
  url = process.env['BASE_URL'] ?? '',
): Promise<void> {
  const api = await request.newContext({ baseURL: url })
  const query = new URLSearchParams({
    client_id: 'werkbank',
    audience: `${url}/api`,
    redirect_uri: `${url}/me`,
    response_type: 'code',
    scope: 'openid profile email',
    // Nobody redeems the code.
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  })
  const page = await api.get(`/authorize?${query}`)
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const form = { csrf, ...account }
  const answer = await api.post(page.url(), { form, maxRedirects: 0 })
  expect(answer.status(), await answer.text()).toBe(303)
  const back = await api.get(answer.headers()['location'] ?? '', { maxRedirects: 0 })
  expect(back.headers()['location']).toMatch(/\/me\?code=/)
  const { cookies } = await api.storageState()
  await api.dispose()
  await context.addCookies([
    ...cookies.filter(({ name }) => /^identity(\.sig)?$/.test(name)),
    { name: 'auth0.werkbank.is.authenticated', value: 'true', url },
  ])
}

/** Signs an account in through the header and waits for the member area. */
export async function signIn(page: Page, account: Account, options: { at?: string } = {}): Promise<void> {
  await page.goto(options.at ?? '/')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Anmelden|Sign in/ })
    .click()
  await fillSignIn(page, account)
  await expect(page.getByRole('banner').getByRole('button', { name: /Abmelden|Sign out/ })).toBeVisible()
}

/** Fills the provider's page, which must be open. */
export async function fillSignIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel(/Passwort|Password/).fill(password)
  await page.getByRole('button', { name: /Anmelden|Sign in/ }).click()
}
