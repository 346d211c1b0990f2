import type { Page } from '@playwright/test'
import { counted, tap } from './counted.ts'
import { dayFromToday, expect, expectAccessible, test } from './fixtures.ts'

/** Expects the page on which people sign up for a date of a course. */
async function expectSignUp(page: Page, title: string): Promise<void> {
  await expect(page).toHaveURL(/\/sign-up\?date=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
}

/** Expects the page of a course with a date to sign up for, and what it unlocks. */
async function expectDates(page: Page, title: string, unlocks: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('main .title-rows').first()).toContainText(`Schaltet frei${unlocks}`)
  await expect(page.getByRole('link', { name: /^Platz buchen/ }).first()).toBeVisible()
}

test.describe('a member without any training', () => {
  test.use({ memberOptions: { trainings: [] } })

  test('finds a sign-up for the CNC router in one tap from its week', async ({ memberPage: page }) => {
    await page.goto('/booking?machine=3')
    const notice = page
      .getByRole('listitem')
      .filter({ hasText: 'Diese Maschine kannst du erst nach Unterweisung buchen.' })
    await expect(notice).toContainText(/Nächster Termin: .+\sUhr · noch \d+ (Platz|Plätze)/)
    // The plan is there to look at: no empty fields ask for a time.
    await expect(page.getByLabel('Tag', { exact: true })).toHaveCount(0)
    await tap(notice.getByRole('link', { name: 'CNC-Fräse: vom CAD zum Teil' }))
    await expectSignUp(page, 'CNC-Fräse: vom CAD zum Teil')
    await tap(page.getByRole('link', { name: 'Alle Termine und mehr dazu' }))
    await expectDates(page, 'CNC-Fräse: vom CAD zum Teil', 'CNC-Portalfräse')
  })

  test('finds a sign-up for the metal lathe in one tap from what is free', async ({ memberPage: page }) => {
    await page.goto(`/booking/time?day=${dayFromToday(4)}&from=09:00&minutes=30`)
    const lathe = page.getByRole('listitem').filter({ hasText: 'Drehmaschine' })
    await expect(lathe).toContainText('Nächster Termin:')
    await tap(lathe.getByRole('link', { name: 'Unterweisung finden' }))
    await expectSignUp(page, 'Metallmaschinen: Unterweisung an Drehmaschine und Bohrmaschine')
  })
})

test.describe('a member who has the training that comes first', () => {
  test.use({ memberOptions: { trainings: ['laser'] } })

  test('is led to the next one at once from the week of the fibre laser', async ({ memberPage: page }) => {
    await page.goto('/booking?machine=7')
    const notice = page.getByRole('listitem').filter({ hasText: 'kannst du erst nach Unterweisung buchen' })
    await expect(notice.getByRole('link', { name: 'Unterweisung Faserlaser' })).toBeVisible()
    await expect(notice.getByRole('link', { name: /^Zuerst: / })).toHaveCount(0)
  })
})

test.describe('from a missing training to a paid seat on a phone', () => {
  // One after another: machines share courses, and their last seat must not go while another test looks at it.
  test.describe.configure({ mode: 'default' })
  test.use({ viewport: { width: 360, height: 740 }, memberOptions: { trainings: [] } })

  /** The machines whose ways differ: a course first, and an instruction that may be passed later. All 14 by TAPS=all. */
  const machines = process.env['TAPS'] === 'all' ? [1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14, 15, 16] : [7, 16]
  for (const machine of machines)
    test(`takes at most 6 taps for machine ${machine}`, async ({ memberPage: page }) => {
      const count = await counted(page)
      await page.goto(`/booking?machine=${machine}`)
      const notice = page.getByRole('listitem').filter({ hasText: 'kannst du erst nach Unterweisung buchen' })
      const first = notice.getByRole('link').first()
      await expect(notice).toBeVisible()
      // The button below the plan leads to the same, by the same name.
      const below = page.getByRole('link', { name: await first.innerText(), exact: true }).last()
      await expect(below).toHaveAttribute('id', 'booking-submit')
      await expect(below).toHaveAttribute('href', (await first.getAttribute('href')) ?? '')
      // An instruction online may be passed after the sign-up for the course.
      const isOnline = (await first.getAttribute('href'))?.includes('/instruction/')
      await tap(isOnline ? notice.getByRole('link').last() : first)
      // The most that is asked of a member.
      const born = page.getByLabel('Geburtsdatum')
      await tap(born)
      await born.fill('1990-05-05')
      await tap(page.getByLabel(/Ich stimme den Bedingungen zu/))
      if (machine === 16)
        await expect(page.getByRole('main').getByRole('status')).toContainText(
          'Den Platz kannst du jetzt schon nehmen',
        )
      await tap(page.getByRole('button', { name: 'Zahlungspflichtig buchen' }))
      await tap(page.getByRole('button', { name: /Mit Karte zahlen/ }))
      await page
        .getByRole('link', { name: 'Weiter' })
        .click({ timeout: 3000 })
        .catch(() => undefined)
      await expect(page.getByRole('main').getByText('angemeldet', { exact: true })).toBeVisible({
        timeout: 30_000,
      })
      expect(count()).toBeLessThanOrEqual(6)
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
  await page.goto('/en/booking/day?machine=8')
  await expect(page.getByRole('columnheader', { name: 'Resin printer' })).toContainText('training needed')
  // Nobody can book this one: no time is offered.
  await page.goto('/en/booking?machine=16')
  await expect(page.getByText('You need training before you can book this machine.')).toBeVisible()
  await expect(page.getByText('Already trained?')).toHaveCount(0)
  await page.goto('/en/booking?machine=8')
  await expect(page.getByText('Already trained? Choose a time and sign in.')).toBeVisible()
  await expect(page.getByText('Next date:')).toBeVisible()
  await tap(page.getByRole('link', { name: 'Resin printing training' }))
  await expect(page).toHaveURL(/\/en\/events\/16-resin-printing-training\/sign-up\?date=\d+$/)
})
