import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const paths = [
  '/',
  '/en',
  '/maschinen',
  '/maschinen/lasercutter',
  '/kurse',
  '/en/events',
  '/mitgliedschaft',
  '/besuch',
  '/agb',
  '/booking',
]

/** Sums what moves from now on, as the cumulative layout shift (https://web.dev/articles/cls). */
async function sumShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const sum = { shift: 0 }
    Object.assign(globalThis, { sum })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        sum.shift += entry.value
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (globalThis as { sum?: { shift: number } }).sum?.shift ?? Number.NaN)
}

for (const width of [360, 1280])
  for (const path of paths)
    test(`${path} stays where it is at ${width} px when its fonts come late`, async ({ page }) => {
      const { promise: fonts, resolve: bring } = Promise.withResolvers<void>()
      await page.route('**/*.woff2', (route) => fonts.then(() => route.continue()))
      await page.setViewportSize({ width, height: 800 })
      // A load waits for the fonts.
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('contentinfo')).toBeVisible()
      const shift = await sumShifts(page)
      bring()
      const loaded = () => {
        const families = [...document.fonts]
          .filter(({ status }) => status === 'loaded')
          .map(({ family }) => family)
        return families.filter((family) => family.includes('Variable')).length
      }
      await expect.poll(() => page.evaluate(loaded)).toBe(2)
      // The second frame reports what moved in the first.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      })
      expect(await shift()).toBeLessThanOrEqual(0.01)
    })
