import type { Locator, Page } from '@playwright/test'
import { dayFromToday, expect, expectAccessible, test } from './fixtures.ts'

/** Expects the page of a course with a date to sign up for, and what it unlocks. */
async function expectDates(page: Page, title: string, unlocks: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('complementary')).toContainText(`Schaltet frei${unlocks}`)
  await expect(page.getByRole('link', { name: /^Anmelden/ }).first()).toBeVisible()
}

/** One tap of a visitor, on an element that is shown. */
async function tap(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await target.click()
}

test.describe('a member without any training', () => {
  test.use({ memberOptions: { trainings: [] } })

  test('finds the course for the CNC router in one tap from its week', async ({ memberPage: page }) => {
    await page.goto('/booking?machine=3')
    const notice = page
      .getByRole('listitem')
      .filter({ hasText: 'Für diese Maschine brauchst du eine Sicherheitsunterweisung' })
    await expect(notice).toContainText(/Nächster Termin: .+ Uhr · noch \d+ (Platz|Plätze)/)
    await tap(notice.getByRole('link', { name: 'CNC-Fräse: vom CAD zum Teil' }))
    await expectDates(page, 'CNC-Fräse: vom CAD zum Teil', 'CNC-Portalfräse')
  })

  test('finds the course for the metal lathe in one tap from what is free', async ({ memberPage: page }) => {
    await page.goto(`/booking/time?day=${dayFromToday(4)}&from=09:00&minutes=30`)
    const lathe = page.getByRole('listitem').filter({ hasText: 'Drehmaschine' })
    await expect(lathe).toContainText('Nächster Termin:')
    await tap(lathe.getByRole('link', { name: 'Unterweisung finden' }))
    await expectDates(
      page,
      'Metallmaschinen: Unterweisung an Drehmaschine und Bohrmaschine',
      'Drehmaschine, Säulenbohrmaschine',
    )
  })
})

test('a visitor finds the course for the fibre laser in two taps from the list of machines', async ({
  page,
}) => {
  await page.goto('/maschinen')
  await tap(page.getByRole('main').locator('a[href="/maschinen/faserlaser"]').first())
  const row = page.locator('.training-row')
  await expect(row).toContainText('Nächste Unterweisung')
  await expect(row).toContainText(/noch \d Pl|ausgebucht/)
  await tap(row.getByRole('link').first())
  await expectDates(page, 'Unterweisung Faserlaser', 'Faserlaser')
  await expectAccessible(page)
})

test('a visitor reads the way in English at the week of the resin printer', async ({ page }) => {
  await page.goto('/en/booking?machine=8')
  await expect(page.getByText('Next date:')).toBeVisible()
  await tap(page.getByRole('link', { name: 'Resin printing training' }))
  await expect(page).toHaveURL('/en/events/16-resin-printing-training')
})
