import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOf, networkOf } from './network.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2a3:4:5:6:7', '2001:db8:1:2a3', '2001:db8:1:2/56'],
  ['2001:db8:1:2ff::1', '2001:db8:1:2ff', '2001:db8:1:2/56'],
  ['2001:DB8::', '2001:db8:0:0', '2001:db8:0:0/56'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0:0/56'],
  ['unknown', 'unknown', 'unknown'],
])('%s is in the networks %s and %s', (address, small, large) => {
  expect([networkOf(address), networkOf(address, 56)]).toEqual([small, large])
})

test('only the last entry of a trusted proxy counts, without its port', () => {
  expect(addressOf(from('10.0.0.9', '198.51.100.1'), false)).toBe('10.0.0.9')
  expect(addressOf(from('10.0.0.9', '198.51.100.1, 192.0.2.1:4711'), true)).toBe('192.0.2.1')
  expect(addressOf(from('10.0.0.9', '[2001:db8::1]:4711'), true)).toBe('2001:db8::1')
  expect(addressOf(from('10.0.0.9'), true)).toBe('10.0.0.9')
})
