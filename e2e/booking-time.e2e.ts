import { readFile } from 'node:fs/promises'
import { dayFromToday, expect, expectAccessible, longDay, orderButton, test } from './fixtures.ts'

const day = dayFromToday(3)

test('a member says when and how long, chooses what is free and books it', async ({ memberPage: page }) => {
  await page.goto('/booking')
  await page.getByRole('link', { name: 'Nach Zeit' }).click()
  // The screen before has a day, too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Was ist frei?')
  await page.getByLabel('Tag', { exact: true }).fill(day)
  await page.getByLabel('Ab', { exact: true }).selectOption('19:00')
  await page.getByLabel('Wie lange').selectOption('1,5 Std.')
  await page.getByRole('button', { name: 'Freie Maschinen zeigen' }).click()
  const found = page.getByRole('status').filter({ hasText: /Maschinen frei/ })
  await expect(found).toContainText(`${longDay(day, 'de-DE')}, 19:00 bis 20:30 Uhr`)
  const listed = page.getByRole('listitem').filter({ hasText: 'Industrienähmaschine' }).locator('b')
  await expect(page.getByRole('main')).toContainText('Rabatt mit deinem Paket')
  await expect(listed).toHaveText(/€/)
  const price = await listed.innerText()
  await page.getByRole('link', { name: 'Industrienähmaschine wählen' }).click()

  // The same price on both screens.
  await expect(page.locator('.booking-price .amount')).toHaveText(price)
  await expect(page.locator('.booking-form .summary')).toContainText('19:00 bis 20:30')
  const chosenAddress = page.url()
  // The text appears before the click and again in the confirmation.
  await expect(page.locator('.booking-quote')).toContainText('Kostenlos stornierbar bis')
  await page.getByRole('button', { name: orderButton }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Gebucht/ })).toBeVisible()
  await expect(page.locator('.booked')).toContainText('Kostenlos stornierbar bis')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'In den Kalender' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`DTSTART;TZID=Europe/Berlin:${day.replaceAll('-', '')}T190000`)
  // An address that names the time must not offer to wait for one's own booking.
  await page.goto(chosenAddress)
  await expect(page.getByText('Zu dieser Zeit hast du schon gebucht.')).toBeVisible()
  await expect(page.getByRole('button', { name: orderButton })).toBeVisible()

  await page.goto(`/booking/time?day=${day}&from=19:00&minutes=60`)
  const taken = page.getByRole('listitem').filter({ hasText: 'Industrienähmaschine' })
  await expect(taken.getByRole('link')).toContainText('Wieder ab')
  await taken.getByRole('link').click()
  await expect(page).toHaveURL(/machine=\d+&day=/)
})

const looks = {
  'the question': '/booking/time',
  'an evening that is too short, in English': `/en/booking/time?day=${day}&from=21:00&minutes=480`,
}
// A title must not name the day: a worker that starts after midnight would not find it.
for (const [look, path] of Object.entries(looks)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${look} is accessible, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    })
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('it asks and reads', async ({ page }) => {
    await page.goto('/en/booking/time')
    await page.getByLabel('Day', { exact: true }).fill(day)
    await page.getByLabel('How long').selectOption('8 h')
    await page.getByLabel('From', { exact: true }).selectOption('21:00')
    await page.getByRole('button', { name: 'Show free machines' }).click()
    await expect(page.getByRole('heading', { name: /Nothing is free/ })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Laser cutter' }).first()).toContainText(
      'closed',
    )
  })
})

test('the screen in the hall says that it lost its connection, and comes back by itself', async ({
  page,
  context,
}) => {
  await page.goto('/display/1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Halle 9')
  await expectAccessible(page)
  await context.setOffline(true)
  await expect(page.getByText(/Keine Verbindung/)).toBeVisible({ timeout: 15_000 })
  await context.setOffline(false)
  await expect(page.getByText(/Keine Verbindung/)).toBeHidden({ timeout: 15_000 })
})
