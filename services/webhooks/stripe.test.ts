import { expect, test } from 'vitest'
import { Problem } from '../../contracts/problem.ts'
import { createLog } from '../../platform/log.ts'
import { createStripeWebhook } from './stripe.ts'

function open() {
  const received: string[] = []
  const fetch = createStripeWebhook({
    verify: async (raw, signature) => {
      if (signature !== `signed ${raw}`) throw new Problem('unauthorized')
      return raw
    },
    received: async (event) => {
      if (event === 'lost') throw new Problem('databaseUnavailable')
      received.push(event)
    },
    log: createLog('silent'),
  })
  const send = async (body: string | null, signature: string, { method = 'POST', path = '/' } = {}) => {
    const init = { method, headers: { 'stripe-signature': signature }, ...(body !== null && { body }) }
    return (await fetch(new Request(`http://webhooks${path}`, init))).status
  }
  return { send, received }
}

test('a signed message is kept as it came, and 200', async () => {
  const { send, received } = open()
  const body = '{"type":"what.nobody.knows","ä":1}'
  expect(await send(body, `signed ${body}`)).toBe(200)
  expect(received).toEqual([body])
})

test('a message that is not signed, or otherwise, is refused', async () => {
  const { send, received } = open()
  for (const signature of ['', 'signed', 'signed {}x']) expect(await send('{}', signature)).toBe(401)
  expect(received).toEqual([])
})

test('a message that could not be kept is refused, so that it comes again', async () => {
  expect(await open().send('lost', 'signed lost')).toBe(503)
})

test('more than 256 kB, other methods and other addresses are refused', async () => {
  const { send, received } = open()
  const long = 'x'.repeat(256 * 1024 + 1)
  expect(await send(long, `signed ${long}`)).toBe(413)
  expect(await send(null, '', { method: 'GET' })).toBe(405)
  expect(await send('{}', 'signed {}', { path: '/more' })).toBe(404)
  expect(received).toEqual([])
})
