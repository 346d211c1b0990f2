import { expect, expectAccessible, test } from './fixtures.ts'

const page = '/auth?verification_required=true'
const invalid = 'Bitte gib deine E-Mail-Adresse vollständig ein, zum Beispiel mia@example.org.'

test('a wrong field is named above the form and at the field, and the focus goes there', async ({
  page: tab,
}) => {
  await tab.goto(page)
  const field = tab.getByLabel('E-Mail-Adresse')
  const submit = tab.getByRole('button', { name: 'Bestätigungsmail schicken' })
  await field.fill('mia@')
  await submit.click()
  const summary = tab.getByRole('alert').filter({ hasText: 'Das hat nicht geklappt' })
  await expect(summary).toBeFocused()
  await expect(field).toHaveAccessibleDescription(invalid)
  await expectAccessible(tab)

  await summary.getByRole('link', { name: invalid }).click()
  await expect(field).toBeFocused()
  await submit.click()
  await expect(summary).toBeFocused()

  await field.fill('nobody@example.org')
  await expect(summary).toBeHidden()
  await submit.click()
  await expect(tab.getByRole('status').filter({ hasText: 'unterwegs' })).toBeVisible()
  await expect(tab).toHaveURL(/verification_required=true/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form is sent, and comes back with its errors and what was typed', async ({ page: tab }) => {
    await tab.goto(page)
    const field = tab.getByLabel('E-Mail-Adresse')
    await field.fill('mia@')
    const answered = tab.waitForResponse((response) => response.request().method() === 'POST')
    await tab.getByRole('button', { name: 'Bestätigungsmail schicken' }).click()
    expect((await answered).status()).toBe(422)
    const summary = tab.getByRole('alert').filter({ hasText: 'Das hat nicht geklappt' })
    await expect(summary.getByRole('link', { name: invalid })).toHaveAttribute('href', '#resend-email')
    await expect(field).toHaveValue('mia@')
    await expect(field).toHaveAccessibleDescription(invalid)

    await field.fill('nobody@example.org')
    await tab.getByRole('button', { name: 'Bestätigungsmail schicken' }).click()
    await expect(tab.getByRole('status').filter({ hasText: 'unterwegs' })).toBeVisible()
  })
})

test('a form of another site is refused', async ({ request }) => {
  const answer = await request.post(page, {
    form: { email: 'mia@example.org' },
    headers: { origin: 'https://evil.example' },
  })
  expect(answer.status()).toBe(400)
})
