import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, test as base, type Page } from '@playwright/test'
import type { WeekView } from '../contracts/live.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { type Account, createMember, type MemberOptions, type NewMember } from './member.ts'
import { giveSession } from './sign-in.ts'

/** The button that books: it says that it binds to pay, and the price. */
export const orderButton = /^(Zahlungspflichtig buchen|Buchen|Book)\b/

export { expect } from '@playwright/test'

/**
 * Chromium gives a transition between two documents up when the style sheet of the second is not in its cache, or comes
 * late, or when it draws the second before the transition is ready; where a journey intercepts requests it has none.
 */
const withoutCache =
  /ViewTransition opt-in disabled|Transition was (skipped|aborted because of invalid state)/

interface Fixtures {
  /** Fails the journey on a page error, a failed content policy or a console error. */
  quiet: void
  /** What the member of `memberPage` may use: `test.use({ memberOptions: { trainings: [] } })`. */
  memberOptions: MemberOptions
  /** The member of `memberPage`. */
  member: NewMember
  /** The page of the journey, in which a member of this journey alone is signed in. */
  memberPage: Page
  /** Creates a member of this journey alone, who is not signed in. */
  newMember: (options?: MemberOptions) => Promise<NewMember>
  /** Opens a browser beside the one of `page`, in which an account is signed in. */
  pageOf: (account: Account) => Promise<Page>
}

/**
 * Lets `goto` wait until the code of a screen runs, as a person waits for what they look at; what happens before is
 * tried where a journey holds the code back, which goes on after two seconds.
 */
function waitsForCode(page: Page): Page {
  const goto = page.goto.bind(page)
  page.goto = async (...asked) => {
    const answer = await goto(...asked)
    await codeRuns(page, 2_000).catch(() => null)
    return answer
  }
  return page
}

/** Waits until the code of the shown screen runs; a content page needs none. */
export const codeRuns = (page: Page, timeout = 10_000) =>
  page.locator('html:not([data-app]), html[data-hydrated]').waitFor({ state: 'attached', timeout })

/** A browser at the product's address. */
export const test = base.extend<Fixtures, { database: Database }>({
  page: async ({ page, javaScriptEnabled }, use) => {
    await use(javaScriptEnabled ? waitsForCode(page) : page)
  },
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
      // A violation that the page's code catches reaches no console by itself.
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          console.error(`content policy: ${effectiveDirective} ${blockedURI}`),
        )
      })
      await use()
      expect(noise).toEqual([])
    },
    { auto: true },
  ],
  memberOptions: [{}, { option: true }],
  newMember: ({ database }, use) => use((options = {}) => createMember(database, options)),
  member: async ({ newMember, memberOptions }, use) => use(await newMember(memberOptions)),
  memberPage: async ({ page, member }, use) => {
    await giveSession(page.context(), member)
    await use(page)
  },
  pageOf: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (account) => {
      // Turns JavaScript on in journeys that run without it, because the member area needs it.
      const context = await browser.newContext({ javaScriptEnabled: true })
      contexts.push(context)
      await giveSession(context, account)
      return waitsForCode(await context.newPage())
    })
    for (const context of contexts) await context.close()
  },
  database: [
    // Playwright reads the names of the fixtures from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const databaseUrl = process.env['JOURNEYS_DATABASE_URL'] ?? ''
      const opened = await openDatabase({ databaseUrl, dataDir: '', log: createLog('warn') })
      await use(opened.db)
      await opened.close()
    },
    { scope: 'worker' },
  ],
})

/** Every WCAG 2.2 AA rule that axe knows, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(tags).analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

/** Books an evening that is free, as `chooseEvening` finds it; returns the day as YYYY-MM-DD. */
export async function bookEvening(page: Page, path: string, machine = 1, days = 2): Promise<string> {
  const day = await chooseEvening(page, path, machine, days)
  await page.getByRole('button', { name: orderButton }).click()
  await expect(page.getByRole('status').filter({ hasText: /Gebucht|Booked/ })).toBeVisible()
  return day
}

/**
 * Taps 18:00 and 18:30 of the first evening that is free for the caller, `days` from today or later. Each worker has
 * its own evenings, so journeys that run at once never meet; tomorrow belongs to the journeys that name it.
 */
export async function chooseEvening(page: Page, path: string, machine = 1, days = 2): Promise<string> {
  const locale = /\/en\//.test(path) ? 'en' : 'de'
  const { parallelIndex, config } = test.info()
  for (let later = days; later <= 29; later++) {
    const day = dayFromToday(later)
    // Counted by the calendar, so that midnight does not give a worker's evenings to another one.
    if ((Date.parse(day) / 86_400_000) % config.workers !== parallelIndex) continue
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
  throw new Error('No free evening within four weeks')
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
