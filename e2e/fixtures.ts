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

/** The first evening (18:00 to 19:00) that is free on the shown machine, from tomorrow on; chosen in the grid, booked. */
export async function bookTomorrowEvening(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await chooseEvening(page)
  await page.getByRole('button', { name: /Maschine buchen|Book machine/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Gebucht|Booked/ })).toBeVisible()
}

/** Taps the two slots of the first free evening from tomorrow on, in this week or the next. */
export async function chooseEvening(page: Page): Promise<void> {
  const grid = page.getByRole('grid')
  const free = (time: RegExp) => grid.getByRole('gridcell', { name: time, disabled: false })
  const start = /, 18:00 (bis|to) 18:30.*(frei|free)/
  if ((await freeLater(page, start).count()) === 0) await page.getByRole('link', { name: /Woche danach|Week after/ }).click()
  const cell = freeLater(page, start).first()
  const name = (await cell.textContent()) ?? ''
  await cell.click()
  const end = name.replace('18:00', '18:30').replace(/(bis|to) 18:30/, '$1 19:00')
  await free(new RegExp(`^${end}$`)).click()
}

/** Free cells of days after today: never the one that the hour of the test run has just closed. */
function freeLater(page: Page, name: RegExp) {
  return page.getByRole('grid').getByRole('gridcell', { name }).and(page.locator('[data-day-later]'))
}
