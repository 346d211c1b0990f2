import type { Locator } from '@playwright/test'
import {
  bookEvening,
  chooseEvening,
  dayFromToday,
  expect,
  expectAccessible,
  longDay,
  orderButton,
  slot,
  test,
} from './fixtures.ts'
import { fillSignIn } from './sign-in.ts'
import type { WeekView } from '../contracts/live.ts'

test('a member books the laser, sees the booking, cancels it and signs out', async ({ memberPage: page }) => {
  const day = await bookEvening(page, '/booking')
  // Its part of the week says the whole time and leads to it. Playwright takes it for disabled.
  await page
    .getByRole('gridcell', { name: /18:00 bis 18:30 Uhr, deine Buchung$/ })
    .first()
    .click({ force: true })
  await expect(page.locator('.why-not')).toContainText('18:00 bis 19:00 Uhr, deine Buchung')
  await expect(page.getByRole('link', { name: 'Diese Buchung ändern' })).toHaveAttribute(
    'href',
    '/me/bookings',
  )
  await page.getByRole('link', { name: 'Zu meinen Buchungen' }).click()
  const booking = page
    .getByRole('listitem')
    .filter({ has: page.locator(`time[datetime^="${day}"]`) })
    .filter({ hasText: '18:00' })
  await expect(booking).toContainText('Lasercutter')

  await booking.getByRole('button', { name: /^Stornieren/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Ja/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Storniert:/ })).toBeVisible()

  await page.goto(`/booking?machine=1&day=${day}`)
  await expect(slot(page, day, '18:00', '18:30', 'de')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Anmelden' })).toBeVisible()
})

test('a member books and cancels the laser in English', async ({ memberPage: page }) => {
  const day = await bookEvening(page, '/en/booking')
  await page.getByRole('link', { name: 'To my bookings' }).click()
  await expect(page).toHaveURL(/\/en\/me\/bookings$/)
  const booking = page
    .getByRole('listitem')
    .filter({ has: page.locator(`time[datetime^="${day}"]`) })
    .filter({ hasText: '18:00' })
  await booking.getByRole('button', { name: /Cancel/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Yes/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /Cancelled:/ })).toBeVisible()
})

test('another week keeps the focus, in the grid and on the link', async ({ page }) => {
  await page.goto('/booking')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Anmelden' })).toBeVisible()
  await page.locator('[role=grid] [tabindex="0"]').focus()
  await page.keyboard.press('Alt+PageDown')
  await expect(page).toHaveURL(/day=/)
  await expect(page.locator('[role=grid] [tabindex="0"]')).toBeFocused()
  const after = page.getByRole('link', { name: /Nächste Woche/ })
  await after.click()
  await expect(page.getByRole('link', { name: /Vorige Woche/ })).toBeVisible()
  await expect(after).toBeFocused()
})

test('a visitor chooses a time, signs in and finds it chosen', async ({ page, newMember }) => {
  const member = await newMember({ trainings: ['printing'] })
  await chooseEvening(page, '/booking', 2)
  await page.getByRole('button', { name: 'Anmelden und buchen' }).click()
  await fillSignIn(page, member)
  await expect(page).toHaveURL(/\/booking\?machine=2/)
  await page.getByRole('button', { name: orderButton }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Gebucht' })).toBeVisible()
})

test.describe('without the training', () => {
  test.use({ memberOptions: { trainings: [] } })

  test('a member without the training reads why it does not work', async ({ memberPage: page }) => {
    await chooseEvening(page, '/booking', 3)
    await expect(page.getByText('Diese Maschine kannst du erst nach Unterweisung buchen.')).toBeVisible()
    // It is said once, and the button leads to the course that unlocks this machine, in place of an order.
    await expect(page.getByText('erst nach Unterweisung')).toHaveCount(1)
    await expect(page.getByRole('button', { name: orderButton })).toHaveCount(0)
    await page.locator('.booking-form').getByRole('link', { name: 'CNC-Fräse: vom CAD zum Teil' }).click()
    await expect(page).toHaveURL(/\/events\/7-cnc-fraese-vom-cad-zum-teil\/sign-up\?date=\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Platz buchen: CNC-Fräse: vom CAD zum Teil',
    )
  })
})

test('a caller whose member cannot be read is told so, and nothing is sent', async ({ memberPage: page }) => {
  await page.route('**/member/get', (route) => route.fulfill({ status: 503 }))
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/fabman/bookings')) sent += 1
  })
  await chooseEvening(page, '/booking', 9)
  await page.getByRole('button', { name: orderButton }).click()
  await expect(page.getByRole('alert')).toContainText('Kein gültiger Member vorhanden')
  await expect(page.getByRole('alert')).toContainText('Lade die Seite neu')
  expect(sent).toBe(0)
})

test('a member whose session has ended elsewhere signs in and comes back to the same time', async ({
  memberPage: page,
}) => {
  const day = await chooseEvening(page, '/booking', 9)
  const ended = { status: 401, contentType: 'application/problem+json', body: '{}' }
  await page.route('**/fabman/bookings', (route) => route.fulfill(ended))
  await page.route('**/data/bookings', (route) => route.fulfill(ended))
  await page.getByRole('button', { name: orderButton }).click()
  // The page that is left shows the same time at the same address.
  await page.locator('html').evaluate((root) => root.setAttribute('data-left', ''))
  await page.getByRole('alert').getByRole('link', { name: 'Anmelden' }).click()
  await page.locator('html[data-hydrated]:not([data-left])').waitFor({ state: 'attached' })
  await expect(page).toHaveURL(new RegExp(`from=${day}T18`))
  await expect(page.locator('.booking-form .summary')).toContainText('18:00 bis 19:00')

  await page.goto('/me/bookings')
  await expect(page.getByRole('alert').getByRole('link', { name: 'Anmelden' })).toBeVisible()
})

test('the form alone books, and says what is wrong at its field and above', async ({ memberPage: page }) => {
  const day = dayFromToday(5)
  await page.goto(`/booking?machine=6&day=${day}`)
  const form = page.locator('form.booking-form')
  // Nothing is chosen yet: there is nothing to book.
  await form.getByRole('button', { name: orderButton }).click()
  await expect(form.getByRole('alert')).toBeFocused()
  await expect(form.getByLabel('Von')).toHaveAccessibleDescription('Bitte wähle einen Beginn.')
  // Whoever puts one field right keeps the focus there, though another one is still wrong.
  await form.getByLabel('Von').focus()
  await form.getByLabel('Von').selectOption('20:00')
  await expect(form.getByLabel('Von')).toHaveAccessibleDescription('')
  await expect(form.getByLabel('Von')).toBeFocused()
  await form.getByLabel('Tag', { exact: true }).fill('')
  await form.getByRole('button', { name: orderButton }).click()
  await expect(form.getByRole('alert')).toBeFocused()
  await expect(form.getByLabel('Tag', { exact: true })).toHaveAccessibleDescription('Bitte wähle einen Tag.')
  await form.getByLabel('Tag', { exact: true }).fill(day)
  await form.getByLabel('Von').selectOption('20:00')
  await form.getByLabel('Bis').selectOption('19:00')
  await form.getByRole('button', { name: orderButton }).click()
  await expect(form.getByRole('alert')).toBeFocused()
  await expect(form.getByLabel('Bis')).toHaveAccessibleDescription(/Ende/)
  await expectAccessible(page)
  await form.getByRole('alert').getByRole('link').click()
  await expect(form.getByLabel('Bis')).toBeFocused()
  await form.getByLabel('Bis').selectOption('21:00')
  await expect(form).toContainText(`${longDay(day, 'de-DE')}, 20:00 bis 21:00 Uhr`)
  // Put right, it is not called wrong any more.
  await expect(form.getByRole('alert')).toHaveCount(0)
  // Fields, grid and address are one time.
  const marked = page.locator('[role=grid] [aria-selected=true]')
  await expect(marked).toHaveText([/, 20:00 bis 20:30/, /, 20:30 bis 21:00/])
  await expect(page).toHaveURL(new RegExp(`from=${day}T20%3A00&until=${day}T21%3A00`))
  await form.getByLabel('Bis').selectOption('21:30')
  await expect(page).toHaveURL(/T21%3A30/)
  await page.reload()
  await expect(marked).toHaveCount(3)
  await expect(form.getByLabel('Bis')).toHaveValue('21:30')
  await form.getByRole('button', { name: orderButton }).dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'Gebucht' })).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
})

test('times that may be old are called so', async ({ page }) => {
  await page.route('**/data/week?*', (route) => route.abort())
  await page.goto('/booking')
  await expect(page.getByRole('status').filter({ hasText: 'veraltet' })).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('without a connection the shown times are called old, until it is back', async ({ page, context }) => {
  for (const path of ['/booking', '/booking/day', '/booking/time']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const old = page.getByRole('status').filter({ hasText: 'veraltet' })
    await context.setOffline(true)
    await expect(old).toBeVisible({ timeout: 15_000 })
    await context.setOffline(false)
    await expect(old).toHaveCount(0, { timeout: 15_000 })
  }
})

test.describe('with credits', () => {
  const credit = { amountCents: 3000, usedCents: 720 }
  test.use({ memberOptions: { credits: [credit, credit] } })

  test('the member area asks before it cancels and shows what credits were used for', async ({
    memberPage: page,
  }) => {
    await bookEvening(page, '/booking', 9)
    await page.goto('/me/bookings')
    await page
      .getByRole('button', { name: /^Stornieren/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'Behalten' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Stornieren/ }).first()).toBeFocused()

    await page
      .getByRole('navigation', { name: 'Mein Bereich' })
      .getByRole('link', { name: 'Credits' })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meine Credits')
    await expect(page.locator('.me-balance')).toContainText(/\d Credits/)
    await page.locator('.me-list summary').nth(1).click()
    await expect(page.locator('.me-list .as-cards tbody tr').first()).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('on a phone, 360 px wide', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the laser is booked for tomorrow in at most 4 taps from /booking', async ({ memberPage: page }) => {
    await page.goto('/booking')
    const tomorrow = longDay(dayFromToday(1), 'de-DE')
    let taps = 0
    const tap = async (target: Locator) => {
      taps += 1
      await target.tap()
    }
    await tap(page.locator(`.day-tabs a[href*="${dayFromToday(1)}"]`))
    await tap(page.getByRole('gridcell', { name: new RegExp(`^${tomorrow}, 20:30 bis 21:00 Uhr, frei`) }))
    await tap(page.getByRole('button', { name: 'Weiter' }))
    await expect(page.getByRole('button', { name: orderButton })).toBeInViewport()
    await tap(page.getByRole('button', { name: orderButton }))
    await expect(page.getByRole('status').filter({ hasText: /^Gebucht/ })).toContainText('20:30 bis 21:00')
    expect(taps).toBeLessThanOrEqual(4)
  })

  test('taps made before the page’s code is there count, each once', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => promise.then(() => route.continue()))
    const tomorrow = dayFromToday(1)
    await page.goto(`/booking?machine=5&day=${tomorrow}`, { waitUntil: 'commit' })
    await slot(page, tomorrow, '20:00', '20:30', 'de').tap()
    await slot(page, tomorrow, '20:30', '21:00', 'de').tap()
    resolve()
    await expect(page.locator('.choice-bar')).toContainText('20:00–21:00')
    await expect(page.locator('[role=grid] [data-state=chosen]')).toHaveCount(2)
  })

  test('what is over today is left out, by finger and by key', async ({ page }) => {
    const today = dayFromToday(0)
    await page.route('**/data/week?*', async (route) => {
      const answered = await route.fetch()
      const week = (await answered.json()) as WeekView
      for (const { day, slots } of week.days)
        for (const [index, slot] of slots.entries())
          if (day === today) Object.assign(slot, { over: index < slots.length - 4, state: 'free', codes: [] })
      await route.fulfill({ response: answered, json: week })
    })
    await page.goto(`/booking?machine=5&day=${today}`)
    const cells = page.locator('[role=grid] td:visible')
    await expect(cells).toHaveCount(4)
    await expect(page.locator('[role=grid] tbody th:visible').first()).toHaveCSS('visibility', 'visible')
    await cells.nth(1).tap()
    await page.keyboard.press('PageUp')
    await expect(cells.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(cells.nth(1)).toBeFocused()
    await expectAccessible(page)
  })

  test('another day of the week needs no connection', async ({ page, context }) => {
    const day = dayFromToday(7)
    const asked = page.waitForResponse('**/data/week?*')
    await page.goto(`/booking?machine=5&day=${day}`)
    await asked
    await context.setOffline(true)
    const other = page.locator('.day-tabs a:not([aria-current])').first()
    const shown = (await other.getAttribute('href'))?.slice(-10) ?? ''
    await other.tap()
    await expect(page).toHaveURL(new RegExp(`day=${shown}$`))
    await expect(page.getByText(longDay(shown, 'de-DE'), { exact: true })).toBeVisible()
    await expect(page.locator('.day-tabs a[aria-current]')).toHaveAttribute('href', new RegExp(`${shown}$`))
    await page.goBack()
    await expect(page.getByText(longDay(day, 'de-DE'), { exact: true })).toBeVisible()
  })

  test('another machine is two taps away, with its state', async ({ page }) => {
    await page.goto('/booking?machine=17')
    const picker = page.locator('.machine-picker summary')
    await expect(picker).toContainText('Schneideplotter')
    await picker.tap()
    const laser = page
      .getByRole('navigation', { name: 'Andere Maschine' })
      .getByRole('link', { name: /^Lasercutter/ })
    await expect(laser).toContainText(/frei|belegt|Benutzung|geschlossen/i)
    await laser.tap()
    await expect(page).toHaveURL(/machine=1&/)
    await expect(picker).toContainText('Lasercutter')
  })

  test('a member signs in and books with a thumb', async ({ page, newMember }) => {
    const { email, password } = await newMember({ locale: 'en' })
    await page.goto('/me/bookings')
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort').fill(password)
    await page.getByRole('button', { name: 'Anmelden' }).tap()
    await expect(page).toHaveURL(/\/me\/bookings$/)
    await bookEvening(page, '/booking', 6)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)
    await expectAccessible(page)
    for (const path of ['/me/profil', '/me/bookings', '/me/credits']) {
      await page.goto(path)
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
      const own = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(own, path).toBeLessThanOrEqual(360)
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a week too far ahead says so, and leads back to this one', async ({ page }) => {
    await page.goto(`/booking?machine=9&day=${dayFromToday(90)}`)
    await expect(
      page.getByText(/So weit im Voraus kannst du noch nicht buchen: Heute geht es bis \S+,\s\d+\.\s\S+\./),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Ab heute' }).click()
    await expect(page.locator('[role=grid] [aria-current=date]')).toBeVisible()
    await expect(page.getByText('So weit im Voraus')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Ab heute' })).toHaveCount(0)
  })

  test('the week reads and other weeks are links', async ({ page }) => {
    await page.goto('/booking')
    await expect(
      page.getByRole('gridcell', { name: /Uhr, (frei|belegt|nicht buchbar)/ }).first(),
    ).toBeAttached()
    await page.getByRole('link', { name: /Nächste Woche/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maschine buchen')
  })
})

test('a slot that cannot be booked says why, to all who look at it', async ({ page }) => {
  await page.goto(`/booking?machine=1&day=${dayFromToday(-1)}`)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Anmelden' })).toBeVisible()
  const past = page.getByRole('gridcell', { name: /nicht buchbar: zu kurzfristig oder vorbei/ }).first()
  await expect(page.locator('.why-not')).toHaveText('')
  // Playwright takes a slot that cannot be booked for one that cannot be tapped.
  await expect(async () => {
    await past.click({ force: true })
    const said = /Uhr, nicht buchbar: zu kurzfristig oder vorbei$/
    await expect(page.locator('.why-not')).toHaveText(said, { timeout: 1000 })
  }).toPass()
  await expect(page.locator('.why-not')).toBeInViewport()
  await expectAccessible(page)
})

test('visitors see no names, and axe finds nothing', async ({ page }) => {
  await page.goto(`/booking?machine=1&day=${dayFromToday(1)}`)
  await expect(page.getByRole('grid')).toBeVisible()
  const week = await page.request.get(`/data/week?resource=1&day=${dayFromToday(1)}`)
  expect(await week.text()).not.toMatch(/mia|Mia|tom|memberNumber/i)
  await expectAccessible(page)
})
