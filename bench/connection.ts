import { once } from 'node:events'
import { connect } from 'node:net'

export interface Connection {
  /** Sends one GET request, waits for the whole response and returns the milliseconds it took. */
  get(): Promise<number>
  close(): void
}

/** Opens a keep-alive connection that repeats one GET request. Without an HTTP client, so that sending costs little. */
export async function openConnection(url: string): Promise<Connection> {
  const { host, hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  let pending: PromiseWithResolvers<void> | null = null
  let missing = 0
  socket.on('data', (chunk) => {
    if (missing === 0) missing = sizeOf(chunk)
    missing -= chunk.length
    if (missing === 0) pending?.resolve()
    else if (!(missing > 0)) socket.destroy(new Error(`${url}: unexpected response`))
  })
  socket.on('error', (error) => pending?.reject(error))
  socket.on('close', () => pending?.reject(new Error(`${url}: connection closed`)))
  return {
    async get() {
      if (socket.destroyed) throw new Error(`${url}: connection closed`)
      pending = Promise.withResolvers()
      const began = performance.now()
      socket.write(request)
      await pending.promise
      return performance.now() - began
    },
    close: () => socket.destroy(),
  }
}

/** Returns the size of a response with its headers, from its first bytes; NaN unless it is a 200 with a length. */
function sizeOf(start: Buffer): number {
  const end = start.indexOf('\r\n\r\n')
  const head = start.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200 ')) return Number.NaN
  return end + 4 + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1])
}
