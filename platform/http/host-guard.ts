import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback } from '../config.ts'

/**
 * Refuses requests for a host name that is not ours: a foreign page whose name resolves to this machine (DNS rebinding)
 * would read what only a developer may see. An address in numbers cannot be rebound and passes.
 * @returns a handler that is true when it has sent the response
 */
export function refuseForeignHost(publicUrl: string) {
  const own = new URL(publicUrl).hostname
  // Nearly every request names the same host, and parsing it takes longer than the rest of a cached page.
  let accepted: string | undefined
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { host } = request.headers
    if (host !== undefined && host === accepted) return false
    const name = hostnameOf(host)
    if (name === own || isLoopback(name) || isIP(name.replace(/^\[|\]$/g, '')) > 0) {
      accepted = host
      return false
    }
    response.writeHead(421, { 'content-type': 'text/plain', connection: 'close' })
    response.end(`This server is ${publicUrl}. Set PUBLIC_URL to serve another name.\n`)
    return true
  }
}

/** Returns '' for a missing or malformed header, which no name equals. */
function hostnameOf(host: string | undefined): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}
