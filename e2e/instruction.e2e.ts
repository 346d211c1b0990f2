import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const { questions } = JSON.parse(
  readFileSync(new URL('../content/demo/instruction.json', import.meta.url), 'utf8'),
) as {
  questions: { id: string; options: { id: string; right?: boolean; text: Record<'de' | 'en', string> }[] }[]
}

/** Chooses the right options of all questions, or the wrong ones. */
async function answer(page: Page, isRight: boolean): Promise<void> {
  // The last of the form: which questions are asked is known once it is there.
  await expect(page.getByRole('button', { name: /^(Antworten abgeben|Submit my answers)$/ })).toBeVisible()
  for (const { id, options } of questions)
    for (const option of options) {
      const control = page.locator(`#quiz-${id}-${option.id}`)
      if (Boolean(option.right) === isRight && (await control.count()) > 0) await control.check()
    }
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
    const send = page.getByRole('button', { name: 'Antworten abgeben' })
    await send.click()
    const faults = page.getByRole('alert').filter({ hasText: 'Noch nicht fertig' })
    await expect(faults).toBeFocused()
    await faults.getByRole('link', { name: 'Frage 1', exact: true }).click()
    await expect(page.locator('.quiz fieldset').first().locator('input').first()).toBeFocused()
    await expectAccessible(page)
    await answer(page, false)
    await page.getByRole('checkbox', { name: /^Ich habe die Unterweisung selbst gelesen/ }).check()
    await send.click()
    const result = page.getByRole('status').filter({ hasText: 'Noch nicht bestanden' })
    await expect(result.getByRole('link', { name: 'Wenn es brennt' })).toHaveAttribute('href', '#brand')
    await expect(page.getByText(/^Der nächste Versuch geht ab .+\sUhr\.$/)).toBeVisible()
    await expectAccessible(page)

    // Ten minutes later.
    await database.deleteFrom('instructionAttempt').where('memberId', '=', member.memberId).execute()
    await page.goto('/en/instruction/werkstatt')
    await page.getByRole('button', { name: 'To the questions' }).click()
    await expect(page.getByRole('heading', { name: 'Your questions' })).toBeFocused()
    await answer(page, true)
    await page.getByRole('checkbox', { name: /^I have read the instruction myself/ }).check()
    await page.getByRole('button', { name: 'Submit my answers' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Passed!' })).toContainText('100% right.')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your safety training' }).click()
    await expect(page).toHaveURL('/en/me/trainings')
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
    await expect(page.getByText(/Für die Fragen schicken wir dir einen Link/)).toBeVisible()
    await expect(page.getByText('Wird geladen')).toBeHidden()
    await page.getByRole('link', { name: 'Kinder, Jugendliche und Gäste' }).click()
    await expect(page.getByText('Kinder unter 14 bleiben in der Halle')).toBeInViewport()
    await page.getByRole('link', { name: 'Fragen', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Link per E-Mail schicken' })).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Frag uns' })).toHaveAttribute(
      'href',
      /^mailto:.+subject=Frage/,
    )
    await page.goto('/en/instruction/nothing')
    await expect(page.getByText('Page not found')).toBeVisible()
  })

  test('a member answers by a mailed link: fails, learns what to read again, and passes', async ({
    page,
    member,
    database,
    browser,
    baseURL,
  }) => {
    /** The same page with JavaScript, which axe needs. To open a link changes nothing. */
    const looksRight = async () => {
      const seen = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: true })
      await seen.setViewportSize({ width: 320, height: 740 })
      await seen.goto(page.url())
      await expectAccessible(seen)
      expect(await seen.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await seen.close()
    }
    const send = () => page.getByRole('button', { name: 'Antworten abgeben' }).click()
    await page.goto('/instruction/werkstatt')
    await page.getByRole('button', { name: 'Link per E-Mail schicken' }).click()
    await expect(page.getByRole('alert')).toContainText('Gib eine E-\u2060Mail-Adresse an')
    await page.getByLabel('E-Mail-Adresse').fill(member.email)
    await page.getByRole('button', { name: 'Link per E-Mail schicken' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'haben wir dir den Link geschickt' }),
    ).toBeInViewport()

    let link = ''
    await expect(async () => {
      const mails = await page.request.get(`/dev/mail?to=${encodeURIComponent(member.email)}`, {
        headers: { accept: 'application/json' },
      })
      const [mail] = ((await mails.json()) as { kind: string; text: string }[]).filter(
        ({ kind }) => kind === 'instruction-link',
      )
      link = /(\/instruction\/werkstatt\?link=[\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
      expect(link).not.toBe('')
    }).toPass()
    await page.goto(link)
    await page.getByRole('button', { name: 'Zu den Fragen' }).click()
    await expect(page.getByRole('heading', { name: 'Deine Fragen' })).toBeInViewport()
    await looksRight()

    // Sent with one answer, it names each other question and keeps what is chosen.
    const one = page.locator('.quiz fieldset').first().locator('input').first()
    await one.check()
    await send()
    const faults = page.getByRole('alert').filter({ hasText: 'Noch nicht fertig' })
    await expect(faults.getByRole('link', { name: 'Frage 2', exact: true })).toBeVisible()
    await expect(faults.getByRole('link', { name: 'Frage 1', exact: true })).toHaveCount(0)
    await expect(one).toBeChecked()
    await answer(page, false)
    await page.getByRole('checkbox', { name: /^Ich habe die Unterweisung selbst gelesen/ }).check()
    await send()
    const result = page.getByRole('status').filter({ hasText: 'Noch nicht bestanden' })
    await expect(result.getByRole('link', { name: 'Wenn es brennt' })).toHaveAttribute('href', '#brand')
    await expect(page.getByText(/^Der nächste Versuch geht ab .+\sUhr\.$/)).toBeVisible()
    await looksRight()

    // Ten minutes later.
    await database.deleteFrom('instructionAttempt').where('memberId', '=', member.memberId).execute()
    await page.reload()
    await page.getByRole('button', { name: 'Zu den Fragen' }).click()
    await answer(page, true)
    await page.getByRole('checkbox', { name: /^Ich habe die Unterweisung selbst gelesen/ }).check()
    await send()
    await expect(page.getByRole('status').filter({ hasText: 'Bestanden!' })).toContainText('100 % richtig.')
    await page.goto(`/instruction/werkstatt?link=${'x'.repeat(43)}`)
    await expect(
      page.getByText('Diesen Link gibt es nicht mehr. Lass dir einen neuen schicken.'),
    ).toBeVisible()
  })
})
