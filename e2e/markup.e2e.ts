import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { htmlValidateFindings, nuFindings, withoutStyles } from './markup-findings.ts'

/**
 * Writes every page of the sitemap in both languages, and the search, as files. Each test has its own folder, because two
 * run at a time.
 */
async function writePages(folder: string, request: APIRequestContext, baseURL = ''): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.replace(baseURL, ''))
  expect(listed.length).toBeGreaterThan(100)
  for (const path of [...listed, '/search?q=laser', '/en/search?q=saw']) {
    const page = await request.get(path)
    expect(page.status(), path).toBe(200)
    const markup = withoutStyles(await page.text())
    writeFileSync(join(folder, `${path.replace(/[^\w-]+/g, '_')}.html`), markup)
  }
}

test('html-validate finds nothing', async ({ request, baseURL }) => {
  const folder = '.test/pages/html-validate'
  await writePages(folder, request, baseURL)
  expect((await htmlValidateFindings(folder)).slice(0, 20)).toEqual([])
})

test('the Nu checker finds nothing', async ({ request, baseURL }) => {
  const folder = '.test/pages/nu'
  await writePages(folder, request, baseURL)
  expect(nuFindings(folder).slice(0, 20)).toEqual([])
})
