import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttpServer, listen } from './serve.ts'

let running: { port: number; close: () => Promise<void> }
let received: number

beforeEach(async () => {
  received = 0
  running = await listen(createHttpServer(), {
    middlewares: [],
    fetch: async (request) => {
      for await (const chunk of request.body ?? []) received += chunk.length
      return new Response('read')
    },
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
})
afterEach(() => running.close())

/** Posts a body in chunks of one size. @returns what came back until the connection ended */
async function post(chunks: number, size: number): Promise<string> {
  const socket = connect(running.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => (answer += String(data)))
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
  const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
  socket.write(
    'POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n',
  )
  socket.write(`${chunk.repeat(chunks)}0\r\n\r\n`)
  await ended
  return answer
}

test.each([
  [1, 900],
  [100, 5000],
])('a body in chunks of %i bytes, %i of them, is read', async (size, chunks) => {
  expect(await post(chunks, size)).toContain('200 OK')
  expect(received).toBe(size * chunks)
})

test('a client that sends 60,000 chunks of one byte is cut off before they pile up', async () => {
  expect(await post(60_000, 1)).not.toContain('200')
  expect(received).toBeLessThanOrEqual(1000)
})
