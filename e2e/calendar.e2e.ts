import { expect, expectAccessible, test } from './fixtures.ts'

test('a member gets a calendar address, copies it, and makes the old one useless', async ({
  memberPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/me/profil')
  const section = page.getByRole('region', { name: 'Kalender' })
  await section.getByRole('button', { name: 'Kalenderlink anlegen' }).click()
  await expect(section.getByRole('status')).toHaveText('Der Link ist angelegt.')
  const field = section.getByLabel('Adresse deines Kalenders')
  const old = await field.inputValue()
  const feed = async (url: string) => (await page.request.get(url)).status()
  expect(await feed(old)).toBe(200)
  await expect(section.getByRole('link', { name: 'In Kalender-App öffnen' })).toHaveAttribute(
    'href',
    old.replace('http:', 'webcal:'),
  )
  await section.getByRole('button', { name: 'Adresse kopieren' }).click()
  await expect(section.getByRole('status')).toHaveText('Die Adresse ist kopiert.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(old)
  await expectAccessible(page)

  const renew = section.getByRole('button', { name: 'Neue Adresse' })
  await renew.click()
  const dialog = page.getByRole('dialog', { name: 'Neue Adresse anlegen?' })
  await expect(dialog.getByRole('button', { name: 'Alte behalten' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(renew).toBeFocused()
  expect(await feed(old)).toBe(200)

  await renew.click()
  await dialog.getByRole('button', { name: 'Ja, neue Adresse' }).click()
  await expect(section.getByRole('status')).toHaveText(
    'Die neue Adresse gilt. Die alte funktioniert nicht mehr.',
  )
  await expect(field).not.toHaveValue(old)
  expect([await feed(old), await feed(await field.inputValue())]).toEqual([404, 200])

  await page.reload()
  await expect(field).toHaveValue(/\/calendars\/members\/\d+\/[\w-]{32}\.ics$/)
})

test('where copying is not allowed, the address is selected', async ({ memberPage: page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto('/en/me/profil')
  const section = page.getByRole('region', { name: 'Calendar' })
  await section.getByRole('button', { name: 'Create calendar link' }).click()
  const field = section.getByLabel('Address of your calendar')
  await section.getByRole('button', { name: 'Copy address' }).click()
  await expect(section.getByRole('status')).toContainText('The address is selected')
  await expect(field).toBeFocused()
  expect(await page.evaluate(() => String(getSelection()))).toBe(await field.inputValue())
})

test('where the workshop has no calendars, the profile says nothing of them', async ({
  memberPage: page,
}) => {
  await page.route('**/member/calendar/get?*', (route) =>
    route.fulfill({
      status: 501,
      contentType: 'application/problem+json',
      json: { type: '', title: '', status: 501, code: 'notSupported', message: 'x' },
    }),
  )
  const asked = page.waitForResponse('**/member/calendar/get?*')
  await page.goto('/me/profil')
  await asked
  await expect(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Kalender' })).toHaveCount(0)
})
