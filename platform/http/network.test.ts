import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOf, isThisMachine, networksOf, plainAddress } from './network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:51234', '192.0.2.1'],
  ['[2001:db8::1]:51234', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:c000:201]:80', '192.0.2.1'],
  ['unknown', 'unknown'],
  ['', ''],
])('%j is the address %j', (entry, address) => expect(plainAddress(entry)).toBe(address))

test('an IPv4 address is its own network, whatever its port', () => {
  expect(networksOf('192.0.2.1:51234')).toEqual(['192.0.2.1'])
})

test('an IPv6 address is in three networks', () => {
  expect(networksOf('[2001:db8:1:abcd::5]:443')).toEqual([
    '2001:db8:1:abcd::/64',
    '2001:db8:1:ab00::/56',
    '2001:db8:1::/48',
  ])
  expect(networksOf('2001:db8::1')).toEqual(['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'])
})

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.0.2.1', false],
])('%s is this machine: %s', (address, isOwn) => expect(isThisMachine(address)).toBe(isOwn))

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

test('only the last entry of a trusted proxy counts, without its port', () => {
  expect(addressOf(from('10.0.0.9', '198.51.100.1'), false)).toBe('10.0.0.9')
  expect(addressOf(from('10.0.0.9', '198.51.100.1, 192.0.2.1:4711'), true)).toBe('192.0.2.1')
  expect(addressOf(from('10.0.0.9', '[2001:db8::1]:4711'), true)).toBe('2001:db8::1')
  expect(addressOf(from('10.0.0.9'), true)).toBe('10.0.0.9')
  expect(addressOf(from('::ffff:10.0.0.9'), false)).toBe('10.0.0.9')
})
