import { expect, test } from 'vitest'
import { createNonceRetry } from './nonce-retry.ts'

const url = 'https://halle9.example/api/me'

/** A server that wants proofs with one of its nonces, and a browser that signs what it is told. */
function world(valid: string[]) {
  const received: { dpop: string | null; text: string; key: string | null }[] = []
  const state = { valid, received, challenge: 'use_dpop_nonce', offer: true }
  const authorise = () => ({ authorization: 'DPoP t', dpop: `proof ${retry.nonce()}` })
  const retry = createNonceRetry({
    authorise,
    fetch: async (request) => {
      const dpop = request.headers.get('dpop')
      received.push({ dpop, text: await request.text(), key: request.headers.get('idempotency-key') })
      if (dpop === `proof ${state.valid[0]}`) return new Response('done')
      const headers = new Headers({ 'www-authenticate': `DPoP error="${state.challenge}"` })
      if (state.offer) headers.set('dpop-nonce', state.valid.length > 1 ? 'other' : (state.valid[0] ?? ''))
      return new Response(null, { status: 401, headers })
    },
  })
  const send = (body: string) =>
    retry.fetch(
      new Request(url, { method: 'POST', body, headers: { ...authorise(), 'idempotency-key': 'k' } }),
    )
  return { ...state, state, send }
}

test('the refused request is sent once more with the nonce, the next one has it at once', async () => {
  const { send, received, state } = world(['a'])
  expect(await (await send('one')).text()).toBe('done')
  expect(await (await send('two')).text()).toBe('done')
  expect(received).toEqual([
    { dpop: 'proof undefined', text: 'one', key: 'k' },
    { dpop: 'proof a', text: 'one', key: 'k' },
    { dpop: 'proof a', text: 'two', key: 'k' },
  ])
  state.valid = ['b']
  expect((await send('three')).status).toBe(200)
  expect(received.slice(3).map(({ dpop }) => dpop)).toEqual(['proof a', 'proof b'])
})

test('a server that refuses its own nonce is asked twice, not for ever', async () => {
  const { send, received } = world(['a', 'never given'])
  expect((await send('one')).status).toBe(401)
  expect(received).toHaveLength(2)
})

test.each([
  ['another refusal', { challenge: 'invalid_dpop_proof' }],
  ['no nonce', { offer: false }],
])('%s is not repeated', async (_, change) => {
  const { send, received, state } = world(['a'])
  Object.assign(state, change)
  expect((await send('one')).status).toBe(401)
  expect(received).toHaveLength(1)
})
