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
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  let pending: PromiseWithResolvers<void> | null = null
  let missing = 0
  const read = (length: number, buffer: Uint8Array) => {
    if (missing === 0) missing = sizeOf(buffer.subarray(0, length))
    missing -= length
    if (missing === 0) pending?.resolve()
    else if (!(missing > 0)) socket.destroy(new Error(`${url}: unexpected response`))
    return true
  }
  // One buffer for all reads.
  const onread = { buffer: Buffer.alloc(64 * 1024), callback: read }
  const socket = connect({ port: Number(port), host: hostname, onread })
  await once(socket, 'connect')
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
function sizeOf(start: Uint8Array): number {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, 4096)).toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  if (!head.startsWith('HTTP/1.1 200 ')) return Number.NaN
  return end + 4 + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1])
}
