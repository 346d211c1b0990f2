import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { htmlValidateFindings, nuFindings, withoutStyles } from './markup-findings.ts'
import { type Look, shownFindings } from './page-findings.ts'
import { fillContact, go, start, stepTexts, title, typeCompany } from './sign-up-steps.ts'

test.use({ viewport: { width: 320, height: 800 }, trace: 'off' })
test.describe.configure({ timeout: 240_000 })

const looks: Look[] = [
  { theme: 'light', width: 320, forced: false },
  { theme: 'dark', width: 320, forced: false },
]

/** What is wrong with the page that is shown, in both themes. */
async function judged(page: Page, name: string): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const findings: string[] = []
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' })
    findings.push(...(await shownFindings(page, name, look)))
  }
  return findings
}

/** Collects what is wrong with pages, and their markup in a folder. */
function judging(page: Page, folder: string) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const findings: string[] = []
  async function judge(name: string): Promise<void> {
    findings.push(...(await judged(page, name)))
    const answer = await page.request.get(page.url())
    writeFileSync(join(folder, `${name}.html`), withoutStyles(await answer.text()))
  }
  return { findings, judge }
}

for (const locale of ['de', 'en'] as const) {
  test(`the pages on the way to a membership, ${locale}: no finding at 320 px in both themes, and valid markup`, async ({
    page,
  }) => {
    const folder = `.test/pages/commerce-${locale}`
    const { findings, judge } = judging(page, folder)
    const main = page.getByRole('main')
    const t = stepTexts[locale]

    await page.goto(t.start)
    await judge('start')
    await start(page, t, { pack: t.plus, email: `frida-${locale}-${Date.now()}@example.org` })
    await judge('contact')
    await go(page, t.toImage)
    await expect(main.getByRole('alert')).toBeVisible()
    findings.push(...(await judged(page, 'contact with errors')))
    await fillContact(page, t)
    await judge('image')
    await go(page, t.later)
    await expect(page).toHaveURL(/payment$/)
    await judge('payment')
    for (const box of await main.getByRole('checkbox').all()) await box.check()
    await go(page, t.order)
    await expect(page).toHaveURL(/\/pay\//)
    await judge('pay')
    await page.getByRole('radio', { name: /9995/ }).check()
    await page.getByRole('button', { name: t.card }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    findings.push(...(await judged(page, 'pay refused')))
    await page.getByRole('radio', { name: /4242 4242/ }).check()
    await page.getByRole('button', { name: t.card }).click()
    await expect(title(page)).toHaveText(t.welcome, { timeout: 30_000 })
    await judge('confirmation')
    expect(findings).toEqual([])
    expect(await htmlValidateFindings(folder)).toEqual([])
    expect(nuFindings(folder)).toEqual([])
  })
}

test('cancelling and withdrawing, de and en: no finding at 320 px in both themes, and valid markup', async ({
  page,
}) => {
  const folder = '.test/pages/contract'
  const { findings, judge } = judging(page, folder)
  for (const path of [
    '/contract/cancel',
    '/en/contract/cancel',
    '/contract/withdraw',
    '/en/contract/withdraw',
  ]) {
    await page.goto(path)
    await judge(path.slice(1).replaceAll('/', '-'))
    const next = page.getByRole('main').locator('button.next')
    await next.click()
    await expect(page.getByRole('main').getByRole('alert')).toBeFocused()
    findings.push(...(await judged(page, `${path} with errors`)))
    const [name, contract, email] = ['name', 'contract', 'email'].map((field) =>
      page.locator(`[name=${field}]`),
    )
    await name?.fill('Frida Fräs')
    await contract?.fill('B-2026-000000')
    await email?.fill('frida@example.org')
    await next.click()
    await expect(page.getByRole('main').getByRole('definition').first()).toBeVisible()
    findings.push(...(await judged(page, `${path} to confirm`)))
  }
  expect(findings).toEqual([])
  expect(await htmlValidateFindings(folder)).toEqual([])
  expect(nuFindings(folder)).toEqual([])
})

test('what a member buys and owes: no finding at 320 px in both themes', async ({ memberPage: page }) => {
  const findings: string[] = []
  for (const path of [
    '/me/credits',
    '/me/order?pack=1',
    '/me/invoices',
    '/en/me/packages',
    '/me/profil',
    '/me/team',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    findings.push(...(await judged(page, path)))
  }
  expect(findings).toEqual([])
})

for (const [locale, prefix] of [
  ['de', ''],
  ['en', '/en'],
] as const) {
  test(`the pages on the way to a team, ${locale}: no finding at 320 px in both themes, and valid markup`, async ({
    page,
  }) => {
    const folder = `.test/pages/team-${locale}`
    const { findings, judge } = judging(page, folder)
    const main = page.getByRole('main')
    const onward = (german: string, english: string) =>
      main.getByRole('button', { name: locale === 'de' ? german : english }).click()

    await page.goto(`${prefix}/team/start`)
    await judge('start')
    await onward('Weiter zum Konto', 'Continue to your account')
    await expect(page).toHaveURL(/team\/user/)
    await judge('user')
    await page.getByText(locale === 'de' ? 'Ich habe schon eins' : 'I already have one').click()
    await page.locator('#start-email').fill(`team-${locale}-${Date.now()}@example.org`)
    await onward('Weiter zu deinen Angaben', 'Continue to your details')
    await expect(page).toHaveURL(/team\/contact$/)
    await judge('contact')
    await typeCompany(page, 'Drehwerk GmbH')
    await onward('Weiter zur Bestellung', 'Continue to the order')
    await expect(page).toHaveURL(/team\/payment$/)
    await judge('payment')
    await page.goto(`${prefix}/team/confirmation`)
    await judge('confirmation')
    await page.goto(`${prefix}/invitation/${'x'.repeat(32)}`)
    await judge('invitation')
    expect(findings).toEqual([])
    expect(await htmlValidateFindings(folder)).toEqual([])
    expect(nuFindings(folder)).toEqual([])
  })
}
