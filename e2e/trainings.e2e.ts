import { dayFromToday, expect, expectAccessible, test } from './fixtures.ts'
import { fitting } from './page-findings.ts'
import { addRunningCourse } from './running-course.ts'

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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Platz buchen: Sicherheitsunterweisung Lasercutter',
    )
  })

  for (const path of ['/me/trainings', '/en/me/trainings'])
    test(`${path} fits into a phone with every machine open`, async ({ memberPage: page }) => {
      await page.goto(path)
      const machines = page.locator('.training-paths details')
      await expect(machines.first()).toBeVisible()
      await machines.evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')))
      expect(await fitting(page)).toEqual([])
    })
})

test('a member sees what is valid, what ends soon, and what is done of a path', async ({
  memberPage: page,
  member,
  database,
}) => {
  await page.goto('/me/trainings')
  await expect(page.getByRole('heading', { name: 'Gültig' })).toBeVisible()
  await database
    .updateTable('memberTraining')
    .set({ untilDate: dayFromToday(9) })
    .where('memberId', '=', member.memberId)
    .execute()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Läuft bald ab' })).toBeVisible()
  await page.getByText(/^Faserlaser/).click()
  const done = page.locator('li[data-done]')
  await expect(done).toContainText('Sicherheitsunterweisung Lasercutter')
  await expect(done).toContainText('Erledigt')
  await expectAccessible(page)
})

test.describe('a trainer', () => {
  test.use({ memberOptions: { trainings: [] } })

  test('marks everybody as passed in one tap, and a machine becomes bookable', async ({
    memberPage: page,
    member,
    newMember,
    pageOf,
    database,
  }) => {
    await page.goto('/booking?machine=1')
    await expect(page.getByText('Diese Maschine kannst du erst nach Unterweisung buchen.')).toBeVisible()
    const { memberId } = member
    const trainer = await newMember({})
    const dateId = await addRunningCourse(database, { memberId, trainer })
    await database
      .insertInto('coursePlace')
      .values(
        Array.from({ length: 3 }, (_, index) => ({
          dateId,
          firstName: 'Maximiliane',
          lastName: `Wolkenstein-Achternbusch ${index}`,
          state: 'booked',
          createdAt: new Date(),
        })),
      )
      .execute()

    const phone = await pageOf(trainer)
    await phone.setViewportSize({ width: 360, height: 780 })
    await phone.goto('/me/attendance')
    await phone.locator(`a[href="/me/attendance/${dateId}"]`).click()
    await phone
      .getByRole('group', { name: /Achternbusch 1/ })
      .getByRole('button', { name: 'Fehlt' })
      .click()
    await phone.getByRole('button', { name: 'Alle da und bestanden' }).click()
    await expect(phone.getByText('Bestanden: 3 von 4.')).toBeVisible()
    await expectAccessible(phone)
    await page.reload()
    await expect(page.getByText('Diese Maschine kannst du erst nach Unterweisung buchen.')).toBeHidden()
    await page.goto('/me/trainings')
    await expect(page.getByRole('heading', { name: 'Gültig' })).toBeVisible()

    // Taken back by a second tap.
    await phone.getByRole('group', { name: 'Ada Berg' }).getByRole('button', { name: 'Bestanden' }).click()
    await expect(phone.getByText('Bestanden: 2 von 4.')).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('Du hast noch keine Unterweisung.')).toBeVisible({ timeout: 1500 })
    }).toPass()
  })
})
