import type { Browser, Page } from '@playwright/test'
import { bookEvening, expect, expectAccessible, longDay, signIn, slot, test } from './fixtures.ts'

const machine = 6
/** Out of the way of journeys that book for tomorrow. */
const days = 15

/** A second member beside the one of the test, in a browser of their own. */
async function another(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'de-DE' })
  const page = await context.newPage()
  await signIn(page, email)
  return page
}

/** The cell of a time in whatever state. */
function cell(page: Page, day: string, from: string) {
  return page.getByRole('gridcell', { name: new RegExp(`^${longDay(day, 'de-DE')}, ${from} bis`) })
}

function booking(page: Page, day: string, time: string) {
  return page
    .getByRole('listitem')
    .filter({ has: page.locator(`time[datetime^="${day}T${time}"]`) })
    .filter({ hasText: 'Bestätigt' })
}

/** A booking of mia from 18:00 to 19:00 on its way to another time; gives its day. */
async function beginMove(page: Page): Promise<string> {
  await signIn(page, 'mia@example.org')
  const day = await bookEvening(page, '/booking', machine, days)
  await page.getByRole('link', { name: 'Zu meinen Buchungen' }).click()
  await booking(page, day, '18:00')
    .getByRole('link', { name: /^Verschieben/ })
    .click()
  return day
}

test('a member moves a booking to a later hour and makes it longer', async ({ page }) => {
  const day = await beginMove(page)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buchung verschieben')
  await expect(page.getByText(/^Bisher: .*18:00 bis 19:00 Uhr/)).toBeVisible()
  // Its own time is chosen, and free to be chosen again.
  await expect(cell(page, day, '18:00')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await cell(page, day, '18:30').click()
  await expect(page.locator('.booking-form .summary')).toContainText('18:30 bis 19:30')
  await cell(page, day, '20:00').click()
  await expect(page.locator('.booking-form .summary')).toContainText('18:30 bis 20:30')
  await page.getByRole('button', { name: 'Buchung verschieben' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Geändert:/ })).toContainText('18:30 bis 20:30')
  await expect(page.getByText(/^Bisher: .*18:30 bis 20:30 Uhr/)).toBeVisible()

  await page.getByRole('link', { name: 'Nicht verschieben' }).click()
  await expect(booking(page, day, '18:30')).toHaveCount(1)
  await expect(booking(page, day, '18:00')).toHaveCount(0)
  await booking(page, day, '18:30')
    .getByRole('button', { name: /^Stornieren/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Storniert:/ })).toBeVisible()
  await page.goto(`/booking?machine=${machine}&day=${day}`)
  await expect(slot(page, day, '18:00', '18:30', 'de')).toBeVisible()
})

test('a move whose answer is lost is done once, and asking again says so', async ({ page }) => {
  const day = await beginMove(page)
  await expect(page.getByText(/^Bisher: .*18:00 bis 19:00 Uhr/)).toBeVisible()
  const form = page.locator('.booking-form')
  await form.getByLabel('Bis').selectOption('19:30')
  let lost = 0
  await page.route('**/fabman/bookings/*', async (route) => {
    if (route.request().method() !== 'PATCH' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  await form.getByRole('button', { name: 'Buchung verschieben' }).click()
  await expect(form.getByRole('alert')).toContainText('wird höchstens einmal gebucht')
  // What is shown is asked for again after a failure: it has moved already.
  await expect(page.getByText(/^Bisher: .*18:00 bis 19:30 Uhr/)).toBeVisible()
  await form.getByRole('button', { name: 'Buchung verschieben' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Geändert:/ })).toContainText('18:00 bis 19:30')
  await page.goto('/me/bookings')
  await booking(page, day, '18:00')
    .getByRole('button', { name: /^Stornieren/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Storniert:/ })).toBeVisible()
})

test('a booking that is not theirs, or cannot be moved any more, is said to be so', async ({ page }) => {
  await signIn(page, 'mia@example.org')
  await page.goto(`/booking?machine=${machine}&moves=999999`)
  await expect(page.getByText(/lässt sich nicht mehr verschieben/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buchung verschieben' })).toHaveCount(0)
  await expectAccessible(page)
})

test('who waits for a taken time is offered it when it becomes free, and takes it', async ({
  page,
  browser,
}) => {
  await signIn(page, 'mia@example.org')
  const day = await bookEvening(page, '/booking', machine, days)
  const other = await another(browser, 'kai@example.org')
  await other.goto(`/booking?machine=${machine}&day=${day}`)
  const taken = other.getByRole('gridcell', {
    name: new RegExp(`${longDay(day, 'de-DE')}, 18:00.*Warteliste`),
  })
  await taken.click()
  await cell(other, day, '18:30').click()
  await expect(other.getByText('Diese Zeit ist belegt.')).toBeVisible()
  await other.getByRole('button', { name: 'Bescheid sagen, wenn frei' }).click()
  await expect(other.getByRole('status').filter({ hasText: /^Auf der Warteliste/ })).toContainText(
    '18:00 bis 19:00',
  )
  await expectAccessible(other)
  await other.getByRole('link', { name: 'Zu meinen Buchungen' }).click()
  const waiting = other.getByRole('region', { name: 'Warteliste' }).getByRole('listitem')
  await expect(waiting).toContainText('Du stehst auf der Warteliste')
  await expectAccessible(other)

  await page.getByRole('link', { name: 'Zu meinen Buchungen' }).click()
  await booking(page, day, '18:00')
    .getByRole('button', { name: /^Stornieren/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Storniert:/ })).toBeVisible()

  await other.reload()
  await expect(waiting).toContainText(/Frei für dich bis \d+:\d\d Uhr/)
  await expect(waiting).toContainText(/Preis: \d+,\d\d.€ · Kostenlos stornierbar bis/)
  await expectAccessible(other)
  await waiting.getByRole('button', { name: /^Zeit buchen/ }).click()
  await expect(other.getByRole('status').filter({ hasText: /^Gebucht:/ })).toBeVisible()
  await expect(booking(other, day, '18:00')).toHaveCount(1)
  await expect(other.getByRole('region', { name: 'Warteliste' })).toHaveCount(0)
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
  await other.context().close()
})

test('who no longer waits leaves the list', async ({ page, browser }) => {
  const other = await another(browser, 'kai@example.org')
  const day = await bookEvening(other, '/booking', machine, days)
  await other.context().close()
  await signIn(page, 'mia@example.org')
  await page.goto(`/booking?machine=${machine}&day=${day}`)
  await page
    .getByRole('gridcell', { name: new RegExp(`${longDay(day, 'de-DE')}, 18:00.*Warteliste`) })
    .click()
  await page.getByRole('button', { name: 'Bescheid sagen, wenn frei' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Auf der Warteliste/ })).toBeVisible()
  await page.goto('/me/bookings')
  const waiting = page.getByRole('region', { name: 'Warteliste' }).getByRole('listitem').first()
  await waiting.getByRole('button', { name: /^Nicht mehr warten/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Du wartest nicht mehr/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Warteliste' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
