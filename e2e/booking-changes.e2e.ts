import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { bookEvening, chooseEvening, expect, expectAccessible, longDay, slot, test } from './fixtures.ts'

const machine = 6
/** Late enough that a booking can be moved and cancelled without cost. */
const days = 15

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

/** Cancels a booking on the list. */
async function cancel(page: Page, day: string, time: string): Promise<void> {
  await booking(page, day, time)
    .getByRole('button', { name: /^Stornieren/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Storniert:/ })).toBeVisible()
}

/** Books from 18:00 to 19:00 and opens the page that moves the booking; returns its day. */
async function beginMove(page: Page): Promise<string> {
  const day = await bookEvening(page, '/booking', machine, days)
  await page.getByRole('link', { name: 'Zu meinen Buchungen' }).click()
  await booking(page, day, '18:00')
    .getByRole('link', { name: /^Verschieben/ })
    .click()
  return day
}

test('a member moves a booking to a later hour and makes it longer', async ({ memberPage: page }) => {
  const day = await beginMove(page)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buchung verschieben')
  await expect(page.getByText(/^Bisher: .*18:00 bis 19:00\sUhr/)).toBeVisible()
  // Its own time is chosen, and free to be chosen again.
  await expect(cell(page, day, '18:00')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await cell(page, day, '18:30').click()
  await expect(page.locator('.booking-form .summary')).toContainText('18:30 bis 19:30')
  await cell(page, day, '20:00').click()
  await expect(page.locator('.booking-form .summary')).toContainText('18:30 bis 20:30')
  await page.getByRole('button', { name: 'Buchung verschieben' }).click()
  // It returns to where the move began.
  await expect(page).toHaveURL(/\/me\/bookings$/)
  const moved = page.getByRole('status').filter({ hasText: /^Verschoben:/ })
  await expect(moved).toContainText('18:30 bis 20:30')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(booking(page, day, '18:30')).toHaveCount(1)
  await expect(moved).toHaveCount(0)
  await expect(booking(page, day, '18:00')).toHaveCount(0)
  await cancel(page, day, '18:30')
  await page.goto(`/booking?machine=${machine}&day=${day}`)
  await expect(slot(page, day, '18:00', '18:30', 'de')).toBeVisible()
})

test('the address no longer follows the choice once the move has ended, however late the next page is drawn', async ({
  memberPage: page,
}) => {
  await page.addInitScript(() => {
    const { setTimeout, history } = window
    const { pushState } = history
    const { postMessage } = MessagePort.prototype
    let slowUntil = 0
    // The address follows a choice after 300 ms: here it does so after the move has ended.
    window.setTimeout = ((run: () => void, ms?: number) =>
      setTimeout(run, ms === 300 ? 2000 : ms)) as typeof window.setTimeout
    history.pushState = (...given) => {
      if (String(given[2]).endsWith('/me/bookings')) slowUntil = Date.now() + 3000
      pushState.apply(history, given)
    }
    // React draws on such a message.
    MessagePort.prototype.postMessage = function (message: unknown) {
      const late = slowUntil - Date.now()
      if (late > 0) setTimeout(() => postMessage.call(this, message), late)
      else postMessage.call(this, message)
    }
  })
  const day = await beginMove(page)
  await expect(cell(page, day, '18:00')).toHaveAttribute('aria-selected', 'true')
  await cell(page, day, '20:00').click()
  await page.getByRole('button', { name: 'Buchung verschieben' }).click()
  const moved = page.getByRole('status').filter({ hasText: /^Verschoben:/ })
  await expect(moved).toContainText('20:00 bis 21:00')
  await expect(page).toHaveURL(/\/me\/bookings$/)
  await cancel(page, day, '20:00')
})

test('the address does not follow the choice while the next week is on its way', async ({
  memberPage: page,
}) => {
  await chooseEvening(page, '/booking', machine, days)
  const range = page.locator('#week-title')
  const before = (await range.textContent()) ?? ''
  await page.route('**/booking.data?*', async (route) => {
    await sleep(1500)
    await route.continue()
  })
  await page.getByRole('link', { name: 'Nächste Woche' }).click()
  await expect(range).not.toHaveText(before)
})

test('a move whose answer is lost is done once, and asking again says so', async ({ memberPage: page }) => {
  // The week that is judged for the move comes after the first change of a field, which stays.
  await page.route('**/data/week?*moves=*', async (route) => {
    await sleep(2_000)
    await route.continue().catch(() => null)
  })
  const day = await beginMove(page)
  await expect(page.getByText(/^Bisher: .*18:00 bis 19:00\sUhr/)).toBeVisible()
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
  await expect(form.getByRole('alert')).toContainText('Gebucht wird höchstens einmal')
  // The screen reads again after a failure: the booking has moved already.
  await expect(page.getByText(/^Bisher: .*18:00 bis 19:30\sUhr/)).toBeVisible()
  await form.getByRole('button', { name: 'Buchung verschieben' }).click()
  await expect(page).toHaveURL(/\/me\/bookings$/)
  await page.goto('/me/bookings')
  await cancel(page, day, '18:00')
})

test('a move that began on the overview of the member returns to it', async ({ memberPage: page }) => {
  const day = await bookEvening(page, '/booking', machine, days)
  await page.goto('/me/profil')
  await page.getByRole('link', { name: /^Verschieben/ }).click()
  await expect(page.getByRole('link', { name: 'Nicht verschieben' })).toHaveAttribute('href', '/me/profil')
  await expect(cell(page, day, '18:00')).toHaveAttribute('aria-selected', 'true')
  await cell(page, day, '20:00').click()
  await expect(page.getByRole('button', { name: /^Buchung verschieben · \d+,\d\d\s€$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Buchung verschieben' }).click()
  await expect(page).toHaveURL(/\/me\/profil$/)
  const moved = page.getByRole('status').filter({ hasText: /^Verschoben:/ })
  await expect(moved).toContainText('20:00 bis 21:00')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // Its evening is free at 18:00 again: the next journey that takes it needs 20:00, too.
  await page.goto('/me/bookings')
  await cancel(page, day, '20:00')
})

test('a move that began at the ticket returns to it, and the ticket cancels', async ({
  memberPage: page,
}) => {
  const day = await bookEvening(page, '/booking', machine, days)
  const ticket = page.locator('.booked')
  await expect(ticket).toContainText('18:00–19:00')
  await expect(ticket).toContainText(/\d+\s%\sRabatt mit deinem Paket/)
  await ticket.getByRole('link', { name: 'Verschieben' }).click()
  await page.getByRole('link', { name: 'Nicht verschieben' }).click()
  await expect(ticket.locator('> h2')).toHaveText('Gebucht')

  await ticket.getByRole('link', { name: 'Verschieben' }).click()
  await expect(cell(page, day, '18:00')).toHaveAttribute('aria-selected', 'true')
  await cell(page, day, '20:00').click()
  await page.getByRole('button', { name: 'Buchung verschieben' }).click()
  await expect(ticket.locator('> h2')).toHaveText('Verschoben')
  await expect(ticket).toContainText('20:00–21:00')
  await expect(page).toHaveURL(new RegExp(`/booking\\?machine=${machine}&day=${day}$`))
  await expect(page.getByRole('status').filter({ hasText: /^Verschoben:/ })).toContainText('20:00 bis 21:00')
  await expectAccessible(page)

  await ticket.getByRole('button', { name: 'Stornieren' }).click()
  await expect(page.getByRole('button', { name: 'Behalten' })).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await expect(ticket.locator('> h2')).toHaveText('Storniert')
  await expect(page.getByRole('status').filter({ hasText: /^Storniert:/ })).toContainText('20:00 bis 21:00')
  await expect(ticket.getByRole('link', { name: 'Zu meinen Buchungen' })).toBeFocused()
  await expect(ticket.getByRole('button', { name: 'Stornieren' })).toHaveCount(0)
  await expect(slot(page, day, '20:00', '20:30', 'de')).toBeVisible()
})

test('the address of a move names no other site to return to', async ({ memberPage: page }) => {
  await beginMove(page)
  await expect(page).toHaveURL(/moves=/)
  const address = new URL(page.url())
  for (const began of ['https://evil.example/', '//evil.example']) {
    address.searchParams.set('began', began)
    await page.goto(address.href)
    const back = page.getByRole('link', { name: 'Nicht verschieben' })
    await expect(back).toHaveAttribute('href', '/me/bookings')
  }
})

test('the page says that a booking of somebody else cannot be moved', async ({ memberPage: page }) => {
  await page.goto(`/booking?machine=${machine}&moves=999999`)
  await expect(page.getByText(/lässt sich nicht mehr verschieben/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buchung verschieben' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a member waits for a taken time, is offered it when it becomes free, and takes it', async ({
  memberPage: page,
  newMember,
  pageOf,
}) => {
  const day = await bookEvening(page, '/booking', machine, days)
  const other = await pageOf(await newMember())
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
  await cancel(page, day, '18:00')

  // The open page asks by itself.
  await expect(waiting).toContainText(/Frei für dich bis \d+:\d\d\sUhr · Kostenlos stornierbar bis/)
  await expect(waiting).toContainText(/Preis ?\d+,\d\d.€/)
  await expectAccessible(other)
  await waiting.getByRole('button', { name: /^Zeit buchen/ }).click()
  await expect(other.getByRole('status').filter({ hasText: /^Gebucht:/ })).toBeVisible()
  await expect(booking(other, day, '18:00')).toHaveCount(1)
  await expect(other.getByRole('region', { name: 'Warteliste' })).toHaveCount(0)
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a member leaves the waitlist', async ({ memberPage: page, newMember, pageOf }) => {
  const other = await pageOf(await newMember())
  const day = await bookEvening(other, '/booking', machine, days)
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

test('an open page of booking tells what is held for the member, and books it', async ({
  memberPage: page,
  newMember,
  pageOf,
}) => {
  const day = await bookEvening(page, '/booking', machine, days)
  const other = await pageOf(await newMember())
  await other.goto(`/booking?machine=${machine}&day=${day}`)
  await other
    .getByRole('gridcell', { name: new RegExp(`${longDay(day, 'de-DE')}, 18:00.*Warteliste`) })
    .click()
  await cell(other, day, '18:30').click()
  await other.getByRole('button', { name: 'Bescheid sagen, wenn frei' }).click()
  await expect(other.locator('.booked')).toContainText('Auf der Warteliste')

  await page.locator('.booked').getByRole('button', { name: 'Stornieren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await expect(page.locator('.booked > h2')).toHaveText('Storniert')

  // The open page asks by itself.
  const offer = other.getByRole('status').filter({ hasText: /Frei für dich bis \d+:\d\d\sUhr/ })
  await expect(offer).toContainText(/18:00 bis 19:00\sUhr.*\d+,\d\d\s€/)
  const held = cell(other, day, '18:00')
  await expect(held).toHaveAccessibleName(/18:30\sUhr, für dich frei gehalten bis \d+:\d\d\sUhr$/)
  await expectAccessible(other)
  await offer.getByRole('button', { name: /^Zeit buchen/ }).click()
  const done = other.getByRole('status').filter({ hasText: /^Gebucht:/ })
  await expect(done).toContainText('18:00 bis 19:00')
  await expect(held).toHaveAccessibleName(/18:30\sUhr, deine Buchung$/)
  await expect(other.getByRole('button', { name: /^Zeit buchen/ })).toHaveCount(0)
})
