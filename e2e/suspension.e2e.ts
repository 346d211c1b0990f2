import { addSuspendedContract } from './contract.ts'
import { bookEvening, expect, expectAccessible, test } from './fixtures.ts'
import { payByCard } from './paying.ts'

test.use({ viewport: { width: 360, height: 780 } })

test('a suspended member is refused by booking, pays, and books again', async ({
  newMember,
  pageOf,
  database,
}) => {
  // The jobs that tell the workshop system of the suspension and of its end run each minute.
  test.setTimeout(240_000)
  const withinAMinute = { timeout: 75_000, intervals: [2_000] }
  const account = await newMember()
  await addSuspendedContract(database, account.email)
  const page = await pageOf(account)
  await expect(async () => {
    await page.goto('/booking?machine=1')
    await expect(page.getByText(/brauchst du ein Paket/).first()).toBeVisible()
  }).toPass(withinAMinute)
  await expectAccessible(page)

  await expect(page.getByRole('link', { name: 'Zu meinem Paket' }).first()).toBeVisible()
  await page.goto('/booking/day?machines=1')
  const notice = page.getByText('Diese Maschinen kannst du noch nicht buchen.').locator('..')
  // The member has the training for it.
  await expect(notice.getByRole('link')).toHaveText(['Zu meinem Paket'])
  await notice.getByRole('link').press('Enter')
  const contract = page.getByRole('region', { name: 'Vertrag und Zahlung' })
  await expect(contract.getByText('Plus ruht, bis die offene Rechnung bezahlt ist.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/en/me/profil')
  await expect(page.getByText('Plus is paused until the open invoice is paid.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Pay the invoice' }).press('Enter')
  await page.getByRole('button', { name: /^Pay now: H9-/ }).press('Enter')
  await payByCard(page, '4242')
  await expect(page.getByText('Done. Thank you!')).toBeVisible()

  await expect(async () => {
    await page.goto('/me/packages')
    await expect(contract).toContainText('Laufender Zeitraum')
  }).toPass(withinAMinute)
  await bookEvening(page, '/booking')
})
