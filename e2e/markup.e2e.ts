import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { type APIRequestContext, expect, test } from '@playwright/test'

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
    // Markup is what is checked: of CSS the checker knows neither container queries nor @property. Some pages carry the
    // build's style sheets in themselves; the others name them.
    const markup = (await page.text()).replaceAll(/<style>[^]*?<\/style>/g, '<style></style>')
    writeFileSync(join(folder, `${path.replace(/[^\w-]+/g, '_')}.html`), markup)
  }
}

test('html-validate finds nothing', async ({ request, baseURL }) => {
  const folder = '.test/pages/html-validate'
  await writePages(folder, request, baseURL)
  const validate = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // How React writes what it writes: letters' case, spaces, empty attributes. All of it is valid HTML.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      'void-style': 'off',
      // A page's own title and the space's name.
      'long-title': 'off',
    },
  })
  const report = await validate.validateMultipleFiles(readdirSync(folder).map((file) => join(folder, file)))
  const findings = report.results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, column }) => `${filePath}:${column} ${ruleId}: ${message}`),
  )
  expect(findings.slice(0, 20)).toEqual([])
})

test('the Nu checker finds nothing', async ({ request, baseURL }) => {
  const folder = '.test/pages/nu'
  await writePages(folder, request, baseURL)
  const jar = 'node_modules/vnu-jar/build/dist/vnu.jar'
  const checked = spawnSync('java', ['-jar', jar, '--errors-only', '--format', 'gnu', folder], {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  expect(checked.error).toBeUndefined()
  expect(checked.stderr.split('\n').filter(Boolean).slice(0, 20)).toEqual([])
  expect(checked.status).toBe(0)
})
