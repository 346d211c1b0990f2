import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseForeignHost } from './host-guard.ts'

const refuse = refuseForeignHost('https://halle9.example')
const server = createServer((incoming, outgoing) => {
  if (!refuse(incoming, outgoing)) outgoing.end('own')
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

function statusFor(host: string): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', headers: { host }, setHost: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
}

test.each([
  'halle9.example',
  'HALLE9.example:3000',
  'localhost',
  'localhost:3000',
  'werkbank.localhost:3000',
  '127.0.0.1:3000',
  '192.168.1.20:3000',
  '[::1]:3000',
  '[fe80::1]:3000',
])('%s is ours', async (host) => {
  expect(await statusFor(host)).toBe(200)
})

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'halle9.example.evil.example',
  '127.0.0.1.evil.example',
  'evil.example@localhost.',
  'a b',
  '',
])('%s is refused', async (host) => {
  expect(await statusFor(host)).toBe(421)
})
