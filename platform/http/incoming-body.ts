import type { IncomingMessage } from 'node:http'

/** So many chunks may be as small as they like. */
const mostSmall = 1000
/** Bytes that a chunk has on the average of all. */
const leastBytes = 64

/** How far a body has come when its request may begin: `part` when the stream's buffer (64 KiB) is full before its end. */
export type Arrival = 'whole' | 'part' | 'gone'

/** Whether the headers of a request announce a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Watches a body that nobody reads yet. Ends the connection of a client that sends it in tiny chunks: each costs this
 * process some 250 bytes however little it holds, and limits of size count bytes.
 */
export function receive(request: IncomingMessage): Promise<Arrival> {
  const { promise, resolve } = Promise.withResolvers<Arrival>()
  request.once('close', () => resolve('gone'))
  const push = request.push.bind(request)
  let [chunks, bytes] = [0, 0]
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null) resolve('whole')
    chunks += 1
    bytes += chunk?.length ?? 0
    if (chunk && chunks > mostSmall && bytes < chunks * leastBytes) {
      request.destroy()
      return false
    }
    const hasRoom = push(chunk, encoding)
    if (!hasRoom) resolve('part')
    return hasRoom
  }
  return promise
}
