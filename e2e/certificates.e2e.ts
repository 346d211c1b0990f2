import { readFileSync } from 'node:fs'
import { expect, expectAccessible, test } from './fixtures.ts'
import { addRunningCourse } from './running-course.ts'

test.use({ viewport: { width: 360, height: 780 }, memberOptions: { trainings: [] } })

test('people check themselves in, pass, and have a certificate that anybody can check', async ({
  memberPage: page,
  member,
  newMember,
  pageOf,
  database,
}) => {
  const { memberId } = member
  const trainer = await newMember({})
  const dateId = await addRunningCourse(database, { memberId, trainer })

  const phone = await pageOf(trainer)
  await phone.setViewportSize({ width: 360, height: 780 })
  await phone.goto(`/en/me/attendance/${dateId}`)
  await phone.getByText('Let people check in themselves').click()
  await expect(phone.getByRole('img', { name: 'QR code to check in' })).toBeVisible()
  await expectAccessible(phone)
  const shown = async () => (await phone.locator('.attendance-figures').innerText()).replace(/\s/g, '')

  // Typed, wrong at first.
  await page.goto('/me/course')
  await page.getByRole('link', { name: 'Einchecken' }).click()
  const code = await shown()
  await page.getByLabel('Code der Kursleitung').fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Einchecken' }).click()
  await expect(page.getByText('Dieser Code stimmt nicht mehr.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code der Kursleitung').fill(await shown())
  await page.getByRole('button', { name: 'Einchecken' }).click()
  await expect(page.getByText('Du bist da')).toBeVisible()
  // Scanned: the address has the code, and nothing changes any more.
  await page.goto('/me/course')
  await page.goto(`/en/check-in/course/${dateId}#${await shown()}`)
  await expect(page.getByText('You are here')).toBeVisible()
  await expectAccessible(page)

  const row = phone.getByRole('listitem').filter({ hasText: 'checked in themselves' })
  await expect(row).toBeVisible()
  const passed = phone.waitForResponse('**/attendance/mark')
  await row.getByRole('button', { name: 'Passed' }).click()
  await passed
  await expect(phone.getByText('Passed: 1 of 1.')).toBeVisible()

  for (const [path, name] of [
    ['/me/course', /^Zertifikat \(PDF\): Sicherheitsunterweisung Lasercutter/],
    ['/en/me/trainings', /^Certificate \(PDF\): /],
  ] as const) {
    const button = page.getByRole('button', { name })
    // The training is given by a job.
    await expect(async () => {
      await page.goto(path)
      await expect(button).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await button.click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^(Zertifikat|Certificate)-\d{4}-\d\d-\d\d\.pdf$/)
    expect(readFileSync(await file.path()).toString('latin1', 0, 5)).toBe('%PDF-')
  }

  const { code: certificate } = await database
    .selectFrom('certificate')
    .innerJoin('trainingGrant', 'trainingGrant.id', 'certificate.grantId')
    .select('certificate.code')
    .where('trainingGrant.memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  for (const [path, state, shortName] of [
    [`/certificates/${certificate}`, 'Gültig.', 'Ada B.'],
    [`/en/certificates/${certificate}`, 'Valid.', 'Ada B.'],
  ] as const) {
    await phone.goto(path)
    await expect(phone.getByText(state, { exact: true })).toBeVisible()
    await expect(phone.getByText(shortName, { exact: true })).toBeVisible()
    await expect(phone.locator('main')).not.toContainText('Berg')
    await expect(phone.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(phone)
  }
  await phone.goto(`/me/attendance/${dateId}`)
  // A tap is drawn before it is stored.
  const stored = phone.waitForResponse('**/attendance/mark')
  await phone.getByRole('button', { name: 'Bestanden', exact: true }).click()
  await stored
  await phone.goto(`/certificates/${certificate}`)
  await expect(phone.getByText('Zurückgenommen.')).toBeVisible()
  const unknown = await phone.goto(`/en/certificates/${'A'.repeat(22)}`)
  expect(unknown?.status()).toBe(404)
  await expect(phone.getByText('There is no certificate with this code.')).toBeVisible()
})
