import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { serveFabmanDouble } from '../server/commands/fabman-double.ts'
import { serveStripeDouble } from '../server/commands/stripe-double.ts'
import { bookEvening, expect, test } from './fixtures.ts'
import { freePort, startProduct } from './server.ts'
import { agree, fillContact, go, stepTexts, title } from './sign-up-steps.ts'

const t = stepTexts.de

test.use({ viewport: { width: 360, height: 740 } })

test('a visitor becomes a member of a Fabman account, pays at Stripe, and books', async ({ page }) => {
  test.setTimeout(360_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-sign-up-'))
  const port = await freePort()
  const fabman = await serveFabmanDouble(['--port', '0', '--per-second', '1000'], systemClock)
  const stripe = await serveStripeDouble(
    ['--port', String(await freePort()), '--webhook', `http://localhost:${port}/webhooks/stripe`],
    systemClock,
  )
  const product = await startProduct(dataDir, port, {
    FABMAN_URL: fabman.url,
    FABMAN_API_KEY: fabman.key,
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  })
  const email = `frida-${crypto.randomUUID()}@example.org`
  try {
    await page.goto(`${product.url}${t.start}`)
    await page.locator('.choice', { has: page.getByText(t.plus, { exact: true }) }).click()
    await page.locator('#start-email').fill(email)
    await page.locator('#start-password').fill('ein langer neuer Satz')
    await go(page, t.toContact)
    await fillContact(page, t)
    await go(page, t.later)
    await agree(page, t)
    await go(page, t.order)

    await expect(title(page)).toHaveText('Stripe double')
    await page.getByRole('button', { name: 'declined' }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(title(page)).toHaveText(t.welcome, { timeout: 30_000 })

    const mails = await page.request.get(`${product.url}/dev/mail?to=${encodeURIComponent(email)}`, {
      headers: { accept: 'application/json' },
    })
    const texts = ((await mails.json()) as { text: string }[]).map(({ text }) => text)
    const link = texts.map((text) => /http\S+\?ticket=\S+/.exec(text)?.[0]).find(Boolean)
    await page.goto(link ?? '')
    await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
    await expect(page).toHaveURL(/\/me\/profil$/)
    await expect(title(page)).toContainText('Frida')
    await bookEvening(page, `${product.url}/booking`, 6, 2)

    await page.goto(`${product.url}/me/packages`)
    await expect(page.getByRole('article').filter({ hasText: t.plus })).toBeVisible()
    await page.goto(`${product.url}/me/invoices`)
    await expect(page.getByRole('button', { name: /^PDF von / })).toBeVisible()
  } finally {
    await product.stop('SIGTERM')
    await stripe.close()
    await fabman.close()
    await rm(dataDir, { recursive: true })
  }
})
