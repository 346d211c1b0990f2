import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { systemClock as clock } from '../../platform/clock.ts'
import { checkoutOf } from '../../services/backend/payments/payments.fixture.ts'
import { createStripe } from '../../services/backend/payments/stripe.ts'
import { freePort } from '../../tests/free-port.fixture.ts'
import { serveStripeDouble, stripeDoubleUsage } from './stripe-double.ts'

test('the account takes a payment on its page and sends signed messages', async () => {
  const taken: { signature: string; body: string }[] = []
  const webhook = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      taken.push({ body, signature: String(request.headers['stripe-signature']) })
      response.end()
    })
  })
  await new Promise<void>((resolve) => void webhook.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`
  const port = await freePort()
  const { url, secretKey, webhookSecret, greeting, close } = await serveStripeDouble(
    ['--port', String(port), '--webhook', address],
    clock,
  )
  expect(greeting).toContain(`STRIPE_API_URL=${url} STRIPE_SECRET_KEY=${secretKey}`)
  const provider = createStripe({
    apiUrl: url,
    secretKey,
    webhookSecret,
    fetch,
    installation: async () => 'here',
    clock,
    random: () => 0,
  })
  const opened = await provider.checkout(checkoutOf(), 'checkout-1')
  const form = new URLSearchParams({ card: '4242424242424242' })
  const paid = await fetch(opened.url, { method: 'POST', body: form, redirect: 'manual' })
  expect(paid.headers.get('location')).toBe(checkoutOf().successUrl)
  expect(await provider.observe(opened.ref)).toMatchObject({ state: 'paid' })
  await expect.poll(() => taken.length).toBe(3)
  for (const { body, signature } of taken)
    expect(await provider.verify(body, signature)).toMatchObject({ id: expect.stringMatching(/^evt_/) })
  await close(0)
  webhook.close()
})

test.each([[['--what', '1']], [['--port', 'x']], [['--port']], [['--webhook', 'nowhere']]])(
  '%j is refused with the usage',
  async (args) => {
    await expect(serveStripeDouble(args, clock)).rejects.toThrow(stripeDoubleUsage)
  },
)
