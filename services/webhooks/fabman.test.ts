import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createFabmanWebhook } from './fabman.ts'

const secret = 'a-secret-of-this-account'

function open(given: string | null = secret) {
  const received: string[] = []
  const fetch = createFabmanWebhook({
    secret: given,
    received: ({ id, type }) => void received.push(`${type} ${id}`),
    log: createLog('silent'),
  })
  const send = (path: string, body: string | null, method = 'POST') =>
    fetch(new Request(`http://webhooks${path}`, { method, ...(body !== null && { body }) }))
  return { received, send }
}

const message = (id: string, type = 'booking_created') =>
  `{"id":${id},"type":"${type}","createdAt":"2026-12-01T08:00:00.000Z","details":{}}`

test('a message at the secret address is taken, and once however often it comes', async () => {
  const { received, send } = open()
  for (let each = 0; each < 3; each++) expect((await send(`/${secret}`, message('7'))).status).toBe(200)
  expect(received).toEqual(['booking_created 7'])
})

test('ids that a number would make equal are different messages', async () => {
  const { received, send } = open()
  await send(`/${secret}`, message('9007199254740992'))
  await send(`/${secret}`, message('9007199254740993'))
  expect(received).toEqual(['booking_created 9007199254740992', 'booking_created 9007199254740993'])
})

test.each(['/', '/a-secret-of-this-accoun', `/${secret}x`, `/${secret}/`, '/x', `/${secret}/x`])(
  '%s is 404 and tells nothing, whatever is sent',
  async (path) => {
    const { received, send } = open()
    for (const method of ['POST', 'GET', 'PUT']) {
      expect((await send(path, method === 'GET' ? null : message('7'), method)).status).toBe(404)
    }
    expect(received).toEqual([])
  },
)

test('a message is taken whatever its details are: Fabman would end the webhook for what is refused', async () => {
  const { received, send } = open()
  for (const [index, details] of ['[]', '[{"booking":1}]', '7', '"x"', 'null'].entries()) {
    const text = `{"id":${index},"type":"invoice_created","details":${details}}`
    expect([details, (await send(`/${secret}`, text)).status]).toEqual([details, 200])
  }
  expect(received).toHaveLength(5)
})

test('without a secret there is no address', async () => {
  const { send } = open(null)
  expect((await send('/', message('7'))).status).toBe(404)
  expect((await send('/null', message('7'))).status).toBe(404)
})

test('other methods are 405, what is no message 400, and too much 413', async () => {
  const { received, send } = open()
  expect((await send(`/${secret}`, null, 'GET')).status).toBe(405)
  for (const body of ['', 'x', '{}', '[]', 'null', '{"id":"x","type":"a"}', message('1.5'), message('-7')]) {
    expect([body, (await send(`/${secret}`, body)).status]).toEqual([body, 400])
  }
  expect((await send(`/${secret}`, message('7', 'x'.repeat(300_000)))).status).toBe(413)
  expect(received).toEqual([])
})

test('a message that breaks off shows no part of the address in the log', async () => {
  const lines: string[] = []
  const fetch = createFabmanWebhook({
    secret,
    received: () => {},
    log: createLog('trace', { write: (line) => lines.push(line) }),
  })
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('broken off')) })
  const init = { method: 'POST', body, duplex: 'half' as const }
  expect((await fetch(new Request(`http://webhooks/${secret}`, init))).status).toBe(500)
  expect(lines.join()).toContain('broken off')
  expect(lines.join()).not.toContain(secret)
})
