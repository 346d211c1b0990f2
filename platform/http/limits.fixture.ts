import { connect, type Socket } from 'node:net'
import type { AdmissionOptions } from './admission.ts'
import { noteCaller } from '../request-context.ts'
import { createHttpServer, listen } from './serve.ts'

/** A server whose work the test ends by hand. */
export interface HeldServer {
  port: number
  /** Paths whose work has begun, in order. */
  begun: string[]
  /** Paths whose client hung up while the work went on. */
  aborted: string[]
  /** Ends the work for a path. */
  end(path: string): void
  counted: number[]
  /** Closes as a stop does. */
  drain(ms: number): Promise<void>
  isListening(): boolean
  close(): Promise<void>
}

/**
 * Starts a server on a real socket; `/cached` is answered before everything else, `/quick…` at once, `/quick-known` as to a known caller; other work
 * waits for `end`.
 */
export async function startHeldServer({
  onBegin = () => {},
  ...options
}: Partial<AdmissionOptions> & { onBegin?: () => void } = {}): Promise<HeldServer> {
  const begun: string[] = []
  const aborted: string[] = []
  const counted: number[] = []
  const waiting = new Map<string, () => void>()
  const server = createHttpServer()
  const { port, close } = await listen(server, {
    cached: ({ url }, response) => {
      if (url === '/cached') response.end('cached')
      return url === '/cached'
    },
    admission: {
      kindOf: () => 'page',
      count: (status) => counted.push(status),
      waitMs: 60_000,
      ...options,
    },
    middlewares: [],
    fetch: async ({ url, signal }) => {
      const { pathname } = new URL(url)
      begun.push(pathname)
      onBegin()
      signal.addEventListener('abort', () => aborted.push(pathname))
      if (pathname === '/quick-known') noteCaller(true)
      if (pathname.startsWith('/quick')) return new Response(pathname)
      await new Promise<void>((resolve) => waiting.set(pathname, resolve))
      return new Response(pathname)
    },
    port: 0,
    host: '127.0.0.1',
    trustProxy: true,
  })
  return {
    port,
    begun,
    aborted,
    counted,
    end: (path) => waiting.get(path)?.(),
    drain: close,
    isListening: () => server.listening,
    close: () => {
      server.closeAllConnections()
      return close()
    },
  }
}

/** A client on a bare socket. */
export class Client {
  readonly socket: Socket
  received = ''

  constructor(port: number, options: { localAddress?: string } = {}) {
    this.socket = connect({ port, host: '127.0.0.1', ...options })
    this.socket.setEncoding('latin1').on('data', (text: string) => (this.received += text))
    this.socket.on('error', () => {})
  }

  /** Sends requests without waiting for answers. @param network what a trusted proxy says */
  send(paths: string[], network = '192.0.2.1', headers = '', method: 'GET' | 'POST' = 'GET'): this {
    const lines = paths.map(
      (path) => `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${network}\r\n${headers}\r\n`,
    )
    this.socket.write(lines.join(''))
    return this
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  }

  async closed(): Promise<void> {
    // Events.once would reject with the error of a reset connection.
    if (!this.socket.closed) await new Promise((resolve) => this.socket.once('close', resolve))
  }
}
