import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const texts = {
  de: {
    course: '/events/4',
    signUp: /^Platz buchen/,
    first: 'Vorname',
    last: 'Nachname',
    born: 'Geburtsdatum',
    seats: 'Plätze',
    companion: 'Name der 1. Begleitung',
    companionMissing: 'Gib den Namen der Begleitung an.',
    total: /^90,00/,
    withdrawal: '§ 312g Abs. 2 Nr. 9 BGB',
    terms: /Ich stimme den Bedingungen zu/,
    order: /^Zahlungspflichtig buchen · 90,00/,
    pay: /Mit Karte zahlen/,
    onward: 'Weiter',
    booked: 'angemeldet',
    own: 'Meine Kurse',
    coming: 'Kommende Kurse',
    give: 'Platz weitergeben',
    giveNow: 'Jetzt weitergeben',
    mail: 'E-Mail-Adresse',
    nameMissing: 'Gib den Vornamen der Person an, in lateinischen Buchstaben.',
    given: 'gehört jetzt Cleo Klug',
    cancel: 'Platz absagen',
    refund: /Du bekommst zurück\s*90,00.€/,
    keep: 'Behalten',
    cancelNow: 'Jetzt absagen',
    cancelled: 'abgesagt',
    account: 'Konto anlegen',
    needsScript: /nur mit JavaScript/,
  },
  en: {
    course: '/en/events/4',
    signUp: /^Book a place(?! without)/,
    first: 'First name',
    last: 'Last name',
    born: 'Date of birth',
    seats: 'Places',
    companion: 'Name of person 1 who comes along',
    companionMissing: 'Enter the name of the person who comes along.',
    total: /^€90\.00/,
    withdrawal: 'section 312g(2) no. 9 BGB',
    terms: /I agree to the/,
    order: /^Book with obligation to pay · €90\.00/,
    pay: /Pay by card/,
    onward: 'Continue',
    booked: 'signed up',
    own: 'My courses',
    coming: 'Upcoming courses',
    give: 'Give the place to somebody else',
    giveNow: 'Give it now',
    mail: 'Email address',
    nameMissing: 'Enter the first name of the person, in Latin letters.',
    given: 'belongs to Cleo Klug now',
    cancel: 'Cancel the place',
    refund: /You get back\s*€90\.00/,
    keep: 'Keep it',
    cancelNow: 'Cancel now',
    cancelled: 'cancelled',
    account: 'Create an account',
    needsScript: /only with JavaScript/,
  },
} as const

const main = (page: Page) => page.getByRole('main')

/** The page fits a phone and has no finding of axe. */
async function expectFine(page: Page) {
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

for (const [locale, date] of [
  ['de', 405],
  ['en', 406],
] as const) {
  const t = texts[locale]
  test.describe(`on a phone, ${locale}`, () => {
    test.use({
      viewport: { width: 360, height: 740 },
      locale: locale === 'de' ? 'de-DE' : 'en-GB',
      memberOptions: { locale, isMember: false },
    })

    test('somebody without a membership books two places, pays, and cancels them or gives them to somebody else', async ({
      memberPage: page,
    }) => {
      // Eight pages, six of them judged by axe.
      test.setTimeout(180_000)
      await page.goto(t.course)
      await page.locator(`#d${date}`).getByRole('link', { name: t.signUp }).click()
      await expect(page).toHaveURL(new RegExp(`/sign-up\\?date=${date}$`))
      await main(page).getByLabel(t.first).fill('Ada')
      await main(page).getByLabel(t.last).fill('Berg')
      await main(page).getByLabel(t.born).fill('1990-05-05')
      await main(page).getByLabel(t.seats, { exact: true }).selectOption('2')
      await expect(main(page).getByText(t.total)).toBeVisible()
      await expect(main(page).getByText(t.withdrawal)).toBeVisible()
      await main(page).getByLabel(t.terms).check()
      await page.getByRole('button', { name: t.order }).click()
      await expect(main(page).getByText(t.companionMissing)).toBeVisible()
      await expect(main(page).getByLabel(t.companion)).toBeFocused()
      await expectFine(page)
      await main(page).getByLabel(t.companion).fill('Ben Berg')
      await page.getByRole('button', { name: t.order }).click()

      await page.getByRole('radio', { name: /4242/ }).check()
      await page.getByRole('button', { name: t.pay }).click()
      await page
        .getByRole('link', { name: t.onward })
        .click({ timeout: 3000 })
        .catch(() => undefined)
      await expect(page).toHaveURL(new RegExp(`/sign-up\\?date=${date}$`))
      await expect(main(page).getByText(t.booked, { exact: true })).toBeVisible({ timeout: 30_000 })
      await expectFine(page)

      await main(page).getByRole('link', { name: t.own }).click()
      await expect(main(page).getByRole('heading', { name: t.coming })).toBeVisible()
      await main(page).getByText(t.give, { exact: true }).click()
      await main(page).getByRole('button', { name: t.giveNow }).click()
      await expect(main(page).getByText(t.nameMissing).first()).toBeVisible()
      await expectFine(page)
      if (locale === 'en') {
        await main(page).getByLabel(t.first).fill('Cleo')
        await main(page).getByLabel(t.last).fill('Klug')
        await main(page).getByLabel(t.mail).fill('cleo.klug@example.org')
        await main(page).getByLabel(t.born).fill('1991-01-01')
        await main(page).getByRole('button', { name: t.giveNow }).click()
        await expect(main(page).getByText(t.given)).toBeVisible()
        await expect(main(page).getByRole('heading', { name: t.coming })).toHaveCount(0)
        return
      }
      const cancel = main(page).getByRole('button', { name: t.cancel, exact: true })
      await cancel.click()
      const question = page.getByRole('dialog', { name: `${t.cancel}?` })
      await expect(question).toContainText(t.refund)
      await expect(question.getByRole('button', { name: t.keep })).toBeFocused()
      await expectFine(page)
      await page.keyboard.press('Escape')
      await expect(cancel).toBeFocused()
      await cancel.click()
      await question.getByRole('button', { name: t.cancelNow }).click()
      await expect(question).toBeHidden()
      await expect(main(page).getByText(t.cancelled, { exact: true })).toBeVisible()
    })

    test('a visitor sees date, price and rules, and the way to an account and back', async ({ page }) => {
      await page.goto(`${t.course}/sign-up?date=${date}`)
      await expect(main(page).getByText(t.withdrawal)).toBeVisible()
      await expect(main(page).getByRole('link', { name: t.account })).toBeVisible()
      await expectFine(page)
    })
  })

  test.describe(`without JavaScript, ${locale}`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

    test('the page says what the course costs, and how to get a place all the same', async ({ page }) => {
      await page.goto(`${t.course}/sign-up?date=${date}`)
      await expect(main(page).getByText(t.withdrawal)).toBeVisible()
      await expect(main(page).getByText(t.needsScript)).toBeVisible()
      await expect(main(page).getByRole('link', { name: /@halle9\.example$/ })).toHaveAttribute(
        'href',
        /^mailto:/,
      )
    })
  })
}
