import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createStripeDouble } from './double.ts'

const now = new Date('2026-12-01T10:00:00Z')
const secretKey = 'sk_test_1'
const webhookSecret = 'whsec_1'

/** The real library over the double. */
function open(key = secretKey) {
  const double = createStripeDouble({
    clock: () => now,
    secretKey,
    webhookSecret,
    origin: 'http://stripe.example',
  })
  const fetch = (url: RequestInfo | URL, init?: RequestInit) => double.fetch(new Request(url, init))
  const stripe = new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return { double, stripe }
}

async function begin(change: object = {}) {
  const { double, stripe } = open()
  const { id: customer } = await stripe.customers.create({ name: 'Mia' })
  const parameters = { ...sessionOf(customer), ...change }
  return { double, stripe, customer, parameters }
}

function sessionOf(customer: string): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    customer,
    line_items: [
      { quantity: 1, price_data: { currency: 'eur', unit_amount: 3900, product_data: { name: 'Plus' } } },
    ],
    success_url: 'https://werkbank.example/',
    cancel_url: 'https://werkbank.example/',
  }
}

test.each([
  ['a parameter that this version lost', { payment_method_types: ['card'] }, 'parameter_unknown'],
  ['nothing to pay for', { line_items: [] }, 'parameter_missing'],
  ['an empty text', { client_reference_id: '' }, 'parameter_invalid_empty'],
  ['no customer', { customer: 'cus_none' }, 'resource_missing'],
  ['an address without host', { success_url: '/' }, 'url_invalid'],
] as const)('%s is 400', async (_, change, code) => {
  const { stripe, parameters } = await begin(change)
  await expect(stripe.checkout.sessions.create(parameters)).rejects.toMatchObject({ statusCode: 400, code })
})

test('less than 50 cents is refused', async () => {
  const { stripe, parameters } = await begin()
  const [line] = parameters.line_items ?? []
  const small = { ...line, price_data: { ...line?.price_data, unit_amount: 49 } }
  await expect(
    stripe.checkout.sessions.create({ ...parameters, line_items: [small] } as typeof parameters),
  ).rejects.toMatchObject({ code: 'amount_too_small' })
})

test('an unknown key is 401, another version and an unknown address are refused', async () => {
  const { stripe } = open('sk_test_2')
  await expect(stripe.customers.create({})).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
  const { double, stripe: known } = open()
  await expect(known.balance.retrieve()).rejects.toMatchObject({ statusCode: 404 })
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': '2020-08-27' }
  const old = await double.fetch(new Request('http://stripe.example/v1/disputes', { headers }))
  expect(old.status).toBe(400)
})

test('a key is bound to its parameters', async () => {
  const { stripe } = await begin()
  const idempotencyKey = 'a'
  const { id } = await stripe.customers.create({ name: 'Mia' }, { idempotencyKey })
  expect((await stripe.customers.create({ name: 'Mia' }, { idempotencyKey })).id).toBe(id)
  await expect(stripe.customers.create({ name: 'Tom' }, { idempotencyKey })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
})

test('a session that is complete cannot be closed', async () => {
  const { double, stripe, parameters } = await begin()
  const { id } = await stripe.checkout.sessions.create(parameters)
  double.buyer.pay(id, { card: '4242424242424242' })
  await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
  })
})

test('a charge with nobody there says that it may not lead the buyer away', async () => {
  const { double, stripe, customer, parameters } = await begin()
  const { id } = await stripe.checkout.sessions.create(parameters)
  double.buyer.pay(id, { card: '4242424242424242' })
  const method = [...double.rows.values()].find(({ object }) => object === 'payment_method')
  const charge = {
    amount: 3900,
    currency: 'eur',
    customer,
    payment_method: method?.id ?? '',
    confirm: true,
    off_session: true,
  }
  await expect(stripe.paymentIntents.create(charge)).rejects.toThrow('return_url')
})

test('a dispute that is won gives the money back', async () => {
  const { double, stripe, parameters } = await begin()
  const { id } = await stripe.checkout.sessions.create(parameters)
  double.buyer.pay(id, { card: '4242424242424242' })
  const dispute = double.bank.dispute(id)
  double.bank.decide(dispute, 'won')
  expect((await stripe.disputes.list()).data).toMatchObject([{ status: 'won', amount: 3900 }])
  expect(double.messages.map(({ type }) => type).slice(-2)).toEqual([
    'charge.dispute.created',
    'charge.dispute.closed',
  ])
})

test('its messages pass the library’s own check', async () => {
  const { double, stripe, parameters } = await begin()
  const { id } = await stripe.checkout.sessions.create(parameters)
  double.buyer.pay(id, { card: '4242424242424242' })
  for (const { body, signature } of double.messages) {
    const event = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      webhookSecret,
      300,
      undefined,
      now.getTime(),
    )
    expect(event.livemode).toBe(false)
  }
  expect(double.messages).toHaveLength(3)
})

test('its page pays, declines, or begins a debit, and leads back', async () => {
  const { double, stripe, parameters } = await begin()
  const { url } = await stripe.checkout.sessions.create(parameters)
  const page = () => double.fetch(new Request(url ?? ''))
  expect(await (await page()).text()).toContain('>Pay</button>')
  const press = (card: string, at = url, name = 'card') =>
    double.fetch(new Request(at ?? '', { method: 'POST', body: new URLSearchParams({ [name]: card }) }))
  await press('4000000000009995')
  expect(await (await page()).text()).toContain('>Pay</button>')
  expect((await press('4242424242424242')).headers.get('location')).toBe('https://werkbank.example/')
  expect(await (await page()).text()).toContain('expired')
  const other = await stripe.checkout.sessions.create(parameters)
  await press('DE89370400440532013000', other.url, 'iban')
  expect(await stripe.checkout.sessions.retrieve(other.id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  })
})
