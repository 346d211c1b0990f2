import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Limits the unfinished requests of one socket. Node parses every request that a client sends without waiting, so a
 * few packets are thousands of requests.
 * @returns whether a request may go on; a socket with too many is destroyed
 */
export function limitPipelines(most: number) {
  const unfinished = new WeakMap<Socket, number>()
  const add = (socket: Socket, change: number) =>
    unfinished.set(socket, (unfinished.get(socket) ?? 0) + change)

  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    if ((unfinished.get(socket) ?? 0) >= most) {
      socket.destroy()
      return false
    }
    add(socket, 1)
    response.once('close', () => add(socket, -1))
    return true
  }
}
