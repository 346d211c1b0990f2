import {
  bookEvening,
  chooseEvening,
  dayFromToday,
  expect,
  expectAccessible,
  longDay,
  signIn,
  slot,
  test,
} from './fixtures.ts'

test('a member books the laser, sees the booking, cancels it and signs out', async ({ page }) => {
  await signIn(page, 'mia@example.org')
  const day = await bookEvening(page, '/booking')
  await page.getByRole('link', { name: 'Zu meinen Buchungen' }).click()
  const booking = page
    .getByRole('listitem')
    .filter({ hasText: longDay(day, 'de-DE') })
    .filter({ hasText: '18:00' })
  await expect(booking).toContainText('Lasercutter')

  await booking.getByRole('button', { name: /stornieren/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Storniert:/ })).toBeVisible()

  await page.goto(`/booking?machine=1&day=${day}`)
  await expect(slot(page, day, '18:00', '18:30', 'de')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Anmelden' })).toBeVisible()
})

test('the same in English', async ({ page }) => {
  await signIn(page, 'mia@example.org', { at: '/en' })
  const day = await bookEvening(page, '/en/booking')
  await page.getByRole('link', { name: 'To my bookings' }).click()
  await expect(page).toHaveURL(/\/en\/me\/bookings$/)
  const booking = page
    .getByRole('listitem')
    .filter({ hasText: longDay(day, 'en-GB') })
    .filter({ hasText: '18:00' })
  await booking.getByRole('button', { name: /Cancel/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Yes/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Cancelled:/ })).toBeVisible()
})

test('a member books by keyboard alone, in at most 25 key presses from the page', async ({ page }) => {
  await signIn(page, 'mia@example.org')
  await page.goto(`/booking?machine=1&day=${dayFromToday(2)}`)
  await expect(page.getByRole('grid')).toBeVisible()
  let presses = 0
  const press = async (key: string) => {
    presses++
    await page.keyboard.press(key)
  }
  const focusIsIn = (selector: string) =>
    page.evaluate((each) => !!document.activeElement?.closest(each), selector)
  while (!(await focusIsIn('[role=grid]'))) {
    expect(presses).toBeLessThan(25)
    await press('Tab')
  }
  await press('Enter')
  await press('Shift+ArrowDown')
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Maschine buchen' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Gebucht' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zu meinen Buchungen' })).toBeFocused()
  expect(presses).toBeLessThanOrEqual(25)
})

test('a visitor chooses a time, signs in and finds it chosen', async ({ page }) => {
  await chooseEvening(page, '/booking', 2)
  await page.getByRole('button', { name: 'Anmelden und buchen' }).click()
  await page.getByLabel('E-Mail').fill('mia@example.org')
  await page.getByLabel('Passwort').fill('werkbank-demo')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page).toHaveURL(/\/booking\?machine=2/)
  await page.getByRole('button', { name: 'Maschine buchen' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Gebucht' })).toBeVisible()
})

test('a member without the training reads why it does not work', async ({ page }) => {
  await signIn(page, 'tom@example.org')
  await chooseEvening(page, '/booking', 3)
  await expect(page.getByText('Für diese Maschine brauchst du eine Sicherheitsunterweisung')).toBeVisible()
  await page.getByRole('button', { name: 'Maschine buchen' }).click()
  await expect(page.getByRole('alert')).toContainText('Sicherheitsunterweisung')
})

test('the form alone books, and says what is wrong at its field', async ({ page }) => {
  await signIn(page, 'mia@example.org')
  const day = dayFromToday(5)
  await page.goto(`/booking?machine=6&day=${day}`)
  const form = page.locator('form.booking-form')
  await form.getByLabel('Tag', { exact: true }).fill(day)
  await form.getByLabel('Von').selectOption('20:00')
  await form.getByLabel('Bis').selectOption('19:00')
  await form.getByRole('button', { name: 'Maschine buchen' }).click()
  await expect(form.getByLabel('Bis')).toHaveAccessibleDescription(/Ende/)
  await form.getByLabel('Bis').selectOption('21:00')
  await form.getByRole('button', { name: 'Maschine buchen' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Gebucht' })).toBeVisible()
})

test.describe('on a phone, 360 px wide', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a member books with a thumb', async ({ page }) => {
    await page.goto('/me/bookings')
    await page.getByLabel('E-Mail').fill('lea@example.org')
    await page.getByLabel('Passwort').fill('werkbank-demo')
    await page.getByRole('button', { name: 'Anmelden' }).tap()
    await expect(page).toHaveURL(/\/me\/bookings$/)
    await bookEvening(page, '/booking', 6)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the week reads and other weeks are links', async ({ page }) => {
    await page.goto('/booking')
    await expect(
      page.getByRole('gridcell', { name: /Uhr, (frei|belegt|nicht buchbar)/ }).first(),
    ).toBeAttached()
    await page.getByRole('link', { name: 'Woche danach' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maschine buchen')
  })
})

test('visitors see no names, and axe finds nothing', async ({ page }) => {
  await page.goto(`/booking?machine=1&day=${dayFromToday(1)}`)
  await expect(page.getByRole('grid')).toBeVisible()
  const week = await page.request.get(`/data/week?resource=1&day=${dayFromToday(1)}`)
  expect(await week.text()).not.toMatch(/mia|Mia|tom|memberNumber/i)
  await expectAccessible(page)
})
