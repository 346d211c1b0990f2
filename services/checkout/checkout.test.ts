import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { openCheckout, sessionForm } from './checkout.fixture.ts'
import { testCards } from './methods.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

let checkout: Awaited<ReturnType<typeof openCheckout>>
beforeEach(async () => {
  checkout = await openCheckout(opened.db)
})
afterEach(() => checkout.idle())

const keyed = (key: string) => ({ 'idempotency-key': key })

test('without the key there is nothing to see', async () => {
  const { status, body } = await checkout.call('GET', '/disputes', {}, { authorization: 'Bearer sk_test_2' })
  expect([status, body.error?.['type']]).toEqual([401, 'invalid_request_error'])
})

test.each([
  ['an unknown parameter', { payment_method_types: 'card' }, 'parameter_unknown', 'payment_method_types'],
  ['an unknown one deeper down', { 'line_items[0][tax]': '1' }, 'parameter_unknown', 'line_items[0][tax]'],
  ['one of another prototype', { '__proto__[x]': '1' }, 'parameter_unknown', '__proto__'],
  [
    'another currency',
    { 'line_items[0][price_data][currency]': 'usd' },
    undefined,
    'line_items[0][price_data][currency]',
  ],
  ['too little money', { 'line_items[0][price_data][unit_amount]': '49' }, 'amount_too_small', 'amount'],
  ['no customer', { customer: 'cus_none' }, 'resource_missing', 'customer'],
] as const)('%s is refused by name', async (_, change, code, param) => {
  const customer = await checkout.call('POST', '/customers', {})
  const form = { ...sessionForm(String(customer.body['id'])), ...change }
  const { status, body } = await checkout.call('POST', '/checkout/sessions', form)
  expect([status, body.error?.['code'], body.error?.['param']]).toEqual([400, code, param])
})

test('a key gives the same answer, and takes no other request', async () => {
  const form = { email: 'mia@example.org' }
  const first = await checkout.call('POST', '/customers', form, keyed('a'))
  const again = await checkout.call('POST', '/customers', form, keyed('a'))
  expect(again).toEqual({ ...first, isReplayed: true })
  const other = await checkout.call('POST', '/customers', { email: 'tom@example.org' }, keyed('a'))
  expect([other.status, other.body.error?.['type']]).toEqual([400, 'idempotency_error'])
  expect((await checkout.call('POST', '/customers', form, keyed('b'))).body['id']).not.toBe(first.body['id'])
})

test('twenty requests with one key at once make one object', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => checkout.call('POST', '/customers', { name: 'Mia' }, keyed('a'))),
  )
  expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
})

test('a request that was refused leaves its key free', async () => {
  const wrong = await checkout.call('POST', '/customers', { mail: 'x' }, keyed('a'))
  expect(wrong.status).toBe(400)
  expect((await checkout.call('POST', '/customers', { name: 'Mia' }, keyed('a'))).status).toBe(200)
})

test('ten buyers press the button of one page at once: one charge', async () => {
  const id = await checkout.session()
  const form = { do: 'card', test: 'pays' }
  await Promise.all(Array.from({ length: 10 }, () => checkout.page(id, form)))
  await checkout.idle()
  const completed = (await checkout.events.all()).filter(({ type }) => type === 'checkout.session.completed')
  expect(completed).toHaveLength(1)
  const charges = await opened.db
    .selectFrom('checkoutObject')
    .select('id')
    .where('kind', '=', 'charge')
    .execute()
  expect(charges).toHaveLength(1)
})

test('a message that is not taken is sent again, later each time, until it is', async () => {
  const id = await checkout.session()
  await checkout.idle()
  checkout.webhook.failures = 2
  await checkout.call('POST', `/checkout/sessions/${id}/expire`)
  await checkout.idle()
  expect(checkout.sent).toHaveLength(1)
  await checkout.runDue()
  expect(checkout.sent).toHaveLength(1)
  checkout.wait(2000)
  await checkout.runDue()
  expect(checkout.sent).toHaveLength(2)
  checkout.wait(2000)
  await checkout.runDue()
  expect(checkout.sent).toHaveLength(2)
  checkout.wait(2000)
  await checkout.runDue()
  expect(new Set(checkout.sent.map((each) => each.id)).size).toBe(1)
  expect(checkout.sent).toHaveLength(3)
  checkout.wait(24 * 60 * 60_000)
  await checkout.runDue()
  expect(checkout.sent).toHaveLength(3)
})

test('a message can be sent twice, late, and in another order', async () => {
  await checkout.page(await checkout.session(), { do: 'card', test: 'pays' })
  await checkout.idle()
  checkout.wait(60_000)
  for (const event of (await checkout.events.all()).toReversed()) await checkout.events.deliver(event)
  expect(checkout.sent).toHaveLength(4)
  expect(new Set(checkout.sent.map((each) => each.id)).size).toBe(2)
  expect(checkout.sent.at(-1)?.signature).not.toBe(checkout.sent[0]?.signature)
})

test('what only the service knows stays there', async () => {
  const id = await checkout.session()
  await checkout.page(id, { do: 'card', test: 'pays' })
  await checkout.idle()
  const expand = { 'expand[0]': 'payment_intent.payment_method', 'expand[1]': 'payment_intent.latest_charge' }
  const { body } = await checkout.call('GET', `/checkout/sessions/${id}`, expand)
  for (const text of [JSON.stringify(body), ...checkout.sent.map((each) => each.body)]) {
    expect(text).not.toContain(testCards.pays.number)
    expect(text).not.toContain('"own"')
  }
  expect(body['payment_intent']).toMatchObject({
    latest_charge: { object: 'charge' },
    payment_method: { type: 'card' },
  })
})
