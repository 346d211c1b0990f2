import { imageSize } from 'image-size'
import { expect, expectAccessible, test } from './fixtures.ts'

// Other journeys run without the worker: requests that it answers cannot be intercepted.
test.use({ serviceWorkers: 'allow' })

interface Manifest {
  name: string
  start_url: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}

for (const [path, start] of [
  ['/', '/me/profil'],
  ['/en', '/en/me/profil'],
] as const) {
  test(`${path} can be put on the home screen`, async ({ page }) => {
    await page.goto(path)
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const response = await page.request.get(href ?? '')
    expect(response.headers()['content-type']).toBe('application/manifest+json')
    const manifest = (await response.json()) as Manifest
    expect(manifest).toMatchObject({ name: 'Halle 9', start_url: start, display: 'standalone' })
    expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
    ])
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await page.request.get(src)
      const { width, height } = imageSize(await icon.body())
      expect([`${width}x${height}`, icon.headers()['content-type']]).toEqual([sizes, type])
    }
    const apple = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? ''
    expect(imageSize(await (await page.request.get(apple)).body()).width).toBe(180)
  })
}

test('the bar of the browser follows the chosen theme', async ({ page }) => {
  const bar = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((all: HTMLMetaElement[]) =>
        all.filter(({ media }) => matchMedia(media).matches).map((each) => each.content),
      )
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/faq')
  expect(await bar()).toEqual(['#faf8f3'])
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('dark')
  expect(await bar()).toEqual(['#141416'])
  await page.reload()
  expect(await bar()).toEqual(['#141416'])
})

test('a visitor who reads gets no service worker', async ({ page }) => {
  await page.goto('/faq')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test.describe('without a connection', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/en/booking?machine=1')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      // The first version takes over the open page.
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
    })
  })

  test('every page of the site is the offline page, and comes back with the connection', async ({
    page,
    context,
  }) => {
    await context.setOffline(true)
    for (const [path, title] of [
      ['/en/booking?machine=1', 'No connection'],
      ['/me/bookings', 'Keine Verbindung'],
      ['/', 'Keine Verbindung'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('heading', { level: 2 })).toBeHidden()
    }
    await expectAccessible(page)
    expect(await page.evaluate(() => document.fonts.check('800 20px "Bricolage Grotesque Variable"'))).toBe(
      true,
    )
    await page.goto('/en/booking?machine=1')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('No connection', { timeout: 30_000 })
    await expect(page.getByRole('banner')).toBeVisible()
  })

  test('nothing but the offline page is on the device', async ({ page }) => {
    await page.goto('/en/booking?machine=2')
    const stored = await page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return all.flat().map(({ url }) => new URL(url).pathname.replace(/-[\w-]+\.woff2$/, '.woff2'))
    })
    expect(stored.toSorted()).toEqual([
      '/assets/heading.woff2',
      '/assets/text.woff2',
      '/en/offline',
      '/offline',
    ])
  })

  test('data, parts and sign-in are never answered from the device', async ({ page, context }) => {
    await context.setOffline(true)
    for (const path of [
      '/data/equipment?locale=en',
      '/connector/v1/fabman/spaces',
      '/api/packages',
      '/builds/latest.json',
    ])
      expect([
        path,
        await page.evaluate(
          (each) =>
            fetch(each).then(
              ({ status }) => status,
              () => null,
            ),
          path,
        ),
      ]).toEqual([path, null])
    for (const path of ['/authorize', '/u/forgot-password', '/data/bookings'])
      await expect(page.goto(path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  })

  test('the member card that this device keeps is shown', async ({ page, context }) => {
    await page.evaluate(() => {
      const code = { size: 29, path: 'M4 4h1v1h-1z' }
      const card = { name: 'Mia <b>Sommer</b>', number: '1001', state: 'aktiv', locale: 'de', code }
      localStorage.setItem('member-card', JSON.stringify(card))
    })
    await context.setOffline(true)
    await page.goto('/en/me/profil')
    const card = page.getByRole('region', { name: 'Member card' })
    await expect(card).toContainText('Mia <b>Sommer</b>')
    await expect(card).toContainText('1001')
    await expect(card.getByText('aktiv')).toHaveAttribute('lang', 'de')
    await expect(card.getByRole('img', { name: 'QR code of your member number' })).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectAccessible(page)
  })
})
