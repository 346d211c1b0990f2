import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveFabmanDouble } from '../server/commands/fabman-double.ts'
import { systemClock } from '../platform/clock.ts'
import { bookEvening, chooseEvening, expect, expectAccessible, orderButton, test } from './fixtures.ts'
import { freePort, startProduct } from './server.ts'
import { demo, giveSession } from './sign-in.ts'

test('the same screens on a Fabman account: booked, moved, looked at while Fabman is away, cancelled', async ({
  page,
}) => {
  test.setTimeout(360_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-fabman-'))
  const double = await serveFabmanDouble(['--port', '0', '--per-second', '1000'], systemClock)
  const product = await startProduct(dataDir, await freePort(), {
    FABMAN_URL: double.url,
    FABMAN_API_KEY: double.key,
  })
  const fault = (mode: string | null) =>
    fetch(new URL('/faults', double.url), { method: 'PUT', body: JSON.stringify({ mode }) })
  try {
    await giveSession(page.context(), demo('mia'), product.url)
    // Within 24 hours of its start a booking can only be extended.
    const day = await bookEvening(page, `${product.url}/booking`, 6, 2)
    await page.getByRole('link', { name: 'Zu meinen Buchungen' }).click()
    const own = (time: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.locator(`time[datetime^="${day}T${time}"]`) })
        .filter({ hasText: 'Bestätigt' })
    await own('18:00')
      .getByRole('link', { name: /^Verschieben/ })
      .click()
    await page
      .getByRole('gridcell', { name: /19:30 bis 20:00\sUhr, frei/ })
      .nth(0)
      .waitFor()
    await page.locator('.booking-form').getByLabel('Bis').selectOption('20:00')
    await page.locator('.booking-form').getByLabel('Von').selectOption('19:00')
    await page.getByRole('button', { name: 'Buchung verschieben' }).click()
    // A write may take 7 s, and what is read before and after it 3 s each (failures.ts).
    await expect(page.getByRole('status').filter({ hasText: /^Verschoben:/ })).toContainText(
      '19:00 bis 20:00',
      { timeout: 15_000 },
    )

    // What was seen is what is there while Fabman is away.
    await page.goto(`${product.url}/me/bookings`)
    await expect(own('19:00')).toBeVisible()
    await chooseEvening(page, `${product.url}/booking`, 9)
    await fault('down')
    await page.getByRole('button', { name: orderButton }).click()
    await expect(page.getByRole('alert')).toContainText('Ein Dienst dahinter antwortet gerade nicht.')
    await expect(page.getByText(/^Stand \d+:\d\d\sUhr\./)).toBeVisible({ timeout: 90_000 })
    await expectAccessible(page)
    await page.goto(`${product.url}/me/bookings`)
    await expect(own('19:00')).toBeVisible()
    await expect(page.getByText(/^Stand \d+:\d\d\sUhr\./)).toBeVisible({ timeout: 90_000 })
    await expectAccessible(page)

    await fault(null)
    // A failed read is repeated less and less often, at last once in its lifetime of a minute (023).
    await expect(async () => {
      await page.reload()
      await expect(own('19:00')).toBeVisible()
      await expect(page.getByText(/^Stand/)).toHaveCount(0)
    }).toPass({ timeout: 180_000 })
    await own('19:00')
      .getByRole('button', { name: /^Stornieren/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
    await expect(page.getByRole('status').filter({ hasText: /Storniert:/ })).toBeVisible()
  } finally {
    await product.stop('SIGTERM')
    await double.close()
    await rm(dataDir, { recursive: true })
  }
})

test('after a restart while Fabman is away, every page is there', async ({ page, request }) => {
  test.setTimeout(240_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-fabman-'))
  const double = await serveFabmanDouble(['--port', '0', '--per-second', '1000'], systemClock)
  const port = await freePort()
  const start = () => startProduct(dataDir, port, { FABMAN_URL: double.url, FABMAN_API_KEY: double.key })
  let product = await start()
  try {
    const sitemap = await (await request.get(`${product.url}/sitemap.xml`)).text()
    const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path)
    const pages = [...listed, '/booking', '/en/booking', '/booking/day', '/booking/time', '/en/booking/time']
    const failing = async () => {
      const statuses: number[] = []
      for (const path of pages) statuses.push((await request.get(product.url + path)).status())
      return pages.filter((_, index) => statuses[index] !== 200)
    }
    expect(await failing()).toEqual([])
    await product.stop('SIGTERM')
    await fetch(new URL('/faults', double.url), { method: 'PUT', body: JSON.stringify({ mode: 'down' }) })
    product = await start()
    expect(await failing()).toEqual([])
    await page.goto(`${product.url}/booking/time`)
    await expect(page.getByText('Buchen geht gerade nicht.')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await product.stop('SIGTERM')
    await double.close()
    await rm(dataDir, { recursive: true })
  }
})
