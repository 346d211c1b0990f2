import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the address of a client as `plainAddress` does: the connection's, or the last entry of X-Forwarded-For when it
 * was written by a proxy that is trusted. Earlier entries may be forged.
 */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : ''
  return plainAddress(forwarded || socket.remoteAddress || 'unknown')
}

/**
 * Returns the address in an entry of X-Forwarded-For or of a socket, without port, brackets and zone; IPv4 inside IPv6
 * becomes IPv4. Text that is no address is returned as it is.
 */
export function plainAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]*)\](?::\d*)?$/.exec(text) ?? []
  const [, beforePort] = /^([\d.]+):\d*$/.exec(text) ?? []
  const address = (bracketed ?? beforePort ?? text).split('%')[0] ?? ''
  if (!isIPv6(address)) return isIPv4(address) ? address : text
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.')
    : address
}

/**
 * Returns the networks that one customer may own around an address, the smallest first: an IPv4 address itself, of IPv6
 * the first 64, 56 and 48 bits. A provider gives a household or a company all addresses of one of them.
 */
export function networksOf(entry: string): [string, ...string[]] {
  const address = plainAddress(entry)
  if (!isIPv6(address)) return [address]
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(address)
  const network = (bits: number, ...groups: number[]) =>
    `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`
  return [network(64, a, b, c, d), network(56, a, b, c, d & 0xff00), network(48, a, b, c)]
}

/** Returns the network that limits count by: the IPv4 address, or the /56 of IPv6, which one household or company has. */
export function networkOf(address: string): string {
  const [network, larger = network] = networksOf(address)
  return larger
}

/** Whether limits of networks leave an address out: an untrusted proxy on this machine would be one network of all visitors. */
export function isThisMachine(address: string): boolean {
  return ['127.0.0.1', '::1'].includes(plainAddress(address))
}

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes an embedded IPv4 address as two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}
