import { expect, expectAccessible, test } from './fixtures.ts'
import { giveSession } from './sign-in.ts'

test.use({ viewport: { width: 360, height: 780 } })

test('a member changes their contact data; a wrong postcode is named first', async ({ page, newMember }) => {
  await giveSession(page.context(), await newMember())
  await page.goto('/me/profil')
  const data = page.getByRole('region', { name: 'Kontaktdaten' })
  await data.getByRole('button', { name: 'Daten ändern' }).click()
  await data.getByLabel('Telefon').fill('+49 221 4710 999')
  await data.getByLabel('Straße und Hausnummer').fill('Schanzenstraße 6')
  await data.getByLabel('Postleitzahl').fill('1010')
  await data.getByRole('button', { name: 'Daten speichern' }).click()
  const summary = data.getByRole('alert').filter({ hasText: 'Postleitzahl' })
  await expect(summary).toBeFocused()
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Diese Postleitzahl passt nicht zum Land.' }).click()
  await expect(data.getByLabel('Postleitzahl')).toBeFocused()
  await data.getByLabel('Postleitzahl').fill('51065')
  await data.getByRole('button', { name: 'Daten speichern' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Deine Daten sind gespeichert.' })).toBeVisible()
  await page.reload()
  await expect(data).toContainText('+49 221 4710 999')
  await expect(data).toContainText('51065 Köln')
})
