import type { Browser } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { judged, judging, markupFindings } from './judged-pages.ts'
import { address, agree, go, mailedLink, start, stepTexts, title, typeContact } from './sign-up-steps.ts'

const texts = {
  de: {
    ...stepTexts.de,
    minor: 'Du bist noch keine 18?',
    guardianName: 'Name der sorgeberechtigten Person',
    guardianEmail: 'Ihre E-Mail-Adresse',
    ask: 'Um Zustimmung bitten',
    asked: (email: string) => `Wir haben an ${email} geschrieben.`,
    reloads: 'Diese Seite lädt sich von selbst neu.',
    stop: 'Nicht mehr neu laden',
    wants: 'Frida Fräs ist noch keine 18 und möchte das hier bestellen:',
    agreeToOrder: /^Ich stimme dieser Bestellung von Frida Fräs/,
    consent: 'Zustimmen',
    thanks: 'Danke, die Zustimmung ist gespeichert. Frida Fräs kann jetzt bestellen.',
  },
  en: {
    ...stepTexts.en,
    minor: 'Under 18?',
    guardianName: 'Name of parent or guardian',
    guardianEmail: 'Their email address',
    ask: 'Ask for consent',
    asked: (email: string) => `We have written to ${email}.`,
    reloads: 'This page reloads by itself.',
    stop: 'Stop reloading',
    wants: 'Frida Fräs is under 18 and would like to order this:',
    agreeToOrder: /^I agree to this order by Frida Fräs/,
    consent: 'Agree',
    thanks: 'Thank you, your consent is saved. Frida Fräs can order now.',
  },
}
type Texts = (typeof texts)['de' | 'en']

for (const [locale, javaScriptEnabled] of [
  ['de', true],
  ['en', false],
] as const) {
  const t = texts[locale]
  test.describe(`on a phone, ${locale}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled })

    test('somebody under 18 waits for a guardian’s consent, then orders and pays', async ({
      page,
      browser,
      newMember,
    }) => {
      test.slow()
      const guardian = `ada-${crypto.randomUUID()}@example.org`
      const { email } = await newMember({ isMember: false, locale })
      await start(page, t, { email, pack: t.plus })
      const birthYear = String(new Date().getFullYear() - 16)
      await typeContact(page, { ...address, birthDay: '3', birthMonth: '1', birthYear })
      // A birthday under 18 opens the fields; without JavaScript the person does.
      if (!javaScriptEnabled) await page.getByText(t.minor).click()
      await page.getByLabel(t.guardianName).fill('Ada Fräs')
      await page.getByLabel(t.guardianEmail).fill(guardian)
      await go(page, t.toImage)
      await go(page, t.later)
      await go(page, t.ask)

      // Nothing can be ordered yet, and the page says what comes next.
      await expect(page.getByText(t.asked(guardian))).toBeVisible()
      await expect(page.getByText(t.reloads)).toBeVisible()
      await page.getByRole('link', { name: t.stop }).click()
      await expect(page.getByText(t.reloads)).toHaveCount(0)
      await expect(page.getByRole('button', { name: t.order })).toHaveCount(0)
      // axe is a script of the page.
      if (javaScriptEnabled) await expectAccessible(page)
      await page.goBack()
      await expect(page.getByText(t.reloads)).toBeVisible()

      await agreesAsGuardian(browser, t, await mailedLink(page, guardian, '/onboarding/guardian'), locale)

      // The page learns of it by itself.
      await expect(page.getByRole('button', { name: t.order })).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText(t.reloads)).toHaveCount(0)
      await agree(page, t)
      await go(page, t.order)
      await page.getByRole('button', { name: t.card }).click()
      await expect(title(page)).toHaveText(t.welcome, { timeout: 30_000 })
    })
  })
}

/** A guardian opens the link of the mail on a small phone, without a sign-in; the page has no finding in either theme. */
async function agreesAsGuardian(browser: Browser, t: Texts, link: string, locale: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 320, height: 800 }, javaScriptEnabled: true })
  const page = await context.newPage()
  const folder = `.test/pages/guardian-${locale}`
  const { findings, judge } = judging(page, folder)
  await page.goto(link)
  await expect(page.getByText(t.wants)).toBeVisible()
  await judge('guardian')
  await go(page, t.consent)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  findings.push(...(await judged(page, 'guardian with errors')))
  await page.getByLabel(t.agreeToOrder).check()
  await go(page, t.consent)
  await expect(page.getByRole('status').filter({ hasText: t.thanks })).toBeVisible()
  await judge('guardian agreed')
  await context.close()
  expect(findings).toEqual([])
  expect(await markupFindings(folder)).toEqual([])
}
