import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { htmlValidateFindings, nuFindings, withoutStyles } from './markup-findings.ts'
import { type Look, shownFindings } from './page-findings.ts'

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

for (const [locale, prefix] of [
  ['de', ''],
  ['en', '/en'],
] as const) {
  test(`the pages on the way to a membership, ${locale}: no finding at 320 px in both themes, and valid markup`, async ({
    page,
  }) => {
    const folder = `.test/pages/commerce-${locale}`
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const findings: string[] = []
    const judge = async (name: string) => {
      findings.push(...(await judged(page, name)))
      const answer = await page.request.get(page.url())
      writeFileSync(join(folder, `${name}.html`), withoutStyles(await answer.text()))
    }
    const main = page.getByRole('main')
    const onward = (german: string, english: string) =>
      main.getByRole('button', { name: locale === 'de' ? german : english }).click()

    await page.goto(`${prefix}/onboarding/start`)
    await judge('start')
    await page.locator('.choice', { has: page.getByText('Plus', { exact: true }) }).click()
    await page.getByText(locale === 'de' ? 'Ich habe schon eins' : 'I already have one').click()
    await page.locator('#start-email').fill(`frida-${locale}-${Date.now()}@example.org`)
    await onward('Weiter zu deinen Angaben', 'Continue to your details')
    await expect(page).toHaveURL(/contact$/)
    await judge('contact')
    await onward('Weiter zum Foto', 'Continue to the photo')
    await expect(main.getByRole('alert')).toBeVisible()
    findings.push(...(await judged(page, 'contact with errors')))
    const fields = {
      firstName: 'Frida',
      lastName: 'Fräs',
      birthDay: '3',
      birthMonth: '4',
      birthYear: '1990',
      street: 'Am alten Drehwerk 1',
      zip: '51063',
      city: 'Köln',
    }
    for (const [name, text] of Object.entries(fields)) await page.locator(`#contact-${name}`).fill(text)
    await onward('Weiter zum Foto', 'Continue to the photo')
    await expect(page).toHaveURL(/image$/)
    await judge('image')
    await main.getByText(locale === 'de' ? 'Später am Tresen' : 'Later at the front desk').click()
    await expect(page).toHaveURL(/payment$/)
    await judge('payment')
    for (const box of await main.getByRole('checkbox').all()) await box.check()
    await main
      .getByRole('button', { name: /^(Zahlungspflichtig bestellen|Order with obligation to pay)$/ })
      .click()
    await expect(page).toHaveURL(/\/pay\//)
    await judge('pay')
    await page.getByRole('radio', { name: /9995/ }).check()
    await page.getByRole('button', { name: /Mit Karte zahlen|Pay by card/ }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    findings.push(...(await judged(page, 'pay refused')))
    await page.getByRole('radio', { name: /4242 4242/ }).check()
    await page.getByRole('button', { name: /Mit Karte zahlen|Pay by card/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Willkommen|Welcome)/, {
      timeout: 30_000,
    })
    await judge('confirmation')
    expect(findings).toEqual([])
    expect(await htmlValidateFindings(folder)).toEqual([])
    expect(nuFindings(folder)).toEqual([])
  })
}

test('what a member buys and owes: no finding at 320 px in both themes', async ({ memberPage: page }) => {
  const findings: string[] = []
  for (const path of ['/me/credits', '/me/order?pack=1', '/me/invoices', '/en/me/packages', '/me/profil']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    findings.push(...(await judged(page, path)))
  }
  expect(findings).toEqual([])
})
