import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createStoryblokWebhook } from './storyblok.ts'

const secret = 'space-secret'
const message = JSON.stringify({ action: 'published', space_id: 1, story_id: 2, full_slug: 'maschinen' })
const sign = (body: string, key = secret) => createHmac('sha1', key).update(body).digest('hex')

function receiver(given: string | null = secret) {
  let refreshed = 0
  const fetch = createStoryblokWebhook({
    secret: given,
    refresh: () => {
      refreshed += 1
      return Promise.resolve()
    },
    log: createLog('silent'),
  })
  const send = async (body: string, signature: string | null, method = 'POST') =>
    fetch(
      new Request('http://site.example/', {
        method,
        headers: signature === null ? {} : { 'webhook-signature': signature },
        ...(method !== 'GET' && { body }),
      }),
    )
  return { send, refreshed: () => refreshed }
}

test('a signed message refreshes the content', async () => {
  const { send, refreshed } = receiver()
  const answer = await send(message, sign(message))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(refreshed()).toBe(1)
})

test('the signature is over the raw bytes, whatever they say', async () => {
  const { send, refreshed } = receiver()
  expect((await send('not json, ä', sign('not json, ä'))).status).toBe(200)
  expect((await send(message, sign(message).toUpperCase())).status).toBe(200)
  expect(refreshed()).toBe(2)
})

test.each([
  ['none', message, null],
  ['an empty one', message, ''],
  ['one with another secret', message, sign(message, 'guessed')],
  ['one of another message', message, sign('{}')],
  ['one of a changed message', `${message} `, sign(message)],
  ['half of one', message, sign(message).slice(0, 20)],
  ['other letters of its length', message, 'z'.repeat(40)],
])('signature: %s is refused and does nothing', async (_, body, signature) => {
  const { send, refreshed } = receiver()
  const answer = await send(body, signature)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(refreshed()).toBe(0)
})

test('more than 256 kB is refused before it is judged', async () => {
  const { send, refreshed } = receiver()
  const long = 'x'.repeat(256 * 1024 + 1)
  expect((await send(long, sign(long))).status).toBe(413)
  expect(refreshed()).toBe(0)
})

test('it can only be sent to, and is not there without a secret', async () => {
  expect((await receiver().send(message, sign(message), 'PUT')).status).toBe(405)
  expect((await receiver().send('', null, 'GET')).status).toBe(405)
  expect((await receiver(null).send(message, sign(message))).status).toBe(404)
})
