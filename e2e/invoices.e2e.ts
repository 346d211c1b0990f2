import { readFileSync } from 'node:fs'
import { expect, expectAccessible, test } from './fixtures.ts'
import { demo, giveSession } from './sign-in.ts'

test.use({ viewport: { width: 360, height: 780 } })

for (const [path, title, save] of [
  ['/me/invoices', 'Meine Rechnungen', /^PDF von H9-\d{4}-\d{6} laden$/],
  ['/en/me/invoices', 'My invoices', /^Download PDF of H9-\d{4}-\d{6}$/],
] as const) {
  test(`a member finds an invoice at ${path} and saves its paper`, async ({ page }) => {
    await giveSession(page.context(), demo('mia'))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const rows = page.getByRole('table', { name: title }).getByRole('row')
    const row = rows.filter({ hasText: 'Buchung Industrienähmaschine' })
    await expect(row).toContainText(/6[.,]00/)
    await expect(row).toContainText(/bezahlt|paid/)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await row.getByRole('button', { name: save }).click()
    const file = await download
    // The invoice itself is in German.
    expect(file.suggestedFilename()).toMatch(/^Rechnung-H9-\d{4}-\d{6}\.pdf$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
}
