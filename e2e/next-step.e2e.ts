import { expect, expectAccessible, test } from './fixtures.ts'

const title = 'Die nächsten sieben Tage'

test('the page of a machine draws its coming week, and a day leads to booking on that day', async ({
  page,
}) => {
  await page.goto('/maschinen/cnc-portalfraese')
  const days = page.getByRole('region', { name: title }).getByRole('listitem')
  await expect(days).toHaveCount(7)
  const words = /^[A-Z][a-z]+, \d+\.\s\S+: .*(Uhr frei|nichts mehr frei|geschlossen)$/
  await expect(days.getByRole('link', { name: words })).toHaveCount(7)
  const free = days.filter({ hasText: 'Uhr frei' }).first()
  await expect(free.locator('path.free')).toHaveAttribute('d', /^M\d+ 7v22/)
  await expectAccessible(page)
  const day = await free.locator('time').getAttribute('datetime')
  await free.getByRole('link').click()
  await expect(page).toHaveURL(`/booking?machine=3&day=${day}`)
  await expect(page.getByRole('grid')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the week of a machine is links to its days, and claims nothing', async ({ page }) => {
    await page.goto('/en/equipment/laser-cutter')
    const week = page.getByRole('region', { name: 'The next seven days' })
    await expect(week.getByRole('link', { name: /See times$/ })).toHaveCount(7)
    await expect(week.locator('ol path[d]:not(.hours)')).toHaveCount(0)
  })
})

test('the card of a course has its next date, price and free seats', async ({ page }) => {
  await page.goto('/kurse')
  const card = page.getByRole('article').filter({ hasText: 'Taschen nähen' })
  await expect(card).toContainText(/Nächster Termin: \w\w\s\d\d\.\d\d\., 14:00\sUhr/)
  await expect(card).toContainText(/45,00\s€ (noch \d+ Pl(atz|ätze)|ausgebucht)/)
})

test('a visitor is invited to sign up', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto('/')
  await expect(main.getByRole('link', { name: 'Mitglied werden' }).first()).toBeVisible()
  await expect(main.getByRole('link', { name: 'Plus wählen' })).toBeVisible()
  await expect(main.getByRole('link', { name: /^(Meine Buchungen|Mein Paket)$/ })).toHaveCount(0)
})

test('a member is led to their own bookings', async ({ memberPage: page }) => {
  const main = page.getByRole('main')
  await page.goto('/')
  await expect(main.getByRole('link', { name: 'Mitglied werden' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Plus wählen' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Mein Paket' })).toHaveAttribute('href', '/me/packages')
  await main.getByRole('link', { name: 'Meine Buchungen' }).first().click()
  await expect(page).toHaveURL('/me/bookings')
})

test('an account without a membership is still invited to sign up', async ({ newMember, pageOf }) => {
  const page = await pageOf(await newMember({ isMember: false }))
  const main = page.getByRole('main')
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', 'yes')
  await expect(main.getByRole('link', { name: 'Mitglied werden' }).first()).toBeVisible()
  await expect(main.getByRole('link', { name: 'Meine Buchungen' })).toHaveCount(0)
})
