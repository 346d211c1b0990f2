import { expect, test } from 'vitest'
import { networksOf, plainAddress } from './network.ts'

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
