import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const foreign = (text: string) => JSON.stringify({ story: { uuid: 'u', text } })

/** What it does instead of a good answer. */
export const faults = {
  slow: () => {},
  drip: (response) => void response.writeHead(200, { 'content-length': '1000' }).write('{'),
  cut: (response) =>
    void response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
  reset: (response) => void response.destroy(),
  'status 500': (response) => void response.writeHead(500).end('{"error":"Internal Server Error"}'),
  'status 401': (response) => void response.writeHead(401).end('{"error":"Unauthorized"}'),
  limited: (response) =>
    void response.writeHead(429, { 'retry-after': '30' }).end('{"error":"Too Many Requests"}'),
  garbage: (response) => void response.writeHead(200).end('<html>Gateway</html>'),
  empty: (response) => void response.writeHead(200).end('{}'),
  'not found by a proxy': (response) => void response.writeHead(404).end('<html>Not found</html>'),
  'too long': (response) => void response.writeHead(200).end(foreign('x'.repeat(9 * 1024 * 1024))),
  'round in circles': (response) => void response.writeHead(301, { location: '?cv=9' }).end(),
  'sent elsewhere': (response) => {
    const { url, headers, socket } = response.req
    if (headers.host?.startsWith('localhost')) response.writeHead(200).end(foreign('from elsewhere'))
    else response.writeHead(302, { location: `http://localhost:${socket.localPort}${url}` }).end()
  },
} satisfies Record<string, (response: ServerResponse) => void>

export type Fault = keyof typeof faults

/**
 * A real HTTP server on loopback whose answers are decided by the test. `slow` and `drip` never end.
 * @param answer status and body for a path with query, while nothing is at fault
 */
export async function startFaultyServer(answer: (url: URL) => { status: number; body: string }) {
  const state = {
    fault: null as Fault | null,
    /** Path and query of each request. */
    requests: [] as string[],
    /** Most requests that were open at the same time. */
    mostAtOnce: 0,
  }
  let open = 0
  const server = createServer((request, response) => {
    state.requests.push(request.url ?? '')
    state.mostAtOnce = Math.max(state.mostAtOnce, ++open)
    response.on('close', () => open--)
    if (state.fault) return faults[state.fault](response)
    const { status, body } = answer(new URL(request.url ?? '', 'http://x'))
    response.writeHead(status, { 'content-type': 'application/json', 'per-page': '25', total: '1' }).end(body)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return { state, url: `http://127.0.0.1:${port}`, stop, start: () => listen(port) }
}
