import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { systemClock } from '../platform/clock.ts'
import { serveFabmanDouble } from '../server/commands/fabman-double.ts'
import { serveStripeDouble } from '../server/commands/stripe-double.ts'
import { bookEvening, expect, test } from './fixtures.ts'
import { freePort, startProduct } from './server.ts'
import { agree, fillContact, go, mailedLink, type StepTexts, stepTexts, title } from './sign-up-steps.ts'

const texts = {
  de: {
    ...stepTexts.de,
    pending: 'Die Lastschrift ist unterwegs',
    confirm: 'Adresse bestätigen',
    invoice: /^PDF von /,
    prefix: '',
  },
  en: {
    ...stepTexts.en,
    pending: 'The direct debit is on its way',
    confirm: 'Confirm address',
    invoice: /^Download PDF of /,
    prefix: '/en',
  },
}

test.use({ viewport: { width: 360, height: 740 } })

test('visitors become members of a Fabman account, pay at Stripe by card and by debit, and book', async ({
  page,
}) => {
  test.setTimeout(360_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-sign-up-'))
  const port = await freePort()
  const fabman = await serveFabmanDouble(['--port', '0', '--per-second', '1000'], systemClock)
  const stripe = await serveStripeDouble(
    ['--port', String(await freePort()), '--webhook', `http://localhost:${port}/webhooks/stripe`],
    systemClock,
  )
  const { url, stop } = await startProduct(dataDir, port, {
    FABMAN_URL: fabman.url,
    FABMAN_API_KEY: fabman.key,
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  })
  const pay = (name: string) => page.getByRole('button', { name, exact: true }).click()
  try {
    const german = await order(page, url, texts.de)
    await pay('Pay with a card that is declined')
    await pay('Pay')
    await expectMembership(page, url, texts.de, german)

    await page.context().clearCookies()
    const english = await order(page, url, texts.en)
    const session = page.url().split('/').at(-1) ?? ''
    await pay('Pay by direct debit')
    await expect(title(page)).toHaveText(texts.en.pending)
    stripe.double.bank.settle(session, true)
    await expectMembership(page, url, texts.en, english)
  } finally {
    await stop('SIGTERM')
    await stripe.close()
    await fabman.close()
    await rm(dataDir, { recursive: true })
  }
})

/** A visitor with a new account orders, and is at Stripe's page. @returns the address of the account */
async function order(page: Page, url: string, t: StepTexts): Promise<string> {
  const email = `frida-${crypto.randomUUID()}@example.org`
  await page.goto(url + t.start)
  await page.locator('.choice', { has: page.getByText(t.plus, { exact: true }) }).click()
  await page.locator('#start-email').fill(email)
  await page.locator('#start-password').fill('ein langer neuer Satz')
  await go(page, t.toContact)
  await fillContact(page, t)
  await go(page, t.later)
  await agree(page, t)
  await go(page, t.order)
  await expect(title(page)).toHaveText('Stripe double')
  return email
}

/** The page leads on by itself; the buyer confirms the address, books, and finds package and invoice. */
async function expectMembership(
  page: Page,
  url: string,
  t: (typeof texts)['de' | 'en'],
  email: string,
): Promise<void> {
  await expect(title(page)).toHaveText(t.welcome, { timeout: 30_000 })
  await page.goto(await mailedLink(page, email, '?ticket=', url))
  await page.getByRole('button', { name: t.confirm }).click()
  await expect(page).toHaveURL(/\/me\/profil$/)
  await expect(title(page)).toContainText('Frida')
  await bookEvening(page, `${url}${t.prefix}/booking`, 6, 2)
  await page.goto(`${url}${t.prefix}/me/packages`)
  await expect(page.getByRole('article').filter({ hasText: t.plus })).toBeVisible()
  await page.goto(`${url}${t.prefix}/me/invoices`)
  await expect(page.getByRole('button', { name: t.invoice })).toBeVisible()
}
