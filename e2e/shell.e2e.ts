import { expect, test, type Page } from '@playwright/test'
import { codeRuns } from './fixtures.ts'

// Here errors are what is looked for: the quiet page of the other journeys would not do.

/** Counts how often the document itself was loaded. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => loads++)
  return () => loads
}

const visit = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Besuch' })

test('row "Lazy-loaded chunk error": one reload, within 10 seconds no second one on that path', async ({
  page,
}) => {
  // The route's own file; what it shares with other screens is there.
  await page.route(/\/assets\/content-(?!page-)[^/]*\.js$/, (route) => route.abort())
  await page.goto('/onboarding/start')
  await page.waitForLoadState('networkidle')
  const loads = countLoads(page)
  await visit(page).click()
  await expect.poll(loads).toBe(1)
  // The reload leads where the click did.
  await expect(page).toHaveURL(/\/besuch$/)
  await page.goto('/onboarding/start')
  await page.waitForLoadState('networkidle')
  await visit(page).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('error# 500')
  expect(loads()).toBe(2)
})

test('row "Lazy-loaded chunk error" on a screen that loads its data in the browser', async ({ page }) => {
  await page.route(/\/assets\/booking-(?!\w+-)[^/]*\.js$/, (route) => route.abort())
  await page.goto('/onboarding/start')
  await page.waitForLoadState('networkidle')
  const loads = countLoads(page)
  const book = page.getByRole('banner').getByRole('link', { name: 'Buchen', exact: true })
  await book.click()
  await expect.poll(loads).toBe(1)
  await expect(page).toHaveURL(/\/booking$/)
  await page.goto('/onboarding/start')
  await page.waitForLoadState('networkidle')
  await book.click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('error# 500')
  expect(loads()).toBe(2)
})

test('a new deploy: the next navigation loads the page anew, not before', async ({ page }) => {
  await page.clock.install()
  await page.goto('/onboarding/start')
  await codeRuns(page)
  const asked: string[] = []
  await page.route('**/builds/latest.json?*', (route) => {
    asked.push(new URL(route.request().url()).search)
    return route.fulfill({ json: { id: 'another' } })
  })
  const loads = countLoads(page)
  await page.clock.fastForward(73_000)
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toMatch(/^\?\d{13}$/)
  expect(loads()).toBe(0)
  await visit(page).click()
  await expect(page).toHaveURL(/\/besuch$/)
  await expect.poll(loads).toBe(1)
})

test('without a new deploy a navigation stays in the page', async ({ page }) => {
  await page.clock.install()
  await page.goto('/onboarding/start')
  await codeRuns(page)
  const loads = countLoads(page)
  const asked = page.waitForResponse('**/builds/latest.json?*')
  await page.clock.fastForward(73_000)
  await asked
  await visit(page).click()
  await expect(page).toHaveURL(/\/besuch$/)
  expect(loads()).toBe(0)
})

test('row "Message file fetch failure": a warning, and the screen works', async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.route('**/messages/**', (route) => route.abort())
  await page.goto('/faq')
  await page.getByRole('banner').getByRole('link', { name: 'Buchen', exact: true }).click()
  await expect(page).toHaveURL(/\/booking$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => warnings.join()).toContain('Message file of de could not be loaded')
})

test('row "Failed route validation": 404 with its message', async ({ page }) => {
  const response = await page.goto('/%E0%A4%A')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Page Not Found: /%E0%A4%A')).toBeVisible()
})

for (const path of ['/', '/en', '/en/membership', '/en/contract/cancel', '/en/search', '/offline'])
  test(`${path} is as wide as a small phone with text twice as large`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 })
    await page.goto(path)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(320)
  })
