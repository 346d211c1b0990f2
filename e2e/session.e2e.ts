import { expect, expectAccessible, test } from './fixtures.ts'
import { fillSignIn, signIn } from './sign-in.ts'

test('sign-in returns to where the member was, and a reload stays signed in', async ({ page, newMember }) => {
  await signIn(page, await newMember(), { at: '/faq' })
  await expect(page).toHaveURL(/\/faq$/)
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Abmelden' })).toBeVisible()
})

test('a signed-out visitor at /me signs in and lands in the profile', async ({ page, newMember }) => {
  const member = await newMember()
  await page.goto('/me')
  await fillSignIn(page, member)
  await expect(page).toHaveURL(/\/me\/profil$/)
  await expect(page.getByRole('main')).toContainText(member.email)
  await expectAccessible(page)
})

test('row "verify-mail" in English: the refusal is in the language of the sign-in', async ({
  page,
  newMember,
}) => {
  await page.goto('/en/me')
  await fillSignIn(page, await newMember({ emailVerified: false }))
  await expect(page).toHaveURL(/\/en\/auth\?.*verification_required=true/)
  await expect(page.getByRole('alert')).toHaveText('Please confirm your email address before you sign in.')
})

test('row "verify-mail": an unverified address is refused and reads why, with a button for a new mail', async ({
  page,
  newMember,
}) => {
  const member = await newMember({ emailVerified: false })
  await page.goto('/me')
  await fillSignIn(page, member)
  await expect(page).toHaveURL(/\/auth\?/)
  const query = new URL(page.url()).searchParams
  expect(Object.fromEntries(query)).toEqual({
    message: 'Bitte bestätige deine E-Mail-Adresse, bevor du dich anmeldest.',
    success: 'false',
    verification_required: 'true',
  })
  await expect(page.getByRole('alert')).toHaveText(
    'Bitte bestätige deine E-Mail-Adresse, bevor du dich anmeldest.',
  )
  await expectAccessible(page)

  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(member.email)
  await page.getByRole('button', { name: 'Bestätigungsmail schicken' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'unterwegs' })).toBeVisible()

  let link = ''
  // A job sends it a moment later.
  await expect(async () => {
    const mails = await page.request.get(`/dev/mail?to=${member.email}`, {
      headers: { accept: 'application/json' },
    })
    const [mail] = (await mails.json()) as { text: string }[]
    link = /http\S+email-verification\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  await page.goto(link)
  await page.getByRole('button').last().click()
  await expect(page).toHaveURL(/\/me\/profil$/)
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Abmelden' })).toBeVisible()
})

test('a forgotten password starts with the typed address, in both languages, and no address of a page holds it', async ({
  page,
}) => {
  await page.goto('/me')
  await page.getByLabel(/e-?mail/i).fill('mia+neu@example.org')
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('mia+neu@example.org')
  expect(page.url()).not.toContain('mia')
  await page.getByRole('button', { name: 'Link schicken' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schau in dein Postfach')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  expect(page.url()).not.toContain('mia')
})

test('the same refusal in English', async ({ page }) => {
  await page.goto(
    '/en/auth?message=Bitte bestätige deine E-Mail-Adresse, bevor du dich anmeldest.&success=false&verification_required=true',
  )
  await expect(page.getByRole('alert')).toHaveText('Please confirm your email address before you sign in.')
})

test('/auth never shows a text from its address', async ({ page }) => {
  await page.goto('/auth?message=<b>Ruf 0900 an</b>&success=true')
  await expect(page.getByRole('main')).not.toContainText('0900')
})

test('row "Failed redirect callback": it is logged only, and the page goes on', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/?code=wrong&state=wrong')
  await expect(page).not.toHaveURL(/code=/)
  expect(errors.length).toBeGreaterThan(0)
  await page.close()
})

test('tokens are in no storage and no address', async ({ page, newMember }) => {
  await signIn(page, await newMember())
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(stored).not.toMatch(/eyJ|access_token|refresh_token/)
  expect(page.url()).not.toMatch(/token|code=/)
})

test('sign-out ends at / from English too, and the way back shows nothing of the member', async ({
  page,
  newMember,
}) => {
  await page.goto('/en/me/bookings')
  await fillSignIn(page, await newMember())
  await expect(page).toHaveURL(/\/en\/me\/bookings$/)
  // A call that still waits for its token would say that the session has ended.
  await page.waitForLoadState('networkidle')
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Anmelden' })).toBeVisible()
  const note = page.getByRole('banner').getByRole('status')
  await expect(note).toHaveText('You are signed out. See you soon!')
  await expect(note).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(note).toBeEmpty()
  await page.goto('/me')
  await expect(page).toHaveURL(/\/u\/login\//)
})

test('the code of the member card is dark on light in the dark theme, too', async ({ memberPage: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/me/profil')
  const code = page.getByRole('img', { name: /^QR-Code deiner Mitgliedsnummer/ })
  await expect(code.locator('rect')).toHaveCSS('fill', 'rgb(255, 255, 255)')
  await expect(code).toHaveCSS('fill', 'rgb(23, 23, 26)')
})

test('the header of an error screen says who is signed in, too', async ({ memberPage: page }) => {
  const answer = await page.goto('/en/no/such/page')
  expect(answer?.status()).toBe(404)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: /Ada/ })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Sign out' }).first()).toBeVisible()
})

test('the menu of a phone asks no member to become one', async ({ memberPage: page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/')
  await page.getByText('Menü', { exact: true }).click()
  const menu = page.locator('.site-menu')
  await expect(menu.getByRole('link', { name: 'Mein Bereich' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Mitglied werden' })).toBeHidden()
})

test('nothing in the header moves when the name arrives', async ({ memberPage: page }) => {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources?: { node?: Node }[] })[])
        for (const { node } of entry.sources ?? [])
          if (node?.parentElement?.closest('.site-header'))
            moved.push(node.parentElement.outerHTML.slice(0, 80))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The change of fonts moves letters by a pixel or two.
  await page.route('**/*.woff2', (route) => route.abort())
  for (const width of [360, 640, 768, 1024, 1280, 1536])
    for (const path of ['/', '/en/booking']) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await page.waitForFunction(() => document.documentElement.dataset['signedIn'] === 'yes')
      await page.waitForTimeout(300)
      expect(
        await page.evaluate(() => (globalThis as { moved?: string[] }).moved),
        `${path} ${width}`,
      ).toEqual([])
      // All of it in one line.
      const header = await page.locator('.site-header > div').boundingBox()
      expect(header?.height, `${path} ${width}`).toBeLessThan(80)
    }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/me', '/en/me/bookings'])
    test(`${path} says that it needs it, and shows nothing as loading`, async ({ page }) => {
      await page.goto(path)
      await expect(page.locator('main noscript p')).toBeVisible()
      await expect(page.locator('.me-skeleton, .member-card').filter({ visible: true })).toHaveCount(0)
    })
})
