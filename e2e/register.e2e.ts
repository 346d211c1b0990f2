import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { fillSignIn } from './sign-in.ts'

const password = 'ein langer neuer Satz'
const texts = {
  de: {
    path: '/register',
    fromSignIn: 'Konto anlegen',
    title: 'Konto anlegen',
    email: 'E-Mail-Adresse',
    wrong: 'Gib deine E-\u2060Mail-Adresse vollständig ein, zum Beispiel mia@example.org.',
    short: 'Nimm mindestens 12 Zeichen.',
    common: /Dieses Passwort steht auf Listen/,
    sent: 'Schau in dein Postfach',
    again: 'Bestätigungsmail schicken',
    onItsWay: 'unterwegs',
    subject: 'Bestätige deine E-Mail-Adresse',
    known: 'Du hast schon ein Konto',
    confirm: 'Adresse bestätigen',
    profile: /\/me\/profil$/,
    join: 'Mitglied werden',
  },
  en: {
    path: '/en/register',
    fromSignIn: 'Create an account',
    title: 'Create an account',
    email: 'Email address',
    wrong: 'Enter your full email address, for example mia@example.org.',
    short: 'Use at least 12 characters.',
    common: /This password is on lists/,
    sent: 'Check your email',
    again: 'Send confirmation email',
    onItsWay: 'on its way',
    subject: 'Confirm your email address',
    known: 'You already have an account',
    confirm: 'Confirm address',
    profile: /\/en\/me\/profil$/,
    join: 'Become a member',
  },
} as const

async function newestMail(page: Page, address: string) {
  let mail = { subject: '', text: '' }
  // A job sends it a moment later.
  await expect(async () => {
    const answer = await page.request.get(`/dev/mail?to=${encodeURIComponent(address)}`, {
      headers: { accept: 'application/json' },
    })
    const [newest] = (await answer.json()) as (typeof mail)[]
    expect(newest).toBeDefined()
    mail = newest ?? mail
  }).toPass()
  return { ...mail, link: /http\S+\?ticket=\S+/.exec(mail.text)?.[0] ?? '' }
}

async function fillForm(page: Page, email: string, chosen = password) {
  await page.locator('#register-email').fill(email)
  await page.locator('#register-password').fill(chosen)
  await page.locator('#register-altcha').click()
}

for (const locale of ['de', 'en'] as const) {
  const t = texts[locale]

  test.describe(`on a phone, ${locale}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, locale: locale === 'de' ? 'de-DE' : 'en-GB' })

    test('a visitor registers, and the link of the mail signs in', async ({ page }) => {
      test.slow()
      const email = `frida-${crypto.randomUUID()}@example.org`
      await page.goto(locale === 'de' ? '/me' : '/en/me')
      await page.getByRole('link', { name: t.fromSignIn }).click()
      await expect(page).toHaveURL((url) => url.pathname === t.path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title)
      await expectAccessible(page)

      await fillForm(page, 'frida@', 'kurz')
      const summary = page.getByRole('main').getByRole('alert')
      await expect(summary).toBeFocused()
      await expect(summary.getByRole('link', { name: t.wrong })).toBeVisible()
      await summary.getByRole('link', { name: t.short }).click()
      await expect(page.locator('#register-password')).toBeFocused()
      await expectAccessible(page)

      await fillForm(page, email, 'passwordpassword')
      await expect(summary.getByRole('link', { name: t.common })).toBeVisible()
      await expect(page.getByLabel(t.email)).toHaveValue(email)

      await fillForm(page, email)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.sent)
      await expect(page.getByRole('main')).toContainText(email)
      expect(page.url()).not.toContain('frida')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

      const first = await newestMail(page, email)
      expect(first.subject).toBe(t.subject)
      await expect(page.getByLabel(t.email)).toHaveValue(email)
      await page.getByRole('button', { name: t.again }).click()
      await expect(page.getByRole('status').filter({ hasText: t.onItsWay })).toBeVisible()

      await page.goto(first.link)
      await page.getByRole('button', { name: t.confirm }).click()
      await expect(page).toHaveURL(t.profile)
      await expect(page.getByRole('main')).toContainText(email)
      await expect(page.getByRole('main').getByRole('link', { name: t.join })).toBeVisible()
      // One that is empty waits for what may come.
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
      await expectAccessible(page)
      await page.reload()
      await expect(page.getByRole('main')).toContainText(email)
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('ticket')

      await page.goto(first.link)
      await expect(page.getByRole('button', { name: t.confirm })).toHaveCount(0)
    })

    test('a known address sees the same, and its owner gets a mail', async ({ page, newMember }) => {
      const { email } = await newMember()
      await page.goto(t.path)
      await fillForm(page, email)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.sent)
      const mail = await newestMail(page, email)
      expect(mail.subject).toBe(t.known)
      expect(mail.link).toContain('/u/reset-password')
    })
  })
}

test('registering leads back to where the visitor wanted to sign in', async ({ page, context }) => {
  const email = `frida-${crypto.randomUUID()}@example.org`
  await page.goto('/me/bookings')
  await page.getByRole('link', { name: 'Konto anlegen' }).click()
  await fillForm(page, email)
  await expect(page).toHaveURL(/\/register\/sent$/)
  const { link } = await newestMail(page, email)
  const other = await context.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Adresse bestätigen' }).click()
  await expect(other).toHaveURL(/\/me\/bookings$/)
})

test('somebody quicker than the script of the proof registers all the same', async ({ page }) => {
  const email = `frida-${crypto.randomUUID()}@example.org`
  await page.route(/altcha.*\.js$/, async (route) => {
    await new Promise((later) => setTimeout(later, 1500))
    await route.continue()
  })
  await page.goto('/register')
  await fillForm(page, email)
  await expect(page).toHaveURL(/\/register\/sent$/)
})

test('the password of the registration signs in elsewhere', async ({ page, browser, baseURL }) => {
  const email = `frida-${crypto.randomUUID()}@example.org`
  await page.goto('/register')
  await fillForm(page, email)
  await expect(page).toHaveURL(/\/register\/sent$/)
  const { link } = await newestMail(page, email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
  await expect(page).toHaveURL(/\/me\/profil$/)

  const elsewhere = await browser.newPage({ baseURL, locale: 'de-DE' })
  await elsewhere.goto('/me')
  await fillSignIn(elsewhere, { email, password })
  await expect(elsewhere).toHaveURL(/\/me\/profil$/)
  await elsewhere.close()
})

test('the proof of work is loaded when the form is filled in, and comes from this origin', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/')
  await page.goto('/auth?verification_required=true')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('altcha'))).toEqual([])
  await page.goto('/register')
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /altcha-\w/.test(url))).toEqual([])
  await page.getByLabel('E-Mail-Adresse').focus()
  await expect.poll(() => asked.some((url) => url.includes('altcha'))).toBe(true)
  expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(baseURL ?? ''))).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what is missing, and a form that is sent keeps the address, not the password', async ({
    page,
  }) => {
    await page.goto('/register')
    const notice = page.locator('main noscript p')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('Dafür braucht er JavaScript')
    await fillForm(page, 'frida@example.org')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Die Prüfung gegen Programme')
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('frida@example.org')
    await expect(page.locator('#register-password')).toHaveValue('')
  })
})
