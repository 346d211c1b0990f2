import type { Database } from '../platform/database/database.ts'
import { loadSecret } from '../platform/auth/secret.ts'
import { createListLinks } from '../services/backend/attendance/list-links.ts'
import { counted, tap } from './counted.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { Account } from './member.ts'
import { addRunningCourse } from './running-course.ts'

test.use({ memberOptions: { trainings: [] } })

/** The path of the list that a trainer's mail links. */
async function listOf(database: Database, trainer: Account, dateId: number): Promise<string> {
  const staff = await database
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('email', '=', trainer.email)
    .executeTakeFirstOrThrow()
  const links = createListLinks(await loadSecret({ given: null, db: database }))
  return `/attendance-list/${links.tokenFor(staff, dateId)}`
}

test('a trainer marks by the link of a mail, on a phone that is not signed in', async ({
  browser,
  member,
  newMember,
  database,
  memberPage,
}) => {
  const { memberId } = member
  await memberPage.goto('/booking?machine=1')
  const missing = memberPage.getByText('kannst du erst nach Unterweisung buchen')
  await expect(missing).toBeVisible()
  const trainer = await newMember({})
  const dateId = await addRunningCourse(database, { memberId, trainer })
  const path = await listOf(database, trainer, dateId)

  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const phone = await context.newPage()
  const opened = await phone.goto(path)
  expect(opened?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
  await expect(phone.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer')
  const row = phone.getByRole('group', { name: 'Ada Berg' })
  const marking = async (name: string) => {
    const stored = phone.waitForResponse('**/staff/link/mark')
    await row.getByRole('button', { name, exact: true }).click()
    expect((await stored).status()).toBe(200)
    await expect(row.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
  }
  await marking('Fehlt')
  await marking('Bestanden')
  await expect(phone.getByText('Bestanden: 1 von 1.')).toBeVisible()
  // The page that the member has open lets them book.
  await expect(missing).toBeHidden()
  await expectAccessible(phone)
  const evidence = await database
    .selectFrom('trainingGrant')
    .select('givenBy')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  expect(evidence?.givenBy).toBe('Ada Berg')

  // The code, and the other language.
  await phone.goto(`/en${path}`)
  await phone.getByText('Let people check in themselves').click()
  await expect(phone.locator('.attendance-figures')).toHaveText(/^\d{3} \d{3}$/)
  await expectAccessible(phone)
  // Nothing else is open.
  await phone.goto(`/me/attendance/${dateId}`)
  await expect(phone.getByLabel('E-Mail-Adresse')).toBeVisible()
  await expect(phone.getByRole('group', { name: 'Ada Berg' })).toBeHidden()

  await database.deleteFrom('staff').where('email', '=', trainer.email).execute()
  const over = await phone.goto(path)
  expect(over?.status()).toBe(404)
  await expect(phone.getByText('Dieser Link gilt nicht mehr.')).toBeVisible()
  await expect(phone.locator('main')).not.toContainText('Berg')
  await expectAccessible(phone)
  await context.close()
})

test('a trainer marks twelve people in at most 14 taps on a phone', async ({
  browser,
  member,
  newMember,
  database,
}) => {
  const trainer = await newMember({})
  const dateId = await addRunningCourse(database, { memberId: member.memberId, trainer })
  for (let more = 1; more < 12; more++) {
    const { memberId } = await newMember({ trainings: [] })
    const place = { dateId, memberId, state: 'booked', createdAt: new Date() }
    await database.insertInto('coursePlace').values(place).execute()
  }
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const phone = await context.newPage()
  const count = await counted(phone)
  await phone.goto(await listOf(database, trainer, dateId))
  const rows = phone.getByRole('group', { name: 'Ada Berg' })
  await expect(rows).toHaveCount(12)
  for (let row = 0; row < 12; row++)
    await tap(rows.nth(row).getByRole('button', { name: row === 7 ? 'Fehlt' : 'Bestanden', exact: true }))
  await expect(phone.getByText('Bestanden: 11 von 12.')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(14)
  const stored = () =>
    database
      .selectFrom('courseAttendance')
      .innerJoin('coursePlace', 'coursePlace.id', 'courseAttendance.placeId')
      .select('courseAttendance.state')
      .where('dateId', '=', dateId)
      .execute()
  await expect
    .poll(async () => (await stored()).map(({ state }) => state).toSorted())
    .toEqual(['absent', ...Array.from({ length: 11 }, () => 'present')])
  await database.deleteFrom('staff').where('email', '=', trainer.email).execute()
  await context.close()
})
