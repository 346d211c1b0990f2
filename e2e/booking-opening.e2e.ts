import type { Page } from '@playwright/test'
import { instantOf } from '../rules/time.ts'
import { dayFromToday, expect, longDay, orderButton, slot, test } from './fixtures.ts'

/** Counts key presses; more than 25 fail. */
function keys(page: Page): (key: string) => Promise<void> {
  let presses = 0
  return async (key) => {
    expect(++presses).toBeLessThanOrEqual(25)
    await page.keyboard.press(key)
  }
}

/** Books tomorrow 18:00 to 19:00 with the keyboard; the link to the content has the focus. */
async function bookByKeyboard(page: Page, press: (key: string) => Promise<void>): Promise<void> {
  const tomorrow = longDay(dayFromToday(1), 'de-DE')
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('td')?.textContent.replaceAll('\u00a0', ' ') ?? '')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await press('Enter')
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Wochenplan springen' })).toBeFocused()
  await press('Enter')
  while (!(await focused())) await press('Tab')
  // After closing time it is tomorrow that is shown.
  if (!(await focused()).startsWith(tomorrow)) await press('ArrowRight')
  await expect.poll(focused).toContain(tomorrow)
  for (;;) {
    const [, hour, minute] = /, (\d+):(\d\d) bis/.exec(await focused()) ?? []
    const away = 18 * 60 - Number(hour) * 60 - Number(minute)
    if (away === 0) break
    if (Math.abs(away) >= 120) await press(away > 0 ? 'PageDown' : 'PageUp')
    else await press(away > 0 ? 'ArrowDown' : 'ArrowUp')
  }
  await press('Enter')
  await press('Shift+ArrowDown')
  await press('Enter')
  await expect(page.getByRole('button', { name: orderButton })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Gebucht' })).toContainText(
    `${tomorrow}, 18:00 bis 19:00 Uhr`,
  )
  await expect(page.getByRole('link', { name: 'Zu meinen Buchungen' })).toBeFocused()
}

test.describe('by keyboard', () => {
  // They book the same time.
  test.describe.configure({ mode: 'serial' })
  test('a member books the laser for tomorrow evening by keyboard alone, in at most 25 key presses', async ({
    memberPage: page,
  }) => {
    await page.goto('/booking')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Abmelden' })).toBeVisible()
    const press = keys(page)
    await press('Tab')
    await bookByKeyboard(page, press)
    await page.locator('.booked').getByRole('button', { name: 'Stornieren' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
    await expect(page.locator('.booked > h2')).toHaveText('Storniert')
  })

  test('from the start page it takes a member at most 25 key presses, too', async ({ memberPage: page }) => {
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Abmelden' })).toBeVisible()
    const press = keys(page)
    await press('Tab')
    await press('Tab')
    await expect(page.getByRole('link', { name: 'Zum Buchen springen' })).toBeFocused()
    await press('Enter')
    await expect(page.getByRole('grid')).toBeVisible()
    await press('Shift+Tab')
    await bookByKeyboard(page, press)
  })
})

test('the week opens at its first free time, in the window, without a jump', async ({
  browser,
  baseURL,
  database,
}) => {
  const day = dayFromToday(13)
  const [machine, from, until] = [19, `${day}T08:00`, `${day}T18:00`]
  const [startsAt, endsAt] = [instantOf(from, 'Europe/Berlin'), instantOf(until, 'Europe/Berlin')]
  const times = { fromDateTime: from, untilDateTime: until, startsAt, endsAt }
  const row = { spaceId: 1, equipmentId: machine, memberId: 1, state: 'confirmed' }
  await database
    .insertInto('booking')
    .values({ ...row, ...times, createdAt: new Date(), updatedAt: new Date() })
    .execute()
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled })
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shifts: shiftsOf() + (entry as unknown as { value: number }).value })
      }).observe({ type: 'layout-shift', buffered: true })
      const shiftsOf = () => (window as unknown as { shifts: number }).shifts
    })
    const asked = javaScriptEnabled && page.waitForResponse('**/data/week?*')
    await page.goto(`/booking?machine=${machine}&day=${day}`)
    await asked
    await expect(slot(page, day, '18:00', '18:30', 'de')).toBeInViewport()
    if (javaScriptEnabled)
      expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThanOrEqual(
        0.01,
      )
    await page.close()
  }
})
