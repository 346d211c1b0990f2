import { expect, test } from 'vitest'
import { createStripeDouble } from '../../../doubles/stripe/double.ts'
import { checkoutOf } from './payments.fixture.ts'
import { createStripe } from './stripe.ts'

const now = new Date('2026-12-01T10:00:00Z')
const clock = () => now

function open(change: Partial<Parameters<typeof createStripe>[0]> = {}) {
  const webhookSecret = 'whsec_1'
  const double = createStripeDouble({
    clock,
    secretKey: 'sk_test_1',
    webhookSecret,
    origin: 'http://stripe.example',
  })
  const provider = createStripe({
    apiUrl: 'https://api.stripe.com',
    secretKey: 'sk_test_1',
    webhookSecret,
    fetch: double.fetch,
    installation: async () => 'here',
    clock,
    random: () => 0,
    ...change,
  })
  return { double, provider }
}

test('a wrong key makes the provider unavailable, and the error does not show it', async () => {
  const { provider } = open({ secretKey: 'sk_test_wrongOne' })
  const error: unknown = await provider.checkout(checkoutOf(), 'a').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'upstreamUnavailable',
    cause: { message: expect.stringContaining('401') },
  })
  expect(JSON.stringify([error, (error as Error).cause, String((error as Error).cause)])).not.toContain(
    'wrongOne',
  )
})

test.each([
  ['sk_test_1', true],
  ['sk_live_1', false],
  ['rk_live_1', false],
])('a message of the other mode than the key %s is refused', async (secretKey, livemode) => {
  const { double, provider } = open({ secretKey })
  const about = { id: 'pi_1', object: 'payment_intent' }
  const wrong = double.emit('payment_intent.succeeded', about, livemode)
  await expect(provider.verify(wrong.body, wrong.signature)).rejects.toMatchObject({ code: 'unauthorized' })
  const right = double.emit('payment_intent.succeeded', about, !livemode)
  expect(await provider.verify(right.body, right.signature)).toEqual({
    id: right.id,
    type: 'payment_intent.succeeded',
    ref: 'pi_1',
  })
})

test('a message about neither session nor payment has no reference', async () => {
  const { double, provider } = open()
  const { body, signature } = double.emit('customer.created', { id: 'cus_1', object: 'customer' })
  expect(await provider.verify(body, signature)).toMatchObject({ type: 'customer.created', ref: null })
})

test('a signed text that is no message is refused', async () => {
  const { double, provider } = open()
  for (const body of ['x', 'null', '7', '{}', '{"livemode":false}', '{"id":1,"livemode":false}'])
    await expect(provider.verify(body, double.sign(body))).rejects.toMatchObject({ code: 'unauthorized' })
})

test('a dispute that is won gives the money back', async () => {
  const { double, provider } = open()
  const { ref } = await provider.checkout(checkoutOf(), 'a')
  double.buyer.pay(ref, { card: '4242424242424242' })
  const question = double.bank.dispute(ref, 'warning_needs_response')
  expect(await provider.observe(ref)).toMatchObject({ disputedCents: 0 })
  question['status'] = 'needs_response'
  expect(await provider.observe(ref)).toMatchObject({ disputedCents: 3900 })
  double.bank.decide(question, 'won')
  expect(await provider.observe(ref)).toMatchObject({ state: 'paid', disputedCents: 0 })
})

test('a redirect is not followed: it would take the key along', async () => {
  const { provider } = open({
    fetch: async (request) => {
      expect(request.redirect).toBe('manual')
      return new Response(null, { status: 307, headers: { location: 'https://elsewhere.example' } })
    },
  })
  await expect(provider.observe('cs_test_1')).rejects.toMatchObject({ code: 'upstreamUnavailable' })
})

test('a refused limit pauses the calls', async () => {
  const { double, provider } = open()
  const { ref } = await provider.checkout(checkoutOf(), 'a')
  double.faults.mode = 'limited'
  const before = double.requests.length
  for (let each = 0; each < 5; each++)
    await expect(provider.observe(ref)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  expect(double.requests).toHaveLength(before + 1)
})

test('the library is loaded at the first payment', async () => {
  const source = await import('node:fs').then(({ readFileSync }) =>
    ['stripe', 'stripe-events', 'stripe-failures', 'stripe-objects'].map((name) =>
      readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'),
    ),
  )
  for (const text of source) expect(text).not.toMatch(/^import (?!type)[^\n]* from 'stripe'/m)
})
