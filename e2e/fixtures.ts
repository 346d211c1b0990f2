import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'
import type { WeekView } from '../contracts/live.ts'

export { expect } from '@playwright/test'

/**
 * Chromium gives a transition between two documents up when the style sheet of the second is not in its cache; where a
 * journey intercepts requests it has none.
 */
const withoutCache = /ViewTransition opt-in disabled/

/** A browser at the product's address. A page error, a failed content policy or a console error fails the journey. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const noise: string[] = []
      page.on('pageerror', (error) => {
        if (!withoutCache.test(error.message)) noise.push(`page error: ${error.message}`)
      })
      page.on('console', (message) => {
        // The browser writes a line of its own for every answer of 400 and above; those are asserted where expected.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          noise.push(message.text())
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
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Anmelden|Sign in/ })
    .click()
  await fillSignIn(page, email)
  await expect(page.getByRole('banner').getByRole('button', { name: /Abmelden|Sign out/ })).toBeVisible()
}

/** Fills the provider's page, which must be open. */
export async function fillSignIn(page: Page, email: string, password = 'werkbank-demo'): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel(/Passwort|Password/).fill(password)
  await page.getByRole('button', { name: /Anmelden|Sign in/ }).click()
}

/** Every WCAG 2.2 AA rule that axe knows, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

/** Chooses the first free evening from tomorrow (or later) on in the grid and books it; gives the day as YYYY-MM-DD. */
export async function bookEvening(page: Page, path: string, machine = 1, days = 1): Promise<string> {
  const day = await chooseEvening(page, path, machine, days)
  await page.getByRole('button', { name: /^(Maschine buchen|Book machine)$/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Gebucht|Booked/ })).toBeVisible()
  return day
}

/** Taps 18:00 and 18:30 of the first evening from tomorrow (or later) on that is free for whoever is signed in. */
export async function chooseEvening(page: Page, path: string, machine = 1, days = 1): Promise<string> {
  const locale = /\/en\//.test(path) ? 'en' : 'de'
  for (let later = days; later < days + 13; later++) {
    const day = dayFromToday(later)
    // The page comes with the week as visitors see it; a slot that is free there may not be so for this member.
    const asked = page.waitForResponse(`**/data/week?resource=${machine}&day=${day}`)
    await page.goto(`${path}?machine=${machine}&day=${day}`)
    const { days: week } = (await (await asked).json()) as WeekView
    const slots = week.flatMap((each) => each.slots)
    const isFree = (time: string) =>
      slots.some(({ from, state }) => from.startsWith(`${day}T${time}`) && state === 'free')
    if (!isFree('18:00') || !isFree('18:30')) continue
    await slot(page, day, '18:00', '18:30', locale).click()
    await slot(page, day, '18:30', '19:00', locale).click()
    return day
  }
  throw new Error('No free evening within two weeks')
}

/** A free cell of the week grid. */
export function slot(page: Page, day: string, from: string, until: string, locale: 'de' | 'en') {
  const name =
    locale === 'en'
      ? `${longDay(day, 'en-GB')}, ${from} to ${until}, free`
      : `${longDay(day, 'de-DE')}, ${from} bis ${until} Uhr, frei`
  return page.getByRole('gridcell', { name, exact: true })
}

/** A day of the space, so many days from today, YYYY-MM-DD. */
export function dayFromToday(days: number): string {
  const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
  return berlin.format(new Date(Date.now() + days * 24 * 60 * 60 * 1000))
}

/** "Dienstag, 24. November" */
export function longDay(day: string, language: 'de-DE' | 'en-GB'): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, options).format(new Date(`${day}T00:00:00Z`))
}
