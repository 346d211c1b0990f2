import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Returns the address of a client without a port: the connection's, or the last entry of X-Forwarded-For when it was
 * written by a proxy that is trusted. Earlier entries may be forged.
 */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : ''
  return withoutPort(forwarded || socket.remoteAddress || 'unknown')
}

/**
 * Returns the network that a limit counts: an IPv4 address as it is, the first `bits` of an IPv6 address as groups.
 * One customer usually has all addresses below 64 bits, often below 56.
 */
export function networkOf(address: string, bits: 64 | 56 = 64): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(bare)) return bare
  const [head = '', tail] = new URL(`http://[${bare.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const [before = [], after = []] = groups
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const [first = '', second = '', third = '', fourth = ''] = [
    ...before,
    ...Array<string>(zeros).fill('0'),
    ...after,
  ]
  const last = bits === 64 ? fourth : `${(Number.parseInt(fourth, 16) >> 8).toString(16)}/56`
  return [first, second, third, last].join(':')
}

/** Whether limits of networks leave an address out: an untrusted proxy on this machine would be one network of all visitors. */
export function isThisMachine(address: string): boolean {
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)
}

/** Some proxies append the port of the client. */
function withoutPort(address: string): string {
  return /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}
