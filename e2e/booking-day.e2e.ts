import { dayFromToday, expect, expectAccessible, longDay, orderButton, test } from './fixtures.ts'

const day = dayFromToday(6)
/** Machines of one kind; the journeys book the last one. */
const textile = 6
const name = 'Schneideplotter'

test('a member compares the machines of a kind on one day and books one', async ({ memberPage: page }) => {
  await page.goto('/booking')
  await page.getByRole('link', { name: 'Nach Tag' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welche Maschine ist frei?')
  const title = page.getByRole('heading', { level: 2 })
  await page.getByRole('link', { name: 'Textil', exact: true }).click()
  // The days of the kind before have links, too.
  await expect(title).toContainText('Textil')
  await page.locator(`.day-tabs a[href*="${day}"]`).click()
  await expect(title).toHaveText(`Textil, ${longDay(day, 'de-DE')}`)
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('columnheader', { name })).toContainText('je Stunde')
  await table.getByRole('link', { name: `${name}, 20:00 bis 20:30, frei`, exact: true }).click()

  await expect(page.locator('.booking-form .summary')).toContainText('20:00 bis 20:30')
  await page.locator('.booking-form').getByLabel('Bis').selectOption('21:00')
  await page.getByRole('button', { name: orderButton }).click()
  await expect(page.locator('.booked')).toContainText('20:00–21:00')

  // Back on the day, the own booking is one cell.
  await page.goto(`/booking/day?machine=${textile}&day=${day}`)
  await expect(table.getByRole('cell', { name: `${name}, 20:00 bis 21:00, deine Buchung` })).toBeVisible()
  await expect(table.getByRole('link', { name: `${name}, 20:30 bis 21:00, frei` })).toHaveCount(0)
})

test('a machine that the member may not use yet shows what is free, and leads to its training', async ({
  memberPage: page,
}) => {
  await page.goto(`/booking/day?machines=7&day=${day}`)
  const head = page.getByRole('columnheader', { name: 'Faserlaser' })
  await expect(head.getByRole('link', { name: /Unterweisung/ })).toHaveAttribute(
    'href',
    /\/events\/.*\/sign-up\?date=\d+$/,
  )
  const notice = page.getByText('Diese Maschinen kannst du noch nicht buchen.').locator('..')
  await expect(notice.getByRole('link', { name: 'Unterweisung Faserlaser' })).toBeVisible()
  await expect(notice).toContainText('Nächster Termin:')
  await page.goto(`/booking/day?machines=1&machines=7&day=${day}`)
  await expect(page.getByRole('columnheader', { name: 'Faserlaser' })).toContainText('Unterweisung nötig')
  await expect(notice).toHaveCount(0)
  await page.getByRole('link', { name: 'Faserlaser, 19:00 bis 19:30, frei' }).click()
  await expect(page.getByText('Diese Maschine kannst du erst nach Unterweisung buchen.')).toBeVisible()
  await expect(page.locator('.booking-form .summary')).toContainText('19:00 bis 19:30')
  await expect(
    page.locator('.booking-form').getByRole('link', { name: 'Unterweisung Faserlaser' }),
  ).toBeVisible()
})

for (const width of [360, 1280]) {
  test(`one day is accessible, ${width} px wide`, async ({ memberPage: page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/booking/day?machine=${textile}&day=${day}`)
    // What the member lacks is said once it is known.
    await expect(page.getByRole('columnheader', { name })).toContainText('Rabatt')
    await expectAccessible(page)
  })
}

test.describe('on a phone, 320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the table scrolls, the page does not; times and names stay, and a free time is large enough', async ({
    page,
  }) => {
    await page.goto(`/booking/day?machine=${textile}&day=${day}`)
    const scroller = page.getByRole('region', { name: /^Textil/ })
    const [time, head] = [
      scroller.getByRole('rowheader', { name: '20:00' }),
      scroller.getByRole('columnheader', { name }),
    ]
    const free = scroller.getByRole('link', { name: new RegExp(`^${name}, 19:00 bis 19:30`) })
    await free.scrollIntoViewIfNeeded()
    await expect(free).toBeInViewport({ ratio: 1 })
    await expect(time).toBeInViewport()
    await expect(head).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect((await free.boundingBox())?.height).toBeGreaterThanOrEqual(43)
  })
})

test('six machines that cannot be booked yet do not widen the page of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/booking/day?machines=1,2,3,4,5,6&day=${dayFromToday(200)}`)
  await expect(page.getByRole('cell', { name: /nicht buchbar: zu weit im Voraus/ })).toHaveCount(6)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('a favourite of this device stands beside the kinds', async ({ page }) => {
  await page.goto(`/en/booking?machine=1&day=${day}`)
  await page.getByRole('button', { name: 'Favourite' }).click()
  await page.getByRole('link', { name: 'By day' }).click()
  const kinds = page.getByRole('navigation', { name: 'Which machines' })
  await expect(kinds.getByRole('link', { name: 'Lasers' })).toHaveAttribute('aria-current', 'page')
  await kinds.getByRole('link', { name: 'Favourites' }).click()
  await expect(page).toHaveURL(/machines=1&/)
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(2)
})

test('a day without a connection is called old', async ({ page }) => {
  await page.route('**/data/day?*', (route) => route.abort())
  await page.goto(`/booking/day?machine=${textile}&day=${day}`)
  await expect(page.getByRole('status').filter({ hasText: 'veraltet' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('links choose the kind, the day and the time', async ({ page }) => {
    await page.goto('/en/booking/day')
    await page.getByRole('link', { name: 'Textiles', exact: true }).click()
    await page.locator(`.day-tabs a[href*="${day}"]`).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(`Textiles, ${longDay(day, 'en-GB')}`)
    await page
      .getByRole('table')
      .getByRole('link', { name: /, 8:00 to 8:30, free$/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/en\/booking\?machine=\d+&day=.*&from=/)
    const chosen = page.getByRole('gridcell', { name: `${longDay(day, 'en-GB')}, 8:00 to 8:30, chosen` })
    await expect(chosen).toHaveAttribute('aria-selected', 'true')
  })
})
