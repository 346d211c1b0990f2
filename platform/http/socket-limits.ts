import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { isThisMachine, networkOf } from './network.ts'

/** Unfinished requests of one socket. Browsers and proxies send one at a time. */
const mostPipelined = 10
/** A short request has 40 bytes. */
const sliceBytes = 1024
const shutOutMs = 1000

/**
 * Limits what sockets cost before anything looks at a request. A socket with too many unfinished requests is destroyed
 * and its network cannot connect for a second; one network has a quarter of the connections, so that silent ones of one
 * client leave room for others.
 * @param countsNetworks false behind a proxy, whose address all sockets have
 * @returns whether a request may go on; when not, its socket is destroyed
 */
export function limitSockets(server: Server, { countsNetworks }: { countsNetworks: boolean }) {
  const unfinished = new WeakMap<Socket, number>()
  const bodyLeft = new WeakMap<Socket, number>()
  const open = new Map<string, number>()
  const shutOut = new LRUCache<string, true>({ max: 1000, ttl: shutOutMs })
  const counted = ({ remoteAddress = 'unknown' }: Socket) =>
    countsNetworks && !isThisMachine(remoteAddress) ? networkOf(remoteAddress) : null
  const add = (socket: Socket, change: number) =>
    unfinished.set(socket, (unfinished.get(socket) ?? 0) + change)

  server.on('connection', (socket: Socket) => {
    const network = counted(socket)
    if (network !== null) {
      const count = (open.get(network) ?? 0) + 1
      if (shutOut.has(network) || count > server.maxConnections / 4) return void socket.destroy()
      open.set(network, count)
      socket.once('close', () => {
        const left = (open.get(network) ?? 0) - 1
        if (left > 0) open.set(network, left)
        else open.delete(network)
      })
    }
    // Vite takes sockets over in development, and must find the listener of Node.
    if (server.listenerCount('upgrade') === 0)
      parseInSlices(socket, { bodyLeft, mayGoOn: () => !network || !shutOut.has(network) })
  })

  return ({ socket, headers }: IncomingMessage, response: ServerResponse): boolean => {
    bodyLeft.set(socket, Number(headers['content-length'] ?? 0))
    if ((unfinished.get(socket) ?? 0) >= mostPipelined) {
      const network = counted(socket)
      if (network !== null) shutOut.set(network, true)
      socket.destroy()
      return false
    }
    add(socket, 1)
    response.once('close', () => add(socket, -1))
    return true
  }
}

/**
 * Gives the parser small parts of what a socket received. Node parses 64 KiB at once: 1,600 requests that all live until
 * the sockets of this round of the event loop are closed, and 300 such sockets fill the heap. What can only be a body is one
 * part: Node copies each, and a body in a hundred small copies leaves memory that glibc does not give back.
 * @param bodyLeft bytes of the current request's body, set when its headers are parsed, and counted down here
 */
function parseInSlices(
  socket: Socket,
  { bodyLeft, mayGoOn }: { bodyLeft: WeakMap<Socket, number>; mayGoOn: () => boolean },
): void {
  const [parse] = socket.listeners('data')
  if (!parse) throw new Error('The HTTP server of this Node does not listen to the data of its sockets')
  socket.off('data', parse as () => void)
  socket.on('data', (chunk: Buffer) => {
    if (!mayGoOn()) return void socket.destroy()
    for (let at = 0; at < chunk.length && !socket.destroyed;) {
      const slice = chunk.subarray(at, at + Math.max(sliceBytes, bodyLeft.get(socket) ?? 0))
      parse.call(socket, slice)
      at += slice.length
      // The slice may have held headers, too: what is left is at least this.
      bodyLeft.set(socket, Math.max(0, (bodyLeft.get(socket) ?? 0) - slice.length))
    }
  })
}
