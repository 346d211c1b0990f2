import { expect, type Page, test } from '@playwright/test'
import { findingsOf, fitting, type Look } from './page-findings.ts'

// A trace of a page costs more than the page.
test.use({ trace: 'off' })
test.describe.configure({ timeout: 240_000 })

const widths = [320, 768, 1280, 1536]
const looks: Look[] = widths.flatMap((width) => [
  { theme: 'light', width, forced: false },
  { theme: 'dark', width, forced: false },
])
/**
 * What axe judges depends on the colours, and on the menu, which a phone and a screen show in two ways. The system's colours
 * take the place of both themes.
 */
const colours: Look[] = [
  { theme: 'light', width: 320, forced: false },
  { theme: 'dark', width: 320, forced: false },
  { theme: 'light', width: 1280, forced: false },
  { theme: 'light', width: 1280, forced: true },
]

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
    const turns = <T>(each: T[]) => each.filter((_, index) => index % looks.length === turn)
    // axe sees every page in one language; both fit.
    const pairs = turns(pages.german.map((path, index) => [path, pages.english[index] ?? path] as const))
    const seen = pairs.map(([german, english], index) => (index % 2 === 0 ? german : english))
    const others = pairs.map(([german, english], index) => (index % 2 === 0 ? english : german))
    const findings = await inspected(
      page,
      seen.map((path) => ({ path, look })),
    )
    for (const path of others) {
      await page.goto(path)
      findings.push(...(await fitting(page)).map((finding) => `${path} at 320 px ${finding}`))
    }
    expect(findings).toEqual([])
  })
}

/** One page of each kind, with its status. */
const kinds: [path: string, status?: number][] = [
  ['/'],
  ['/en/equipment'],
  ['/maschinen/lasercutter'],
  ['/kurse/laser-einweisung'],
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
    const findings = await inspected(
      page,
      colours.map((look) => ({ path, look, status })),
    )
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

async function inspected(
  page: Page,
  wanted: { path: string; look: Look; status?: number | undefined }[],
): Promise<string[]> {
  const findings: string[] = []
  for (const { path, look, status } of wanted) {
    findings.push(...(await findingsOf(page, path, look, status)))
    await page.setViewportSize({ width: 320, height: 800 })
    findings.push(...(await fitting(page)).map((finding) => `${path} at 320 px ${finding}`))
  }
  return findings
}
