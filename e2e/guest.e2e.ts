import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const texts = {
  de: {
    course: '/events/4',
    link: /^Ohne Konto buchen/,
    ask: 'Link per E-Mail schicken',
    nameMissing: 'Gib deinen Vornamen an, in lateinischen Buchstaben.',
    first: 'Vorname',
    last: 'Nachname',
    email: 'E-Mail-Adresse',
    along: 'Wer kommt mit?',
    terms: /Ich stimme den Bedingungen zu/,
    adult: /mindestens 18\sJahre/,
    sent: /Wir haben dir eine E-\u2060Mail geschickt/,
    total: '90,00',
    order: 'Zahlungspflichtig buchen',
    pay: /Mit Karte zahlen/,
    onward: 'Weiter',
    mailed: /Alles Weitere steht in unseren E-\u2060Mails/,
    isBooked: 'Dein Platz ist gebucht',
    booked: 'angemeldet',
    cancel: 'Platz absagen',
    refund: /Du bekommst zurück\s*90,00.€/,
    cancelNow: 'Jetzt absagen',
    cancelled: 'abgesagt',
    unknown: /Diesen Link kennen wir nicht/,
    training: '/events/1',
  },
  en: {
    course: '/en/events/4',
    link: /^Book without an account/,
    ask: 'Send the link by email',
    nameMissing: 'Enter your first name, in Latin letters.',
    first: 'First name',
    last: 'Last name',
    email: 'Email address',
    along: 'Who is coming along?',
    terms: /I agree to the/,
    adult: /at least 18\syears/,
    sent: /We have sent you an email/,
    total: '90.00',
    order: 'Book with obligation to pay',
    pay: /Pay by card/,
    onward: 'Continue',
    mailed: /Everything else is in our emails/,
    isBooked: 'Your place is booked',
    booked: 'signed up',
    cancel: 'Cancel the place',
    refund: /You get back\s*€90\.00/,
    cancelNow: 'Cancel now',
    cancelled: 'cancelled',
    unknown: /We do not know this link/,
    training: '/en/events/1',
  },
} as const

const main = (page: Page) => page.getByRole('main')

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 740 } })

for (const locale of ['de', 'en'] as const) {
  test(`without an account and JavaScript: ask, take the seat, pay, cancel (${locale})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const t = texts[locale]
    const email = `gina-${locale}-${Date.now()}@example.org`
    /** The link of the newest mail of a kind. */
    const mailedLink = async (kind: string) => {
      let link = ''
      await expect(async () => {
        const answer = await page.request.get(`/dev/mail?to=${encodeURIComponent(email)}`, {
          headers: { accept: 'application/json' },
        })
        const mails = (await answer.json()) as { kind: string; text: string }[]
        const text = mails.find((mail) => mail.kind === kind)?.text ?? ''
        link = /https?:\/\/[^/]+(\/\S*course-place\/[\w-]{43})/.exec(text)?.[1] ?? ''
        expect(link).not.toBe('')
      }).toPass()
      return link
    }
    /** The same page with JavaScript, which axe needs: its findings, and whether it fits. To open a link changes nothing. */
    const looksRight = async () => {
      const seen = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: true })
      await seen.goto(page.url())
      await expectAccessible(seen)
      expect(await seen.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await seen.close()
    }

    await page.goto(t.training)
    await expect(main(page).getByRole('link', { name: t.link })).toHaveCount(0)
    await page.goto(t.course)
    // Dates of their own, so that no other journey has their seats.
    await main(page)
      .getByRole('link', { name: t.link })
      .nth(locale === 'de' ? 2 : 3)
      .click()
    await page.getByRole('button', { name: t.ask }).click()
    await expect(page.getByRole('alert').getByRole('link', { name: t.nameMissing })).toBeVisible()
    await looksRight()
    await page.getByLabel(t.first).fill('Gina')
    await page.getByLabel(t.last).fill('Gast')
    await page.getByLabel(t.email).fill(email)
    await page.getByLabel(t.along).fill('Otto Gast')
    await page.getByLabel(t.terms).check()
    await page.getByLabel(t.adult).check()
    await page.getByRole('button', { name: t.ask }).click()
    await expect(main(page).getByRole('status')).toContainText(t.sent)

    await page.goto(await mailedLink('course-guest'))
    await expect(main(page)).toContainText(t.total)
    await looksRight()
    await page.getByRole('button', { name: t.order }).click()
    await page.getByRole('button', { name: t.pay }).click()
    // Back from paying they see their place.
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(t.isBooked)
    await expect(main(page).getByRole('status')).toContainText(t.booked)

    const other = await page.request.get(`${locale === 'en' ? '/en' : ''}/course-place/paid`, {
      headers: { cookie: 'guestplace=' },
    })
    expect(await other.text()).toMatch(t.mailed)
    await page.goto(await mailedLink('course-booked'))
    await expect(main(page).getByRole('status')).toContainText(t.booked)
    await page.getByText(t.cancel, { exact: true }).click()
    await expect(main(page)).toContainText(t.refund)
    await looksRight()
    await page.getByRole('button', { name: t.cancelNow }).click()
    await expect(main(page).getByRole('status')).toContainText(t.cancelled)
    await mailedLink('course-cancelled')

    const unknown = await page.goto(`${locale === 'en' ? '/en' : ''}/course-place/${'x'.repeat(43)}`)
    expect(unknown?.status()).toBe(404)
    await expect(main(page)).toContainText(t.unknown)
  })
}
