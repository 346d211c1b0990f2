import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Problem, problemBody } from '../../contracts/problem.ts'
import { type AdmissionOptions, type Arriving, createAdmission } from './admission.ts'
import { hasBody, receive } from './incoming-body.ts'
import { createLoopTurns } from './loop-turns.ts'
import { addressOf, isThisMachine, networkOf } from './network.ts'
import { type Fetch, localeOf } from './service.ts'
import { limitSockets } from './socket-limits.ts'
import { currentRequest, inRequest, requestIdFrom } from '../request-context.ts'

/** A handler on Node's own objects; it responds or calls `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

interface ListenOptions {
  /** Limits of what requests may cost; absent = only the limits of sockets. */
  admission?: AdmissionOptions
  /**
   * Runs first, before any limit but that of the socket; true when it has sent the response, which has the id of the
   * request in `x-request-id`.
   */
  cached?: ((request: IncomingMessage, response: ServerResponse, requestId: string) => boolean) | undefined
  /** Run in order, before `fetch`. */
  middlewares: Middleware[]
  fetch: Fetch
  port: number
  host: string
  /** Take the client's address from the last entry of X-Forwarded-For, which our own proxy wrote. */
  trustProxy: boolean
  /** A response that has not begun by then is 503; 30 s by default. */
  answerMs?: number
}

/** Carries the client's address inside the process; a value from outside is overwritten. */
const addressHeader = 'x-client-address'
/** The id of the request, given by our proxy or made here. */
const requestIdHeader = 'x-request-id'
const finishMs = 10_000
/** The longest limit of a call to another system is shorter. */
const mostAnswerMs = 30_000
const mostConnections = 4000
/** The embedded database needs 270 descriptors, and breaks for good when it gets none. */
const reservedDescriptors = 320

/** Creates an HTTP server, not yet listening, that closes connections of slow clients. */
export function createHttpServer(): Server {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Node's default of 30 s would make 10 s up to 40.
    connectionsCheckingInterval: 2000,
  })
  server.maxConnections = connectionsWithin(descriptorLimit())
  return server
}

/** Returns how many connections may be open: each may need a second descriptor, for a file or a call. */
export function connectionsWithin(descriptors: number): number {
  return Math.max(10, Math.min(mostConnections, Math.floor((descriptors - reservedDescriptors) / 2)))
}

/** @throws the system's error when the port is taken (`EADDRINUSE`) or not allowed */
export async function expectFreePort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/**
 * Starts to listen. `port` of the result is the actual one when 0 is given; `close` goes on to answer for `drainMs`, as
 * long as a load balancer may still send requests here, then lets those that run finish within 10 s.
 * @throws the system's error when the port is taken (`EADDRINUSE`)
 */
export async function listen(server: Server, options: ListenOptions) {
  const { cached, admission, port, host, trustProxy } = options
  const mayGoOn = limitSockets(server, { countsNetworks: !trustProxy })
  const admit = admission && createAdmission(server, admission)
  const handle = createHandler(options)
  const inTurns = createLoopTurns(server)
  const unfinished = new Set<ServerResponse>()
  let isClosing = false
  server.on('request', (request, response) => {
    if (isClosing) response.shouldKeepAlive = false
    unfinished.add(response)
    response.once('close', () => unfinished.delete(response))
    const requestId = requestIdFrom(request.headers[requestIdHeader]?.toString())
    if (!mayGoOn(request, response)) return
    const arrival = hasBody(request) ? receive(request) : null
    const address = addressOf(request, trustProxy)
    const source = isThisMachine(address) ? request.socket : networkOf(address)
    const start = () => begin({ request, response, address, source, arrival }, requestId)
    // Who asks how the process is waits for nobody.
    if (admission?.kindOf(request.url ?? '') === 'probe') start()
    else inTurns(source, () => request.socket.destroyed || start())
  })

  function begin(arriving: Arriving, requestId: string): void {
    const { request, response, address } = arriving
    if (cached?.(request, response, requestId)) return
    response.setHeader(requestIdHeader, requestId)
    // The end of another request may start it.
    const work = () => {
      stamp(request, { [addressHeader]: address, [requestIdHeader]: requestId })
      return inRequest(requestId, async () => {
        await handle(request, response)
        return currentRequest()?.isCallerKnown === true
      })
    }
    if (admit) admit(arriving, work)
    else void work()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // With Node's default of 511 a flood overflows the system's queue, and visitors wait for its repeated packets.
    server.listen({ port, host, backlog: mostConnections }, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close(drainMs = 0): Promise<void> {
      isClosing = true
      for (const response of unfinished) response.shouldKeepAlive = false
      if (drainMs > 0) await setTimeout(drainMs)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = new AbortController()
      void setTimeout(finishMs, null, { signal: cut.signal }).then(
        () => server.closeAllConnections(),
        () => undefined,
      )
      await closed
      cut.abort()
    },
  }
}

/**
 * Returns what resolves when nothing works for a request any more, or its response has not begun in time: a hang-up does
 * not end what has begun.
 */
function createHandler({ middlewares, fetch, answerMs = mostAnswerMs }: ListenOptions) {
  const answer = inTime(fetch, answerMs)
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await answer(request)
      // The rest of a body that nobody reads ends the connection, which a client must know before it sends more.
      if (outgoing instanceof ServerResponse && hasBody(incoming) && !incoming.readableEnded)
        outgoing.shouldKeepAlive = false
      return response
    },
    { overrideGlobalObjects: false },
  )
  return (request: IncomingMessage, response: ServerResponse) =>
    new Promise<void>((resolve) => {
      let isFetching = false
      const step = (index: number): void => {
        const middleware = middlewares[index]
        if (middleware) return middleware(request, response, () => step(index + 1))
        isFetching = true
        void listener(request, response).finally(resolve)
      }
      step(0)
      // A middleware tells nothing else.
      if (!isFetching) response.once('close', () => isFetching || resolve())
    })
}

/** Answers for a handler that never ends, and so leaves its place in the room to others. */
function inTime(fetch: Fetch, ms: number): Fetch {
  return async (request) => {
    const late = Promise.withResolvers<Response>()
    const timer = globalThis.setTimeout(() => late.resolve(tooLate(request)), ms)
    try {
      return await Promise.race([fetch(request), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

function tooLate(request: Request): Response {
  const problem = new Problem('overloaded')
  const body = JSON.stringify(problemBody(problem, localeOf(request)))
  const headers = { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '5' }
  return new Response(body, {
    status: problem.status,
    headers: { ...headers, 'cache-control': 'no-store', connection: 'close' },
  })
}

/** Returns how many files and sockets the system lets this process open. */
function descriptorLimit(): number {
  // Else it may look up the names of open connections.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : Number.POSITIVE_INFINITY
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

/** Sets headers of a request, whatever it came with. */
function stamp(request: IncomingMessage, headers: Record<string, string>): void {
  const kept: string[] = []
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? ''
    if (!Object.hasOwn(headers, name.toLowerCase())) kept.push(name, request.rawHeaders[index + 1] ?? '')
  }
  request.rawHeaders = [...kept, ...Object.entries(headers).flat()]
  Object.assign(request.headers, headers)
}
