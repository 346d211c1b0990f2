import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Limits the unfinished requests of one socket. Node parses every request that a client sends without waiting, so a
 * few packets are thousands of requests.
 * @returns whether a request may go on; a socket with too many is destroyed
 */
export function limitPipelines(most: number) {
  const unfinished = new WeakMap<Socket, Set<ServerResponse>>()

  function responsesOf(socket: Socket): Set<ServerResponse> {
    const known = unfinished.get(socket)
    if (known) return known
    const responses = new Set<ServerResponse>()
    unfinished.set(socket, responses)
    socket.once('close', () => {
      // Node closes only the response that has its turn; the others would keep working for nobody.
      for (const response of responses) if (!response.socket) response.emit('close')
    })
    return responses
  }

  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    if (socket.destroyed) return false
    const responses = responsesOf(socket)
    if (responses.size >= most) {
      socket.destroy()
      return false
    }
    responses.add(response)
    response.once('close', () => responses.delete(response))
    return true
  }
}
