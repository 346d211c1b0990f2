import type { Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { Client } from './limits.fixture.ts'
import { createHttpServer, listen } from './serve.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function start(prepare: (server: Server) => void = () => {}) {
  const server = createHttpServer()
  prepare(server)
  const seen = { requests: 0 }
  server.on('request', () => seen.requests++)
  const { port, close } = await listen(server, {
    middlewares: [],
    fetch: async (request) => new Response(String((await request.text()).length)),
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  ends.push(() => {
    server.closeAllConnections()
    return close()
  })
  const client = (localAddress = '127.0.0.2') => new Client(port, { localAddress })
  return { client, seen, port }
}

const many = Array<string>(3000).fill('/')

test('the parser stops soon after the request that was too many', async () => {
  const { client, seen } = await start()
  await client('127.0.0.1').send(many).closed()
  expect(seen.requests).toBeGreaterThan(10)
  // One more slice has at most 28 of these requests; Node would parse 1,000 of the packet.
  expect(seen.requests).toBeLessThanOrEqual(10 + 2 * 28)
})

test('a network that sent too many requests on a socket is shut out for a second, others are not', async () => {
  const { client, seen } = await start()
  const open = client()
  await vi.waitFor(() => expect(open.socket.readyState).toBe('open'))
  await client().send(many).closed()
  const before = seen.requests
  await open.send(['/']).closed()
  const next = client().send(['/'])
  await next.closed()
  expect([open.received, next.received, seen.requests]).toEqual(['', '', before])
  const other = client('127.0.0.3').send(['/'])
  await vi.waitFor(() => expect(other.statuses).toEqual([200]))
  await vi.waitFor(async () => {
    const again = client().send(['/'])
    await vi.waitFor(() => expect(again.statuses).toEqual([200]), 200)
  }, 10_000)
})

test('a body longer than a slice arrives whole', async () => {
  const { port } = await start()
  const body = 'ä'.repeat(200_000)
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
  expect(await response.text()).toBe(String(body.length))
})

test('a body with a length is parsed in large parts, and what follows it in slices', async () => {
  const sizes: number[] = []
  const { client, seen } = await start((server) =>
    server.on('request', (request) => request.on('data', ({ length }: Buffer) => sizes.push(length))),
  )
  const greedy = client('127.0.0.1')
  const body = 'x'.repeat(30_000)
  const requests = many.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join('')
  greedy.socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`)
  greedy.socket.write(body.slice(5000))
  await vi.waitFor(() => expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(25_000))
  greedy.socket.write(body.slice(0, 5000) + requests)
  await greedy.closed()
  expect(Math.max(...sizes)).toBeGreaterThan(10_000)
  expect(seen.requests).toBeGreaterThan(10)
  expect(seen.requests).toBeLessThanOrEqual(1 + 10 + 2 * 28)
})

test('a socket that changes its protocol is no longer parsed', async () => {
  const listeners: number[] = []
  const { client } = await start((server) =>
    server.on('upgrade', (_, socket) => {
      listeners.push(socket.listenerCount('data'))
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    }),
  )
  const socket = client('127.0.0.1').send(['/'], '', 'connection: upgrade\r\nupgrade: x\r\n')
  await vi.waitFor(() => expect([socket.statuses, listeners]).toEqual([[101], [0]]))
  socket.socket.end()
})
