import type { IncomingMessage } from 'node:http'

/** So many chunks may be as small as they like. */
const mostSmall = 1000
/** Bytes that a chunk has on the average of all. */
const leastBytes = 64

/**
 * Ends the connection of a client that sends its body in tiny chunks: each costs this process some 250 bytes however little it
 * holds, and limits of size count bytes.
 */
export function limitChunks(request: IncomingMessage): void {
  const push = request.push.bind(request)
  let [chunks, bytes] = [0, 0]
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    chunks += 1
    bytes += chunk?.length ?? 0
    if (chunk && chunks > mostSmall && bytes < chunks * leastBytes) {
      request.destroy()
      return false
    }
    return push(chunk, encoding)
  }
}
