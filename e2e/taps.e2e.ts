import type { Page } from '@playwright/test'
import { counted, tap } from './counted.ts'
import { bookEvening, codeRuns, dayFromToday, expect, longDay, orderButton, test } from './fixtures.ts'

/* What a visitor does most, counted in taps on a phone. Scrolling is not a tap. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const free = (page: Page, day: string, from: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${longDay(day, 'de-DE')}, ${from} bis .*frei$`) })
const dayTab = (page: Page, day: string) => page.locator(`.day-tabs a[href*="day=${day}"]`)

/** Opens the booking screen from the header and taps tomorrow there: two taps. */
async function toTomorrow(page: Page): Promise<void> {
  const day = dayFromToday(1)
  await tap(page.getByRole('banner').getByRole('link', { name: 'Buchen', exact: true }))
  await expect(page).toHaveURL(/\/booking/)
  await codeRuns(page)
  await tap(dayTab(page, day))
  await expect(dayTab(page, day)).toHaveAttribute('aria-current', 'date')
}

test('from the start page, a signed-out member books the laser for tomorrow evening in 7 taps', async ({
  page,
  newMember,
}) => {
  const { email, password } = await newMember()
  const count = await counted(page)
  await page.goto('/')
  await toTomorrow(page)
  await tap(free(page, dayFromToday(1), '21:00'))
  await tap(page.getByRole('button', { name: 'Weiter' }))
  await tap(page.getByRole('button', { name: 'Anmelden und buchen' }))
  await expect(page.getByLabel(/e-?mail/i)).toBeFocused()
  await page.keyboard.type(email)
  await tap(page.getByLabel('Passwort'))
  await page.keyboard.type(password)
  // The key that sends the form is part of the keyboard.
  await page.keyboard.press('Enter')
  await tap(page.getByRole('button', { name: orderButton }))
  await expect(page.getByRole('status').filter({ hasText: /^Gebucht/ })).toContainText('21:00 bis 21:30')
  expect(count()).toBe(7)
})

test('from the start page, a member books the laser for tomorrow evening in 5 taps', async ({
  memberPage: page,
}) => {
  const count = await counted(page)
  await page.goto('/')
  await toTomorrow(page)
  await tap(free(page, dayFromToday(1), '21:30'))
  await tap(page.getByRole('button', { name: 'Weiter' }))
  await tap(page.getByRole('button', { name: orderButton }))
  await expect(page.getByRole('status').filter({ hasText: /^Gebucht/ })).toContainText('21:30 bis 22:00')
  await expect(page.locator('.booked > h2')).toBeInViewport()
  expect(count()).toBe(5)
})

/** Moves the shown booking to a time on the last day of its week; each journey has its own time. */
async function moveToLastDay(page: Page, time: string): Promise<void> {
  await tap(page.getByRole('link', { name: /^Verschieben/ }))
  const other = page.locator('.day-tabs a:not([aria-current])').last()
  const day = /day=([\d-]+)/.exec((await other.getAttribute('href')) ?? '')?.[1] ?? ''
  await tap(other)
  await tap(free(page, day, time))
  // The button in the bar says what it costs.
  await tap(page.getByRole('button', { name: /^Verschieben · \d+,\d\d\s€$/ }))
  await expect(page.getByRole('status').filter({ hasText: /^Verschoben/ })).toContainText(`${time} bis`)
}

test('from their bookings, a member moves one to another day in 4 taps', async ({ memberPage: page }) => {
  await bookEvening(page, '/booking', 6, 15)
  const count = await counted(page)
  await page.goto('/me/bookings')
  await moveToLastDay(page, '10:00')
  expect(count()).toBe(4)
})

for (const path of ['/', '/en/equipment/laser-cutter'])
  test(`from ${path} a member moves their next booking to another day in 5 taps`, async ({
    memberPage: page,
  }) => {
    await bookEvening(page, '/booking', 6, 15)
    const count = await counted(page)
    await page.goto(path)
    const area = path === '/' ? 'Mein Bereich' : 'My area'
    await tap(page.getByRole('banner').getByRole('link', { name: area, exact: true }))
    if (path === '/') await moveToLastDay(page, '14:00')
    else await expect(page.getByRole('link', { name: /^Move/ })).toHaveCount(1)
    // A press that leads to another document may be told after it.
    await expect.poll(count).toBe(path === '/' ? 5 : 1)
  })

test('a member joins the waitlist and takes the offer in 4 taps', async ({
  memberPage: page,
  newMember,
  pageOf,
}) => {
  const day = await bookEvening(page, '/booking', 6, 15)
  const other = await pageOf(await newMember())
  const count = await counted(other)
  await other.goto(`/booking?machine=6&day=${day}`)
  await tap(other.getByRole('gridcell', { name: new RegExp(`^${longDay(day, 'de-DE')}, 18:00.*Warteliste`) }))
  await tap(other.getByRole('button', { name: 'Bescheid sagen, wenn frei' }))
  await tap(other.getByRole('link', { name: 'Zu meinen Buchungen' }))
  await page.goto('/me/bookings')
  await page
    .getByRole('listitem')
    .filter({ has: page.locator(`time[datetime^="${day}"]`) })
    .getByRole('button', { name: /^Stornieren/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await tap(other.getByRole('button', { name: /^Zeit buchen/ }))
  await expect(other.getByRole('status').filter({ hasText: /^Gebucht:/ })).toBeVisible()
  expect(count()).toBe(4)
})

test('the other language keeps the machine, the day and the chosen time', async ({ page }) => {
  const day = dayFromToday(2)
  await page.goto(`/booking?machine=6&day=${day}`)
  await free(page, day, '10:00').tap()
  await expect(page).toHaveURL(/from=/)
  await page.locator('summary').filter({ hasText: 'Menü' }).tap()
  await page.getByRole('banner').locator('a[hreflang="en"]').filter({ visible: true }).tap()
  await expect(page).toHaveURL(new RegExp(`^[^?]*/en/booking\\?machine=6&day=${day}&from=${day}T10`))
  await expect(page.locator('.booking-form .summary')).toContainText('10:00 to 10:30')
})
