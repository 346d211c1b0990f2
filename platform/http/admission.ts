import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { bulkhead, type BulkheadPolicy } from 'cockatiel'
import { Problem, problemBody, type Locale } from '../../contracts/problem.ts'
import type { Arrival } from './incoming-body.ts'
import { isThisMachine, networkOf, networksOf } from './network.ts'
import { createStarter } from './starter.ts'
import { createTokenBuckets } from './token-bucket.ts'

/** What a request asks for: limits differ by what it costs. */
export type Kind = 'page' | 'part' | 'file' | 'probe'

export interface AdmissionOptions {
  kindOf: (path: string) => Kind
  /** Called with the status of each refusal. */
  count: (status: number) => void
  now?: () => number
  /** How long the work of a turn may wait for other systems until the turn ends, in ms. */
  waitMs?: number
}

/** Unfinished requests of one room, in all and of one network. Requests with a body wait for slow senders. */
export const rooms = {
  work: { max: 200, perNetwork: 100 },
  body: { max: 200, perNetwork: 100 },
  file: { max: 400, perNetwork: 200 },
  probe: { max: 100, perNetwork: 50 },
} as const

interface Cost {
  room: keyof typeof rooms
  /** Tokens per request. */
  tokens: number
  /** A caller who has shown a valid token or secret gets the tokens back. */
  isFreeForKnown: boolean
  /** The requests of one network take turns. */
  takesTurns: boolean
}

const kinds: Record<Kind, Cost> = {
  page: { room: 'work', tokens: 1, isFreeForKnown: false, takesTurns: true },
  // Other parts of the installation call from one address.
  part: { room: 'work', tokens: 1, isFreeForKnown: true, takesTurns: false },
  file: { room: 'file', tokens: 0.1, isFreeForKnown: false, takesTurns: false },
  probe: { room: 'probe', tokens: 0.1, isFreeForKnown: false, takesTurns: false },
}

export const rate = { burst: 300, perSecond: 20 }
/** Requests of one network that run at the same time. */
export const turns = 4
/** Those beside them that wait for other systems: all may get their answer at the same moment, and then work. */
export const mostWaiting = 20
/** With less, the process has nothing to do but wait: a part of the time. */
const littleWork = 0.5

/** Requests of one network in one room. */
interface Guests {
  unfinished: number
  /** Those whose turn ended because they wait for other systems. */
  waiting: number
  turns: BulkheadPolicy
  /** Turns of those whose bodies are still on their way: a slow sender keeps none from others. */
  uploads: BulkheadPolicy
}

/** A request that came in. */
export interface Arriving {
  request: IncomingMessage
  response: ServerResponse
  /** Of the client. */
  address: string
  /** What takes turns with others: its network, on this machine its connection. */
  source: unknown
  /** null = it has no body. */
  arrival: Promise<Arrival> | null
}

/**
 * Decides which requests may cost something (`docs/decisions/032-limits-of-requests.md`).
 * @returns a function that starts `work` now, in turn, or never: then it has answered 429 or 503; `work` says whether the
 *   caller was known
 */
export function createAdmission(server: Server, { kindOf, count, now, waitMs = 250 }: AdmissionOptions) {
  const take = createTokenBuckets({ ...rate, ...(now && { now }) })
  const inTurn = createStarter(server)
  const open = {
    work: createRoom(rooms.work),
    body: createRoom(rooms.body),
    file: createRoom(rooms.file),
    probe: createRoom(rooms.probe),
  }

  return ({ request, response, address, source, arrival }: Arriving, work: () => Promise<boolean>): void => {
    const { room, tokens, isFreeForKnown, takesTurns } = kinds[kindOf(pathOf(request))]
    const takes = (count: number) => (isThisMachine(address) ? 0 : take(bucketsOf(address), count))
    const wait = takes(tokens)
    if (wait > 0) return refuse(request, response, 'tooManyRequests', wait)
    // A page that comes with a body is a page.
    const sent = request.method === 'GET' || request.method === 'HEAD' ? null : arrival
    const entered = open[sent ? 'body' : room].enter(networkOf(address))
    if (!entered) return refuse(request, response, 'overloaded', 1)
    const { guests, leave } = entered
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    // A client may hang up while it waits for its turn.
    const started = async () => {
      const isKnown = !request.socket.destroyed && (await work())
      if (isKnown && isFreeForKnown) takes(-tokens)
    }
    const inOrder = async () => {
      const turnsOf = (await sent) === 'part' ? guests.uploads : guests.turns
      const { work } = await turnsOf.execute(async () => {
        const work = inTurn(source, started)
        await untilItWaits(work, guests, waitMs)
        return { work }
      })
      await work
    }
    const settled = takesTurns ? inOrder() : started()
    void Promise.allSettled([closed, settled]).then(leave)
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    code: 'tooManyRequests' | 'overloaded',
    seconds: number,
  ): void {
    const problem = new Problem(code)
    count(problem.status)
    const locale = /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'de'
    const isPage = /\btext\/html\b/.test(request.headers.accept ?? '')
    const body = isPage ? htmlOf(problem, locale) : JSON.stringify(problemBody(problem, locale))
    response.writeHead(problem.status, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': String(seconds),
      connection: 'close',
    })
    response.end(body)
  }
}

/** Counts unfinished requests; `leave` of what `enter` returns is called once. */
function createRoom({ max, perNetwork }: { max: number; perNetwork: number }) {
  const networks = new Map<string, Guests>()
  let unfinished = 0
  return {
    /** Returns null when the room is full. */
    enter(network: string) {
      const guests: Guests = networks.get(network) ?? {
        unfinished: 0,
        waiting: 0,
        turns: bulkhead(turns, Number.POSITIVE_INFINITY),
        uploads: bulkhead(turns, Number.POSITIVE_INFINITY),
      }
      if (unfinished >= max || guests.unfinished >= perNetwork) return null
      networks.set(network, guests)
      unfinished++
      guests.unfinished++
      const leave = () => {
        unfinished--
        if (--guests.unfinished === 0) networks.delete(network)
      }
      return { guests, leave }
    },
  }
}

/**
 * Resolves when the work has ended, or when it waits for another system: a turn is one of the processor, and visitors
 * behind one address would wait for each other's waiting.
 */
function untilItWaits(work: Promise<void>, guests: Guests, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    let before = performance.eventLoopUtilization()
    let isWaiting = false
    const look = setInterval(() => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      if (utilization >= littleWork || guests.waiting >= mostWaiting) return
      isWaiting = true
      guests.waiting++
      clearInterval(look)
      resolve()
    }, waitMs).unref()
    const end = () => {
      if (isWaiting) guests.waiting--
      clearInterval(look)
      resolve()
    }
    work.then(end, end)
  })
}

/** One household has a /64, often a /56; mobile networks give neighbours in a /56 to different people. */
function bucketsOf(address: string) {
  const [network, larger] = networksOf(address)
  const smaller = { key: network, times: 1 }
  return larger === undefined ? [smaller] : [smaller, { key: larger, times: 4 }]
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

function htmlOf(problem: Problem, locale: Locale): string {
  const { message } = problemBody(problem, locale)
  return (
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${message}</title><p>${message}</p></html>`
  )
}
