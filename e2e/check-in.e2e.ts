import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { askServer } from '../server/commands/admin-socket.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/database/migrate.ts'
import { seedDemo } from '../server/commands/seed-demo.ts'
import { dayFromToday, expect, expectAccessible, orderButton, test } from './fixtures.ts'
import { freePort, type Product, startProduct } from './server.ts'
import { demo, fillSignIn, giveSession } from './sign-in.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

let dataDir: string
let product: Product

/** The demo space, open day and night in slots of ten minutes and without bookings: whatever time it is, one begins soon. */
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'werkbank-check-in-'))
  const log = createLog('silent')
  const opened = await openDatabase({ databaseUrl: null, dataDir, log })
  await migrate(opened.db, log)
  await seedDemo(opened.db, clock)
  await sql`truncate booking cascade`.execute(opened.db)
  await opened.db.updateTable('space').set({ bookingSlotsPerHour: 6, bookingOpeningHours: null }).execute()
  await opened.close()
  product = await startProduct(dataDir, await freePort())
})
test.afterAll(async () => {
  await product.stop('SIGTERM')
  await rm(dataDir, { recursive: true })
})

/** Prints the sheet of a machine and holds a phone before it: the address that the phone opens. */
async function scan(page: Page, machine: number, option = '--enable'): Promise<string> {
  const given = await askServer(dataDir, ['check-in-codes', option, String(machine), '--out', 'x.html'])
  const sheets = await page.context().newPage()
  await sheets.setContent(given?.file?.text ?? '')
  const its = sheets.locator('.id', { hasText: new RegExp(`· ${machine}$`) })
  const sheet = sheets.locator('section').filter({ has: its })
  const image = sharp(await sheet.screenshot()).ensureAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  await sheets.close()
  return decodeQR({ ...info, data }, { effort: Infinity, timeLimit: Infinity })
}

/** Books the first slot that begins in more than two minutes: it begins within twelve. */
async function bookSoon(page: Page): Promise<void> {
  const zone = { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' } as const
  const at = (minutes: number) =>
    new Intl.DateTimeFormat('sv-SE', zone).format(
      new Date(Math.ceil((Date.now() + 2 * 60_000) / 600_000) * 600_000 + minutes * 60_000),
    )
  const [day, from] = at(0).split(' ')
  const [last, until] = at(10).split(' ')
  await page.goto(`${product.url}/booking?machine=1&day=${day}`)
  const form = page.locator('form.booking-form')
  await form.getByLabel('Von').selectOption(from as string)
  await form.getByLabel('Bis').selectOption(last === day ? (until as string) : '24:00')
  await form.getByRole('button', { name: orderButton }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Gebucht' })).toBeVisible()
}

const done = (page: Page) => page.getByRole('main').getByRole('status')

test('a member who has booked scans the code, signs in if needed, and is checked in; again the same', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await giveSession(page.context(), demo('mia'), product.url)
  await bookSoon(page)
  const address = await scan(page, 1)
  expect(address).toMatch(new RegExp(`^${product.url}/check-in/1#[\\w-]{32}$`))

  await page.goto(address)
  await expect(done(page)).toContainText(/Du bist da: Lasercutter, bis .*\d:\d\d\sUhr/)
  await expectAccessible(page)
  await page.reload()
  await expect(done(page)).toContainText('Du bist da: Lasercutter')

  const phone = await browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true })
  const other = await phone.newPage()
  const sent: string[] = []
  other.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''))
  await other.goto(address)
  const why = other.getByRole('main')
  await expect(why).toContainText('Dann wissen wir, wer da ist')
  await expectAccessible(other)
  await why.getByRole('link', { name: 'Anmelden' }).tap()
  await fillSignIn(other, demo('mia'))
  await expect(done(other)).toContainText('Du bist da: Lasercutter')
  await expect(other).toHaveURL(address)
  expect(sent.filter((url) => url.includes(address.split('#')[1] as string))).toEqual([])
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await other.locator('summary').filter({ hasText: 'Menü' }).tap()
  await other
    .getByRole('link', { name: /Englisch|English/ })
    .first()
    .tap()
  await expect(done(other)).toContainText(/You are here: Laser cutter, until .*\d:\d\d/)
  await other.getByRole('link', { name: 'To my bookings' }).tap()
  await expect(other).toHaveURL(/\/en\/me\/bookings$/)
  await expect(other.getByText(/Checked in since \d+:\d\d/)).toBeVisible()
  await phone.close()
})

test('a member who has not booked reads so and is one tap from booking this machine', async ({ page }) => {
  await giveSession(page.context(), demo('lea'), product.url)
  await page.goto(await scan(page, 1))
  const alert = page.getByRole('alert').filter({ hasText: 'Du hast hier gerade nichts gebucht' })
  await expect(alert).toBeVisible()
  await expectAccessible(page)
  await alert.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(alert).toBeVisible()
  await alert.getByRole('link', { name: 'Maschine jetzt buchen' }).click()
  await expect(page).toHaveURL(/\/booking\?machine=1&day=\d{4}-\d\d-\d\d$/)
})

test('a member whose booking comes later reads when', async ({ page }) => {
  await giveSession(page.context(), demo('mia'), product.url)
  await page.goto(`${product.url}/booking?machine=6&day=${dayFromToday(1)}`)
  const form = page.locator('form.booking-form')
  await form.getByLabel('Von').selectOption('18:00')
  await form.getByLabel('Bis').selectOption('20:00')
  await form.getByRole('button', { name: orderButton }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Gebucht' })).toBeVisible()
  await page.goto(await scan(page, 6))
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText(/^Ab .*, 17:45\sUhr kannst du einchecken$/)
  await expect(alert.locator('.error')).toHaveCount(0)
  await expectAccessible(page)
  await expect(alert).toContainText(/Deine nächste Zeit hier: .*18:00 bis 20:00\sUhr\. .*15\sMinuten/)
})

test('an old code, a wrong one and none at all say what to do', async ({ page }) => {
  await giveSession(page.context(), demo('mia'), product.url)
  const old = await scan(page, 1)
  const renewed = await scan(page, 1, '--renew')
  expect(renewed).not.toBe(old)
  await page.goto(old)
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /./ })
  await expect(alert).toContainText('Dieser Code gilt nicht')
  await expect(alert.getByRole('link', { name: 'Belegung der Maschine ansehen' })).toHaveAttribute(
    'href',
    '/booking?machine=1',
  )
  await expectAccessible(page)

  await page.goto(`${product.url}/check-in/1`)
  await expect(alert).toContainText('Der Code fehlt')
  await expectAccessible(page)

  const answer = await page.goto(`${product.url}/check-in/777#${'q'.repeat(32)}`)
  expect(answer?.status()).toBe(404)
  await expect(alert).toContainText('Dieser Code gilt nicht')
})

test('while the workshop does not answer, or cannot do it, the page says so and offers another try', async ({
  page,
}) => {
  await giveSession(page.context(), demo('mia'), product.url)
  const address = await scan(page, 1)
  const refuse = (status: number, code: string) =>
    page.route('**/fabman/check-ins', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { type: '', title: code, status, code, message: code },
      }),
    )
  await refuse(503, 'upstreamUnavailable')
  await page.goto(address)
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /./ })
  await expect(alert).toContainText('Gerade klappt es nicht')
  await expectAccessible(page)
  await page.unroute('**/fabman/check-ins')
  await refuse(501, 'notSupported')
  await alert.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(alert).toContainText('Einchecken ist hier nicht nötig')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says that it needs it, and is not for search engines', async ({ page }) => {
    await page.goto(`${product.url}/check-in/1#${'q'.repeat(32)}`)
    await expect(page.locator('main noscript p')).toBeVisible()
    expect(await page.content()).toContain('Zum Einchecken braucht diese Seite JavaScript')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})
