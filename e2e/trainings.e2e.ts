import { dayFromToday, expect, expectAccessible, test } from './fixtures.ts'

test.use({ viewport: { width: 360, height: 780 } })

test.describe('a member without any training', () => {
  test.use({ memberOptions: { trainings: [] } })

  test('reads what each machine needs, in order, and opens a date', async ({ memberPage: page }) => {
    await page.goto('/me/trainings')
    await expect(page.getByText('Du hast noch keine Unterweisung.')).toBeVisible()
    await page.getByText(/^Faserlaser/).click()
    const path = page.getByRole('listitem').filter({ hasText: 'Faserlaser' }).first()
    const steps = path.locator('ol > li')
    await expect(steps.first()).toContainText('Sicherheitsunterweisung Lasercutter')
    await expect(steps.nth(1)).toContainText('Unterweisung Faserlaser')
    await expect(steps.last()).toContainText('Dann kannst du buchen: Faserlaser')
    await expectAccessible(page)
    await steps
      .first()
      .getByRole('link', { name: /Uhr · noch \d+ (Platz|Plätze)/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sicherheitsunterweisung Lasercutter')
  })
})

test('a member sees what is valid, what ends soon, and what is done of a path', async ({
  memberPage: page,
  database,
}) => {
  await page.goto('/me/trainings')
  await expect(page.getByRole('heading', { name: 'Gültig' })).toBeVisible()
  await database
    .updateTable('memberTraining')
    .set({ untilDate: dayFromToday(9) })
    .where('memberId', '=', (is) => is.selectFrom('member').select((one) => one.fn.max('id').as('id')))
    .execute()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Läuft bald ab' })).toBeVisible()
  await page.getByText(/^Faserlaser/).click()
  const done = page.locator('li[data-done]')
  await expect(done).toContainText('Sicherheitsunterweisung Lasercutter')
  await expect(done).toContainText('Erledigt')
  await expectAccessible(page)
})
