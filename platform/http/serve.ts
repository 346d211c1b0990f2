import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Fetch } from './service.ts'

/** A handler on Node's own objects; it responds or calls `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

interface ListenOptions {
  /** Runs first, before the client's address is known; true when it has sent the response. */
  cached?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** Run in order, before `fetch`. */
  middlewares: Middleware[]
  fetch: Fetch
  port: number
  host: string
  /** Take the client's address from the last entry of X-Forwarded-For, which our own proxy wrote. */
  trustProxy: boolean
}

/** Carries the client's address inside the process; a value from outside is overwritten. */
const addressHeader = 'x-client-address'
const drainMs = 10_000

/** Creates an HTTP server, not yet listening, that closes connections of slow clients. */
export function createHttpServer(): Server {
  return createServer({ headersTimeout: 10_000, requestTimeout: 30_000 })
}

/** @throws the system's error when the port is taken (`EADDRINUSE`) or not allowed */
export async function expectFreePort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/**
 * Starts to listen. `port` of the result is the actual one when 0 is given; `close` lets requests finish within 10 s.
 * @throws the system's error when the port is taken (`EADDRINUSE`)
 */
export async function listen(server: Server, options: ListenOptions) {
  const { cached, middlewares, fetch, port, host, trustProxy } = options
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    stampAddress(request, trustProxy)
    const step = (index: number): void => {
      const middleware = middlewares[index]
      if (middleware) middleware(request, response, () => step(index + 1))
      else void listener(request, response)
    }
    step(0)
  }
  server.on('request', (request, response) => {
    if (!cached?.(request, response)) handle(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise<void>((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
        server.close(() => {
          clearTimeout(deadline)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** Returns the address that rate limits count by. A client cannot set it by a header of its own. */
export function clientAddress(request: Request): string {
  return request.headers.get(addressHeader) ?? 'local'
}

/** A request to one of our services that counts against the sender of `visitor`. */
export function onBehalfOf(visitor: Request, request: Request): Request {
  const headers = new Headers(request.headers)
  // A service in another process takes the second one when it trusts its proxy.
  for (const name of [addressHeader, 'x-forwarded-for']) headers.set(name, clientAddress(visitor))
  return new Request(request, { headers })
}

function stampAddress(request: IncomingMessage, trustProxy: boolean): void {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  const address = (trustProxy && forwarded) || request.socket.remoteAddress || 'unknown'
  const kept: string[] = []
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? ''
    if (name.toLowerCase() !== addressHeader) kept.push(name, request.rawHeaders[index + 1] ?? '')
  }
  request.rawHeaders = [...kept, addressHeader, address]
  request.headers[addressHeader] = address
}
