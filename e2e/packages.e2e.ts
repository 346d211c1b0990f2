import { expect, expectAccessible, test } from './fixtures.ts'
import { demo, giveSession } from './sign-in.ts'

test.use({ viewport: { width: 360, height: 780 } })

for (const [path, title, benefit, fee] of [
  ['/me/packages', 'Mein Paket', '10 % Rabatt auf jede Buchung', /39,00\s€ im Monat/],
  ['/en/me/packages', 'My package', '10% off every booking', /€39\.00 a month/],
] as const) {
  test(`a member sees at ${path} which package they have and what it gives`, async ({ page }) => {
    await giveSession(page.context(), demo('mia'))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const sheet = page.getByRole('article').filter({ hasText: 'Plus' })
    await expect(sheet).toContainText(fee)
    await expect(sheet.getByRole('listitem').filter({ hasText: benefit })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
}

test('while packages cannot be loaded the page says so, and a retry shows them', async ({ page }) => {
  await giveSession(page.context(), demo('mia'))
  await page.route('**/member/packages/get*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/me/packages')
  await expect(page.getByRole('alert')).toContainText('Dein Paket konnte nicht geladen werden.')
  await page.unroute('**/member/packages/get*')
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Plus' })).toBeVisible()
})
