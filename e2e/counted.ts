import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Counts each press on a page from its next document on. */
export async function counted(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction('onPress', () => (presses += 1))
  await page.addInitScript(() => {
    const { onPress } = window as unknown as { onPress: () => void }
    // Not while capturing: Playwright stops a press there that would miss its target, and presses again.
    addEventListener('pointerdown', () => onPress())
  })
  return () => presses
}

/** One tap, on an element that is shown; a page of another context has no touch screen. */
export async function tap(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await target.click()
}
