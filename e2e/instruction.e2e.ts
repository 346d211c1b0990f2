import { readFileSync } from 'node:fs'
import { expect, expectAccessible, test } from './fixtures.ts'

const { questions } = JSON.parse(
  readFileSync(new URL('../content/demo/instruction.json', import.meta.url), 'utf8'),
) as {
  questions: { id: string; options: { id: string; right?: boolean; text: Record<'de' | 'en', string> }[] }[]
}

test.use({ viewport: { width: 360, height: 780 }, memberOptions: { trainings: [] } })

test.describe('a member who wants to use the embroidery machine', () => {
  test('reads the instruction, fails, learns what to read again, and passes in English', async ({
    memberPage: page,
    member,
    database,
  }) => {
    await page.goto('/me/trainings')
    await page.locator('summary').filter({ hasText: 'Stickmaschine' }).click()
    const steps = page.getByRole('listitem').filter({ hasText: 'Stickmaschine' }).first().locator('ol > li')
    await expect(steps.nth(1)).toContainText('Unterweisung Stickmaschine')
    await steps.first().getByRole('link', { name: 'Allgemeine Sicherheitsunterweisung' }).click()
    await expect(page).toHaveURL('/instruction/werkstatt')
    await expect(page.getByRole('heading', { name: '2 Wenn es brennt' })).toBeVisible()
    await page.getByRole('button', { name: 'Zu den Fragen' }).click()
    await expect(page.getByRole('heading', { name: 'Deine Fragen' })).toBeFocused()
    await expectAccessible(page)

    // Sent without an answer, it names each question and keeps what is chosen.
    const answer = async (isRight: boolean) => {
      for (const { id, options } of questions)
        for (const option of options) {
          const control = page.locator(`#quiz-${id}-${option.id}`)
          if (Boolean(option.right) === isRight && (await control.count()) > 0) await control.check()
        }
    }
    const send = page.getByRole('button', { name: 'Antworten abgeben' })
    await send.click()
    const faults = page.getByRole('alert').filter({ hasText: 'Noch nicht fertig' })
    await expect(faults).toBeFocused()
    await faults.getByRole('link', { name: 'Frage 1', exact: true }).click()
    await expect(page.locator('.quiz fieldset').first().locator('input').first()).toBeFocused()
    await expectAccessible(page)
    await answer(false)
    await page.getByRole('checkbox', { name: /^Ich habe die Unterweisung selbst gelesen/ }).check()
    await send.click()
    const result = page.getByRole('status').filter({ hasText: 'Noch nicht bestanden' })
    await expect(result.getByRole('link', { name: 'Wenn es brennt' })).toHaveAttribute('href', '#brand')
    await expect(page.getByText(/^Der nächste Versuch geht ab .+ Uhr\.$/)).toBeVisible()
    await expectAccessible(page)

    // Ten minutes later.
    await database.deleteFrom('instructionAttempt').where('memberId', '=', member.memberId).execute()
    await page.goto('/en/instruction/werkstatt')
    await page.getByRole('button', { name: 'To the questions' }).click()
    await expect(page.getByRole('heading', { name: 'Your questions' })).toBeFocused()
    await answer(true)
    await page.getByRole('checkbox', { name: /^I have read the instruction myself/ }).check()
    await page.getByRole('button', { name: 'Submit my answers' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Passed!' })).toContainText('100 % right.')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your safety training' }).click()
    await expect(async () => {
      await page.reload()
      await page.locator('summary').filter({ hasText: 'Embroidery machine' }).click({ timeout: 1500 })
      await expect(page.locator('li[data-done]')).toContainText('General safety instruction', {
        timeout: 1500,
      })
    }).toPass()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads the whole instruction, and how the questions are answered', async ({ page }) => {
    await page.goto('/instruction/werkstatt')
    await expect(
      page.getByText(/Für die Fragen meldest du dich an, und das braucht JavaScript/),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Kinder, Jugendliche und Gäste' }).click()
    await expect(page.getByText('Kinder unter 14 bleiben in der Halle')).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Frag uns' })).toHaveAttribute(
      'href',
      /^mailto:.+subject=Frage/,
    )
    await page.goto('/en/instruction/nothing')
    await expect(page.getByText('Page not found')).toBeVisible()
  })
})
