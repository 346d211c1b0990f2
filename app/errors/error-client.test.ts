import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createErrorClient } from './error-client.ts'

let server: Server
let port: number
/** Requests that the server of reports received, with their bodies. */
let received: { url: string; headers: object; body: string }[]
let answer: () => number | null

beforeEach(async () => {
  received = []
  answer = () => 200
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body })
      const status = answer()
      if (status === null) request.socket.destroy()
      else response.writeHead(status, { connection: 'close' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function clientAt(project: string) {
  return createErrorClient({
    dsn: `http://key@127.0.0.1:${port}/${project}`,
    environment: 'test',
    release: 'b1',
  })
}

const arrived = (count: number) => expect.poll(() => received.length).toBe(count)

test('a report has the error and the path, and no address has a query or a fragment', async () => {
  const error = new TypeError('https://halle9.example/auth?code=CANARY#CANARY is broken')
  error.stack = `${error}\n    at read (https://halle9.example/auth?state=CANARY:3:7)`
  clientAt('7')(error, '/calendars/members/1/CANARY')
  await arrived(1)
  const [{ body, headers } = { body: '', headers: {} }] = received
  const [, , text = ''] = body.split('\n')
  const event = JSON.parse(text)
  expect(event).toMatchObject({
    release: 'b1',
    environment: 'test',
    tags: { path: '/calendars/members/1/…' },
    sdk: { settings: { infer_ip: 'never' } },
  })
  const [value] = event.exception.values
  expect(value).toMatchObject({ type: 'TypeError', value: 'https://halle9.example/auth is broken' })
  expect(value.stacktrace.frames[0]).toMatchObject({
    filename: 'https://halle9.example/auth',
    function: 'read',
  })
  for (const part of ['request', 'user', 'breadcrumbs', 'extra']) expect(event).not.toHaveProperty(part)
  expect(body + JSON.stringify(headers)).not.toContain('CANARY')
})

test.each([
  ['7', '/api/7/envelope/'],
  ['errors/of/7', '/errors/of/api/7/envelope/'],
])('the project %s receives at %s', async (project, path) => {
  clientAt(project)(new Error('broken'), '/')
  await arrived(1)
  expect(received[0]?.url.split('?')[0]).toBe(path)
})

test.each([null, 403, 500])('a receiver that answers %s disturbs nobody', async (status) => {
  answer = () => status
  const unhandled: unknown[] = []
  const listen = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', listen)
  const send = clientAt('7')
  send(new Error('broken'), '/')
  await arrived(1)
  answer = () => 200
  send(new Error('else'), '/')
  await arrived(2)
  process.off('unhandledRejection', listen)
  expect(unhandled).toEqual([])
})
