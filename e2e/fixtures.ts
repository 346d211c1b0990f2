import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

/** A browser at the product's address. A page error, a failed content policy or a console error fails the journey. */
export const test = base.extend<{ quiet: void }>({
  baseURL: async ({}, use) => use(process.env['BASE_URL']),
  quiet: [
    async ({ page }, use) => {
      const noise: string[] = []
      page.on('pageerror', (error) => noise.push(`page error: ${error.message}`))
      page.on('console', (message) => {
        // The browser writes a line of its own for every answer of 400 and above; those are asserted where expected.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) noise.push(message.text())
      })
      await use()
      expect(noise).toEqual([])
    },
    { auto: true },
  ],
})

/** Signs a demo account in through the header and waits for the member area. */
export async function signIn(page: Page, email: string, options: { at?: string } = {}): Promise<void> {
  await page.goto(options.at ?? '/')
  await page.getByRole('banner').getByRole('button', { name: /Anmelden|Sign in/ }).click()
  await fillSignIn(page, email)
  await expect(page.getByRole('banner').getByRole('button', { name: /Abmelden|Sign out/ })).toBeVisible()
}

/** Fills the provider's page, which must be open. */
export async function fillSignIn(page: Page, email: string, password = 'werkbank-demo'): Promise<void> {
  await page.getByLabel(/E-Mail|Email/).fill(email)
  await page.getByLabel(/Passwort|Password/).fill(password)
  await page.getByRole('button', { name: /Anmelden|Sign in/ }).click()
}

/** Every WCAG 2.2 AA rule that axe knows, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => target.join(' ')) }))).toEqual([])
}
