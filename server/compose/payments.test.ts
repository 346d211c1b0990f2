import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStripeDouble } from '../../doubles/stripe/double.ts'
import type { Message } from '../../doubles/stripe/ledger.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { behindPrefix } from '../../platform/http/behind-prefix.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createHttpServer, listen } from '../../platform/http/serve.ts'
import { createUpstreams } from '../../platform/http/upstreams.ts'
import { createLog } from '../../platform/log.ts'
import { closeEvents, keepEvent, openEvents } from '../../services/backend/payments/events.store.ts'
import { checkoutOf } from '../../services/backend/payments/payments.fixture.ts'
import type { ProviderEvent } from '../../services/backend/payments/provider.ts'
import { composePayments } from './payments.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

function compose(environment: Record<string, string> = {}) {
  const received: ProviderEvent[] = []
  const part = composePayments(
    {
      config: readConfig(environment),
      db: opened.db,
      clock,
      log: createLog('silent'),
      secret: Buffer.alloc(32),
      upstreams: createUpstreams(),
      metrics: createMetrics(),
    },
    { siteName: 'Halle 9' },
    { stylesheetHref: () => '', received: (event) => void received.push(event) },
  )
  return { ...part, received }
}

const production = { NODE_ENV: 'production', SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail' }
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

test('production without a key has no provider and no address of one', () => {
  const { provider, mounts, pageOrigin, startJobs } = compose(production)
  expect([provider, mounts, pageOrigin, startJobs()]).toEqual([null, {}, null, []])
})

test('with a key there is no test payment, and pages may lead to Stripe', () => {
  for (const environment of [stripe, { ...production, ...stripe }]) {
    const { provider, mounts, pageOrigin } = compose(environment)
    expect(provider).not.toBeNull()
    expect([Object.keys(mounts), pageOrigin]).toEqual([['/webhooks/stripe'], 'https://checkout.stripe.com'])
  }
  const double = { ...stripe, STRIPE_API_URL: 'http://127.0.0.1:4242' }
  expect(compose(double).pageOrigin).toBe('http://127.0.0.1:4242')
})

test('a process that does not serve the backend answers no address', () => {
  const environment = { SERVE: 'site', DATABASE_URL: 'postgres://127.0.0.1/x' }
  expect(compose(environment).mounts).toEqual({})
})

test('a test payment runs from the page to the stored message, each once', async () => {
  const { provider, mounts, received, close } = compose()
  const { ref, url } = (await provider?.checkout(checkoutOf(), 'checkout-1')) ?? { ref: '', url: '' }
  expect(url).toBe(`http://localhost:3000/pay/${ref}`)
  const pages = behindPrefix('/pay', mounts['/pay'] ?? fetch)
  expect(await (await pages(new Request(url))).text()).toContain('Testzahlung')
  const form = new URLSearchParams({ do: 'card', test: 'pays' })
  const paid = await pages(new Request(url, { method: 'POST', body: form }))
  expect([paid.status, paid.headers.get('location')]).toEqual([303, checkoutOf().successUrl])
  await close()
  expect(received.map(({ type }) => type).toSorted()).toEqual([
    'checkout.session.completed',
    'payment_intent.succeeded',
  ])
  expect(await openEvents(opened.db, 10)).toHaveLength(2)
  for (const event of received) expect(await keepEvent(opened.db, event, clock())).toBe(false)
  await closeEvents(opened.db, received, clock())
  expect(await openEvents(opened.db, 10)).toEqual([])
  expect(await provider?.observe(ref)).toMatchObject({ state: 'paid', payment: 7 })
})

test('an account elsewhere is reached over a socket, and its messages come to the webhook', async () => {
  const messages: Message[] = []
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
  const double = createStripeDouble({ ...keys, clock, origin: '', send: (one) => void messages.push(one) })
  const { port, close } = await listen(createHttpServer(), {
    middlewares: [],
    fetch: double.fetch,
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  const { provider, mounts, received } = compose({ ...stripe, STRIPE_API_URL: `http://127.0.0.1:${port}` })
  const { ref } = (await provider?.checkout(checkoutOf(), 'checkout-1')) ?? { ref: '' }
  double.buyer.pay(ref, { card: '4242424242424242' })
  expect(await provider?.observe(ref)).toMatchObject({ state: 'paid', payment: 7 })
  const take = (body: string, signature: string) =>
    mounts['/webhooks/stripe']?.(
      new Request('http://webhooks/', { method: 'POST', headers: { 'stripe-signature': signature }, body }),
    )
  for (const { body, signature } of [...messages, ...messages.toReversed()])
    expect((await take(body, signature))?.status).toBe(200)
  expect((await take('{}', messages[0]?.signature ?? ''))?.status).toBe(401)
  expect(received.map(({ id }) => id)).toEqual(messages.map(({ id }) => id))
  await close(0)
})
