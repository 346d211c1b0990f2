import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { htmlValidateFindings, nuFindings, withoutStyles } from './markup-findings.ts'
import { shownFindings } from './page-findings.ts'

/** Returns what is wrong with the page that is shown, in both themes; what is no colour is the same in both. */
export async function judged(page: Page, name: string): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const width = page.viewportSize()?.width ?? 0
  const findings: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const rules = theme === 'light' ? 'all' : 'colours'
    findings.push(...(await shownFindings(page, name, { theme, width, forced: false }, rules)))
  }
  return findings
}

/** Collects what is wrong with pages, and their markup in a folder. */
export function judging(page: Page, folder: string) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const findings: string[] = []
  const keep = (name: string, markup: string) =>
    writeFileSync(join(folder, `${name}.html`), withoutStyles(markup))
  return {
    findings,
    /** Judges the page as it is shown, and its markup as the server sends it. */
    async judge(name: string): Promise<void> {
      findings.push(...(await judged(page, name)))
      keep(name, await (await page.request.get(page.url())).text())
    },
    /** The same of a page that the browser draws: its markup is what stands there now. */
    async judgeDrawn(name: string): Promise<void> {
      findings.push(...(await judged(page, name)))
      // The library of the sign-in asks in a frame of its own, which goes with the answer.
      await expect(page.locator('iframe')).toHaveCount(0)
      keep(name, `<!doctype html>${await page.locator('html').evaluate((html) => html.outerHTML)}`)
    },
  }
}

/** Returns what both checkers find in the markup of a folder. */
export async function markupFindings(folder: string): Promise<string[]> {
  return [...(await htmlValidateFindings(folder)), ...nuFindings(folder)]
}
