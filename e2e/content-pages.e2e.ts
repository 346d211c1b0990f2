import { expect, test } from '@playwright/test'
import { findingsOf, fitting, type Look, show, shownFindings } from './page-findings.ts'

// A trace of a page costs more than the page.
test.use({ trace: 'off' })
test.describe.configure({ timeout: 240_000 })

const widths = [320, 768, 1280, 1536]
const looks: Look[] = widths.flatMap((width) => [
  { theme: 'light', width, forced: false },
  { theme: 'dark', width, forced: false },
])
/** What axe judges depends on the colours, and on the menu, which a phone and a screen show in two ways. */
const colours: Look[] = [320, 1280].flatMap((width) => [
  { theme: 'light', width, forced: false },
  { theme: 'dark', width, forced: false },
  { theme: 'light', width, forced: true },
  { theme: 'dark', width, forced: true },
])

let pages: { german: string[]; english: string[] }

test.beforeAll(async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => url.replace(baseURL ?? '', '') || '/',
  )
  const isEnglish = (path: string) => /^\/en(\/|$)/.test(path)
  pages = { german: listed.filter((path) => !isEnglish(path)), english: listed.filter(isEnglish) }
  expect(pages.german.length).toBeGreaterThan(60)
  expect(pages.english.length).toBe(pages.german.length)
})

for (const [turn, look] of looks.entries()) {
  test(`pages of the sitemap, ${named(look)}: no finding, and each fits into 320 px`, async ({ page }) => {
    // Every page once; each language meets each look about nine times, and its colours in one language.
    const findings: string[] = []
    for (const [index, german] of pages.german.entries()) {
      if (index % looks.length !== turn) continue
      const both = [german, pages.english[index] ?? german]
      for (const [language, path] of both.entries()) {
        const judging = language === index % 2 ? 'all' : 'others'
        findings.push(...(await findingsOf(page, path, look, { judging })))
        await page.setViewportSize({ width: 320, height: 800 })
        findings.push(...(await fitting(page)).map((finding) => `${path} at 320 px ${finding}`))
      }
    }
    expect(findings).toEqual([])
  })
}

/** One page of each kind, with its status. */
const kinds: [path: string, status?: number][] = [
  ['/'],
  ['/en/equipment'],
  ['/maschinen/lasercutter'],
  ['/events/1-sicherheitsunterweisung-lasercutter'],
  ['/en/membership'],
  ['/menschen/aylin-demir'],
  ['/en/projects'],
  ['/faq'],
  ['/events'],
  ['/search?q=laser'],
  ['/booking'],
  ['/booking/day'],
  ['/booking/time'],
  ['/onboarding/start'],
  ['/auth'],
  ['/register'],
  ['/display/1'],
  ['/gibt/es/nicht', 404],
]

for (const [path, status] of kinds) {
  test(`${path} in every theme, width and in forced colours: no finding`, async ({ page }) => {
    const findings: string[] = []
    for (const [index, look] of colours.entries()) {
      if (index === 0) {
        findings.push(...(await findingsOf(page, path, look, { status })))
        continue
      }
      await show(page, look)
      const isFirst = look.theme === 'light'
      // What is no colour is the same in both themes.
      findings.push(...(await shownFindings(page, path, look, isFirst ? 'all' : 'colours')))
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      findings.push(...(await fitting(page)).map((finding) => `${path} at ${width} px ${finding}`))
    }
    expect(findings).toEqual([])
  })
}

function named({ theme, width }: Look): string {
  return `${theme}, ${width} px`
}
