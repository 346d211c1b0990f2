import type { Page } from '@playwright/test'
import { addInvoice } from './contract.ts'
import { payByCard } from './paying.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { judging, markupFindings } from './judged-pages.ts'

test.use({ viewport: { width: 360, height: 780 } })

async function order(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^(Zahlungspflichtig bestellen|Order with obligation to pay) · €?45[.,]00/ })
    .click()
}

test('a member buys credits: the card is refused, the debit is on its way, then credited', async ({
  memberPage: page,
}) => {
  // Ten pages, four of them judged by axe.
  test.setTimeout(180_000)
  await page.goto('/me/credits')
  await expect(page.getByRole('heading', { name: 'Credits kaufen' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Kaufen: 500 Credits für 45,00/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bestellen' })).toBeVisible()
  await expect(page.getByText('inklusive 19 % Umsatzsteuer')).toBeVisible()
  // Nothing is ordered without the consents.
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3)
  await expect(page.getByRole('alert').filter({ has: page.getByRole('link') })).toBeFocused()
  await expectAccessible(page)
  await order(page)

  await payByCard(page, '9995')
  await expect(page.getByRole('alert')).toContainText('nicht genug Deckung')
  await page.getByRole('button', { name: 'Per Lastschrift zahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Lastschrift unterwegs' })).toBeVisible()
  const bank = page.url()
  await page.getByRole('link', { name: 'Weiter' }).click()
  await expect(page.getByText('Deine Zahlung ist unterwegs.')).toBeVisible()
  await expectAccessible(page)

  await page.goto(bank)
  await page.getByRole('button', { name: 'Bank: gutgeschrieben' }).click()
  await page.getByRole('link', { name: 'Weiter' }).click()
  await expect(page.getByText('Fertig. Danke!')).toBeVisible()
  const { findings, judgeDrawn } = judging(page, '.test/pages/order')
  await page.setViewportSize({ width: 320, height: 800 })
  await judgeDrawn('order')
  await page.goto(new URL(page.url()).pathname.replace('/me/', '/en/me/'))
  await expect(page.getByText('Done. Thank you!')).toBeVisible()
  await judgeDrawn('order-en')
  expect(findings).toEqual([])
  expect(await markupFindings('.test/pages/order')).toEqual([])
  await page.goBack()
  await page.getByRole('link', { name: 'Zu meinen Credits' }).click()
  await expect(page.getByText('500 von 500 Credits')).toBeVisible()
  await page.goto('/me/invoices')
  await expect(page.getByRole('row').filter({ hasText: '45,00' })).toContainText('bezahlt')
})

test('a member pays an open invoice by card, in English', async ({ newMember, pageOf, database }) => {
  const account = await newMember()
  const page = await pageOf(account)
  await page.goto('/en/me/invoices')
  const heading = page.getByRole('heading', { level: 1, name: 'My invoices' })
  await expect(heading).toBeVisible()
  await addInvoice(database, account.email, 2380)
  await page.reload()
  await page.getByRole('button', { name: /^Pay now: H9-\d{4}-\d{6}$/ }).click()
  await payByCard(page, '4242')
  await expect(page.getByText('Done. Thank you!')).toBeVisible()
  await page.getByRole('link', { name: 'To my invoices' }).click()
  await expect(page.getByRole('row').filter({ hasText: '23.80' })).toContainText('paid')
  await expect(page.getByRole('button', { name: /^Pay now/ })).toHaveCount(0)
})

test('a link that asks whose an order is works without JavaScript, and an old one says so', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const answer = await page.goto(`${process.env['BASE_URL']}/order/claim/${'x'.repeat(32)}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Link abgelaufen', level: 1 })).toBeVisible()
  await expect(page.getByText('Dieser Link gilt nicht mehr.')).toBeVisible()
  await context.close()
})
