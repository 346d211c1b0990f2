import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fillSignIn } from './sign-in.ts'

const contentPages = [
  '/',
  '/en',
  '/maschinen',
  '/maschinen/lasercutter',
  '/en/courses/laser-training',
  '/faq',
  '/datenschutz',
]
const screens = [
  '/booking',
  '/en/booking?machine=1',
  '/events',
  '/search?q=laser',
  '/onboarding/start',
  '/register',
]

/** What the browser warns of or complains about; the line that it writes itself for an answer of 400 is no finding. */
function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('console', (message) => {
    const isComplaint = ['error', 'warning'].includes(message.type())
    // The second is Playwright's, because journeys block the service worker (playwright.config.ts).
    const isKnown = /Failed to load resource|registration blocked by Playwright/.test(message.text())
    if (isComplaint && !isKnown) heard.push(message.text())
  })
  return heard
}

/** Every file of code that is asked for. */
function scripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' || pathname.endsWith('.js')) asked.push(request.url())
  })
  return asked
}

/** A key that does nothing by itself. */
const touch = (page: Page) => page.keyboard.press('Shift')
const hydrated = (page: Page) => expect(page.locator('html[data-hydrated]')).toHaveCount(1)
/** Heading of /kurse. */
const courses = 'Lern es an der Maschine'
const title = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

/** Time passes in the page only where a test says so. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-11-21T10:00:00Z' })
  await page.clock.pauseAt('2026-11-21T10:00:01Z')
}

/** Holds back the page's code until it is let go: what happens before is early for sure. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => promise.then(() => route.continue()))
  return resolve
}

for (const path of [...contentPages, ...screens]) {
  test(`${path} hydrates without a word, with the two small fonts alone, and without the styles again`, async ({
    page,
  }) => {
    const heard = complaints(page)
    const fonts = new Set<string | undefined>()
    const styles: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font')
        fonts.add(/\w+(?:-full)?(?=-[\w-]{7}\.woff2)/.exec(request.url())?.[0])
      if (request.resourceType() === 'stylesheet') styles.push(request.url())
    })
    await page.goto(path)
    await touch(page)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    expect(heard).toEqual([])
    expect([...fonts].toSorted()).toEqual(['heading', 'text'])
    expect(styles).toEqual([])
  })
}

test('a missing page runs without a word, and its ways out work', async ({ page }) => {
  const heard = complaints(page)
  await page.goto('/maschinen/lasercuter')
  await page.waitForLoadState('networkidle')
  await page.getByRole('main').getByRole('link', { name: 'Lasercutter' }).first().click()
  await expect(page).toHaveURL(/\/maschinen\/lasercutter$/)
  await title(page, /Lasercutter/)
  expect(heard).toEqual([])
})

test('a signed-out visitor at /me comes to the sign-in without a word', async ({ page }) => {
  const heard = complaints(page)
  await page.goto('/me')
  await expect(page.getByLabel(/Passwort/)).toBeVisible()
  expect(heard).toEqual([])
})

test.describe('a content page', () => {
  for (const path of contentPages) {
    test(`${path} asks for no code until it is idle for 4 s`, async ({ page }) => {
      await stopClock(page)
      const asked = scripts(page)
      await page.goto(path)
      await page.clock.runFor(3900)
      await page.waitForLoadState('networkidle')
      expect(asked).toEqual([])
      await page.clock.runFor(2500)
      await hydrated(page)
    })
  }

  test('asks for its code at the first touch, at most 110 KB of it and nothing of the app’s', async ({
    page,
  }) => {
    await stopClock(page)
    for (const path of contentPages) {
      const asked = scripts(page)
      await page.goto(path)
      expect(asked).toEqual([])
      await touch(page)
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      const files = await Promise.all(
        [...new Set(asked)].map(async (url) => (await page.request.get(url)).body()),
      )
      const bytes = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
      expect(bytes, path).toBeGreaterThan(10_000)
      expect(bytes, path).toBeLessThanOrEqual(110 * 1024)
      const code = files.join('\n')
      for (const foreign of ['code_challenge_method', 'ZodError', 'invalidateQueries', 'Temporal.'])
        expect(code.includes(foreign) && foreign, path).toBe(false)
      page.removeAllListeners('request')
    }
  })

  test('does an early click on a button when its code is there', async ({ page, newMember }) => {
    const letGo = await holdScripts(page)
    await page.goto('/maschinen')
    await page.getByRole('banner').getByRole('button', { name: 'Anmelden' }).click()
    await expect(page).toHaveURL(/\/maschinen$/)
    letGo()
    await fillSignIn(page, await newMember())
    await expect(page).toHaveURL(/\/maschinen$/)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Abmelden' })).toBeVisible()
  })

  test('follows an early click on a link at once', async ({ page }) => {
    await holdScripts(page)
    await page.goto('/maschinen')
    await page.getByRole('banner').getByRole('link', { name: 'Kurse' }).click()
    await expect(page).toHaveURL(/\/kurse$/)
    await title(page, courses)
  })

  for (const when of ['before', 'after'] as const) {
    test(`opens the search by Ctrl K ${when} its code is there`, async ({ page }) => {
      const letGo = await holdScripts(page)
      await page.goto('/maschinen')
      if (when === 'after') {
        letGo()
        await touch(page)
        await hydrated(page)
      }
      await page.keyboard.press('Control+k')
      letGo()
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  test('fills in what the workshop knows now, and keeps it fresh', async ({ page }) => {
    await stopClock(page)
    const changes = [
      { status: 'Gerade frei', state: 'free' },
      { status: 'Gerade belegt', state: 'taken' },
      null,
    ]
    await page.route('**/data/equipment?*', async (route) => {
      const change = changes.shift()
      if (!change) return route.abort()
      const response = await route.fetch()
      const machines = (await response.json()) as object[]
      await route.fulfill({ response, json: machines.map((machine) => ({ ...machine, ...change })) })
    })
    await page.goto('/maschinen')
    const states = page.locator('[data-live^="equipment "][data-live$=" status"]')
    expect(await states.count()).toBeGreaterThan(10)
    await page.clock.runFor(2500)
    for (const [text, state] of [
      ['Gerade frei', 'free'],
      ['Gerade belegt', 'taken'],
    ] as const) {
      await expect.poll(async () => new Set(await states.allTextContents())).toEqual(new Set([text]))
      await expect(states.first()).toHaveAttribute('data-state', state)
      await page.clock.runFor(4100)
    }
    await expect(page.locator('html')).toHaveAttribute('data-live', 'missing')
    await expect(states.first()).toHaveText('Gerade belegt')
  })
})

test('from page to page to a screen and back the document stays, and the place in the page too', async ({
  page,
}) => {
  const heard = complaints(page)
  let loads = 0
  page.on('load', () => loads++)
  await page.goto('/maschinen')
  await touch(page)
  await hydrated(page)
  // The drawing of the hall leads to booking, the card to the page.
  await page.getByRole('main').locator('a[href="/maschinen/lasercutter"]').first().click()
  await title(page, /Lasercutter/)
  await page.getByRole('banner').getByRole('link', { name: 'Kurse' }).click()
  await title(page, courses)
  await page.getByRole('banner').getByRole('link', { name: 'Buchen', exact: true }).click()
  await expect(page).toHaveURL(/\/booking/)
  await expect(page.getByRole('grid')).toBeVisible()
  await page.goBack()
  await title(page, courses)
  await page.goBack()
  await title(page, /Lasercutter/)
  await page.goForward()
  await title(page, courses)
  expect(loads).toBe(1)
  expect(heard).toEqual([])
})

test('pages that a navigation brought have their live texts and their title', async ({ page }) => {
  await page.goto('/faq')
  await touch(page)
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Maschinen' }).first().click()
  await expect(page).toHaveTitle(/Maschinen/)
  const states = page.locator('[data-live^="equipment "][data-live$=" status"]')
  await expect(states.first()).not.toBeEmpty()
})

test('the language changes', async ({ page }) => {
  const heard = complaints(page)
  await page.goto('/en/equipment')
  await touch(page)
  await hydrated(page)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Deutsch/ })
    .click()
  await expect(page).toHaveURL(/\/maschinen$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Kurse' })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /English/ })
    .click()
  await expect(page).toHaveURL(/\/en\/equipment$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(heard).toEqual([])
})

test('the data of a page are whole, also when a part of them was asked for first', async ({ request }) => {
  const part = await request.get('/menschen.data?_routes=routes%2Fcontent')
  const whole = await request.get('/menschen.data')
  expect(await whole.text()).toContain('"root"')
  expect(await part.text()).not.toContain('"root"')
})

test('a tap on a week whose page has not wholly come is repeated after hydration', async ({ page }) => {
  // The page up to its first script after the week: painted, and without the code that follows.
  await page.route('**/booking', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const week = html.indexOf('</table>')
    await route.fulfill({ response, body: html.slice(0, html.indexOf('<script', week)) })
  })
  await page.goto('/booking')
  const cell = page.locator('[role=grid] td[data-state=free]').first()
  await cell.click()
  const clicks = await cell.evaluate(async (element) => {
    let count = 0
    element.addEventListener('click', () => (count += 1))
    document.documentElement.dataset['hydrated'] = ''
    dispatchEvent(new Event('werkbank:hydrated'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    return count
  })
  expect(clicks).toBe(1)
})

test('a theme that was chosen early is still chosen after hydration', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/maschinen')
  const view = page.getByRole('contentinfo').getByLabel('Ansicht')
  await view.selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  letGo()
  await touch(page)
  await hydrated(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(view).toHaveValue('dark')
  await view.selectOption('system')
  await expect(page.locator('html[data-theme]')).toHaveCount(0)
})

test.describe('without any code', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('answers and the menu open', async ({ page }) => {
    await page.goto('/faq')
    const menu = page.getByRole('banner').locator('details')
    await expect(menu.getByRole('link', { name: 'Maschinen' })).toBeHidden()
    await menu.locator('summary').click()
    await expect(menu.getByRole('link', { name: 'Maschinen' })).toBeVisible()
    await menu.locator('summary').click()
    const answer = page.getByRole('main').locator('details:not([open])').first()
    const text = answer.locator('p').first()
    await expect(text).toBeHidden()
    await answer.locator('summary').click()
    await expect(page.getByRole('main').locator('details[open] p').first()).toBeVisible()
  })
})
