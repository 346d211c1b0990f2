import { expect, expectAccessible, test } from './fixtures.ts'

const page = '/auth?verification_required=true'
const invalid = 'Bitte gib deine E-\u2060Mail-Adresse vollständig ein, zum Beispiel mia@example.org.'

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

const formPages = [
  '/register',
  '/en/register',
  '/auth',
  '/register/sent',
  '/onboarding/start',
  '/team/user',
  '/onboarding/confirmation',
  '/team/confirmation',
  '/onboarding/guardian',
  '/contract/cancel',
  '/contract/withdraw',
  `/course-place/${'a'.repeat(43)}`,
  '/language',
]

test('forms that no page of ours sends are refused, and the server goes on', async ({ request }) => {
  const headers = { connection: 'close' }
  const refused = async (path: string, name: string, value: string) => {
    const asked = { form: { [name]: value }, headers, timeout: 30_000, maxRedirects: 0 }
    const status = (await request.post(path, asked)).status()
    expect.soft([400, 413], `${path} ${name.slice(0, 20)} ${value.length}`).toContain(status)
  }
  for (const path of formPages)
    await Promise.all([
      ...['a[99999999]', 'a[999999]', `a${'.a'.repeat(29_000)}`].map((name) => refused(path, name, '1')),
      ...[70_000, 250_000].map((size) => refused(path, 'email', 'm'.repeat(size))),
    ])
  expect((await request.get('/health')).ok()).toBe(true)
})
