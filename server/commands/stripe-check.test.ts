import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { eventTypes } from '../../services/backend/payments/stripe-events.ts'
import { stripeAnswers } from './stripe-check.ts'

afterEach(() => vi.restoreAllMocks())

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const production = { NODE_ENV: 'production', SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail' }
const endpoint = {
  url: 'http://localhost:3000/webhooks/stripe',
  status: 'enabled',
  enabled_events: [...eventTypes],
}

function check(environment: Record<string, string>, response?: Response): Promise<string> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!response) throw new TypeError('fetch failed')
    return response
  })
  return stripeAnswers(readConfig(environment))
}

test('without a key it says what is instead', async () => {
  expect(await check({})).toContain('test payments')
  expect(await check(production)).toContain('transfer or invoice')
})

test.each([
  ['all messages by name', [endpoint]],
  ['all messages', [{ ...endpoint, enabled_events: ['*'], api_version: null }]],
  ['others beside it', [{ ...endpoint, url: 'https://shop.example/' }, endpoint]],
])('an endpoint with %s is right', async (_, data) => {
  expect(await check(keys, Response.json({ data }))).toMatch(/^test key.*\(API version of the account\)$/)
})

test('the API version of the messages is told', async () => {
  const data = [{ ...endpoint, api_version: '2026-10-28.endive' }]
  expect(await check(keys, Response.json({ data }))).toContain('(API version 2026-10-28.endive)')
})

test.each([
  ['no answer', undefined, 'does not answer'],
  ['a wrong key', new Response(null, { status: 401 }), 'STRIPE_SECRET_KEY'],
  ['a key that may not look', new Response(null, { status: 403 }), 'restricted key'],
  ['a fault', new Response(null, { status: 500 }), '500'],
  ['no endpoint', Response.json({ data: [] }), 'charge.dispute.created'],
  ['one that is switched off', Response.json({ data: [{ ...endpoint, status: 'disabled' }] }), 'no enabled'],
  [
    'one without disputes',
    Response.json({
      data: [{ ...endpoint, enabled_events: eventTypes.filter((each) => !each.includes('dispute')) }],
    }),
    'lacks: charge.dispute.created, charge.dispute.closed',
  ],
] as const)('%s is told', async (_, response, text) => {
  await expect(check(keys, response)).rejects.toThrow(text)
})

test('a live key outside production is told before Stripe is asked', async () => {
  await expect(check({ ...keys, STRIPE_SECRET_KEY: 'sk_live_1' })).rejects.toThrow('live key')
  expect(fetch).not.toHaveBeenCalled()
})

test('production with a test key is told before Stripe is asked', async () => {
  await expect(check({ ...production, ...keys })).rejects.toThrow('test key')
  expect(fetch).not.toHaveBeenCalled()
})
