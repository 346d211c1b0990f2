import { expect, expectAccessible, test } from './fixtures.ts'

const pages = [
  ['/', '/en'],
  ['/maschinen', '/en/equipment'],
  ['/maschinen/lasercutter', '/en/equipment/laser-cutter'],
  ['/faq', '/en/faq'],
  ['/impressum', '/en/imprint'],
  ['/datenschutz', '/en/privacy'],
  ['/events', '/en/events'],
  ['/onboarding/start', '/en/onboarding/start'],
  ['/team/start', '/en/team/start'],
  ['/register', '/en/register'],
] as const

for (const [german, english] of pages) {
  test(`${german} and ${english} are one page in two languages`, async ({ page }) => {
    await page.goto(german)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessible(page)
    await page
      .getByRole('banner')
      .getByRole('link', { name: /English/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`${english}$`))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expectAccessible(page)
    await page.context().clearCookies()
  })
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [320, 360, 768, 1280]) {
    test(`no page scrolls sideways at ${width} px, ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 800 })
      for (const [german] of pages) {
        await page.goto(german)
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(scrollWidth, german).toBeLessThanOrEqual(width)
        if (width === 360) await expectAccessible(page)
      }
    })
  }
}

test('row "Unknown route": 404 with its message, the error screen and a way home', async ({ page }) => {
  const response = await page.goto('/gibt/es/nicht')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oh nein!')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('error# 404')
  await expect(page.getByText('Page not found: /gibt/es/nicht')).toBeVisible()
  await expect(page).toHaveTitle('error# 404 – Halle 9')
  const suggested = page.getByRole('navigation', { name: /^Vielleicht suchst du/ }).getByRole('link')
  await expect(suggested).toHaveText(['Maschinen', 'Kurse & Termine', 'Mitgliedschaft', 'Projekte', 'Besuch'])
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the error screen speaks the page’s language, and crawlers get the status without it', async ({
  page,
  request,
}) => {
  await page.goto('/en/nothing/here')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oh no!')
  const answer = await request.get('/nichts', { headers: { 'user-agent': 'Googlebot/2.1' } })
  expect(answer.status()).toBe(404)
  expect(await answer.text()).not.toContain('error#')
})

test.describe('redirects', () => {
  for (const [from, to] of [
    ['/machines', '/maschinen'],
    ['/machines/lasercutter', '/maschinen/lasercutter'],
    ['/machines/laser-cutter', '/maschinen/lasercutter'],
    ['/en/machines/laser-cutter', '/en/equipment/laser-cutter'],
    ['/de/faq', '/faq'],
    ['/de/faq/x?a=b', '/faq/x?a=b'],
    ['/de', '/'],
    ['/en/de/faq', '/en/faq'],
    ['/de//machines//lasercutter', '/maschinen/lasercutter'],
    ['/en/courses/laser-induction', '/en/events/1-laser-cutter-safety-training'],
  ] as const) {
    test(`${from} is ${to} for good, in one hop`, async ({ request }) => {
      const answer = await request.get(from, { maxRedirects: 0 })
      expect(answer.status()).toBe(301)
      expect(answer.headers()['location']).toBe(to)
    })
  }

  test('an address that no route matches is not found in the words of E1', async ({ page }) => {
    const answer = await page.goto('/a%0Ab')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('main')).toContainText('Page not found: /a%0Ab')
  })

  for (const path of [
    '/machines/nope',
    '/workshops/nope',
    '/de//evil.example',
    '/de/%5Cevil.example',
    '//evil.example',
  ]) {
    test(`${path} leaves the site nowhere`, async ({ request, baseURL }) => {
      const answer = await request.get(baseURL + path, { maxRedirects: 0 })
      const location = answer.headers()['location'] ?? '/'
      expect(location).toMatch(/^\/(?![/\\])/)
      if (answer.status() !== 301) expect(answer.status()).toBe(404)
    })
  }

  for (const [from, to] of [
    ['/onboarding/payment', '/onboarding/start'],
    ['/onboarding/contact', '/onboarding/start'],
    ['/en/team/payment', '/en/team/user'],
    ['/team/contact', '/team/user'],
    ['/me', '/me/profil'],
    ['/en/me', '/en/me/profil'],
  ] as const) {
    test(`${from} leads to ${to}`, async ({ request }) => {
      const answer = await request.get(from, { maxRedirects: 0 })
      expect([302, 301]).toContain(answer.status())
      expect(answer.headers()['location']).toBe(to)
    })
  }

  test('only an explicit choice of English leads from / to /en', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/$/)
    await page
      .getByRole('banner')
      .getByRole('link', { name: /English/ })
      .click()
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: 'i18n_redirected', value: 'en', path: '/', sameSite: 'Lax' })
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 60 * 60)
    await page.goto('/')
    await expect(page).toHaveURL(/\/en$/)
  })
})

for (const width of [320, 360, 1024, 1280, 1536]) {
  test(`the header is one row at ${width} px in a wide font, and booking is in it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/faq', '/en/faq']) {
      await page.goto(path)
      await page.evaluate(() => {
        document.documentElement.style.setProperty('--font-text', "'DejaVu Sans', sans-serif")
      })
      const banner = page.getByRole('banner')
      await expect(banner.getByRole('link', { name: /^(Buchen|Book)$/ })).toBeInViewport({ ratio: 1 })
      expect((await banner.boundingBox())?.height).toBeLessThan(80)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}

test('the menu of a phone opens, is accessible and closes by Escape', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/faq')
  const menu = page.getByRole('banner').locator('details')
  await menu.locator('summary').click()
  await expect(menu.getByRole('link', { name: 'Kurse & Termine' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(menu).not.toHaveAttribute('open')
  await expect(menu.locator('summary')).toBeFocused()
})

test('the search has its field focused, and finds the visit by what is not its title', async ({ page }) => {
  await page.goto('/search')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('öffnungszeiten')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Besuch')
  await expectAccessible(page)
})

test('the theme is chosen, kept and there before paint', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByLabel('Ansicht').selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a page asks no other host and sets no cookie', async ({ page, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL) foreign.push(request.url())
  })
  for (const [german] of pages) await page.goto(german)
  expect(foreign).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})

test('content pages fetch neither the identity library nor app texts', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/maschinen')
  // The code comes at the first touch.
  await page.keyboard.press('Shift')
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(1)
  const scripts = await Promise.all(
    asked.filter((url) => url.endsWith('.js')).map(async (url) => (await page.request.get(url)).text()),
  )
  const all = scripts.join('\n')
  expect(asked.filter((url) => url.includes('auth0-spa-js'))).toEqual([])
  expect(all).not.toContain('ZodError')
  expect(all).not.toContain('invalidateQueries')
  expect(asked.filter((url) => url.includes('/messages/'))).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the site reads and navigates', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Maschinen' }).first().click()
    await page.getByRole('main').locator('a[href="/maschinen/lasercutter"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Laser/)
    await page.goto('/faq')
    await page.locator('summary').nth(1).click()
  })

  test('the chosen language is remembered', async ({ page }) => {
    await page.goto('/maschinen')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /English/ })
      .click()
    await expect(page).toHaveURL(/\/en\/equipment$/)
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: 'i18n_redirected', value: 'en', path: '/', sameSite: 'Lax' })
    await page.goto('/')
    await expect(page).toHaveURL(/\/en$/)
  })
})
