import type { Server } from 'node:http'
import { createFairQueue } from './fair-queue.ts'

/** Requests that begin in one turn of the event loop; the others wait for the next ones. */
const perTurn = 64
/** The same in ms: whole pages cost more than refusals, and what runs beside them goes on once per turn. */
const workMs = 10
/** How long those wait, in ms, while connections still come in. */
const mostMs = 30

/**
 * Returns a function that starts work now, or, when a turn of the event loop has started enough, in one of the next
 * turns, once the server has accepted what waits at its door: it accepts one connection per turn, and a thousand
 * connections that send ten requests each at the same moment would keep everybody behind them outside for seconds. Those
 * who wait take turns: one request of each network, in the order in which they came.
 */
export function createLoopTurns(
  server: Pick<Server, 'on'>,
  { limit = perTurn, now = () => performance.now() } = {},
): (source: unknown, work: () => void) => void {
  const waiting = createFairQueue<() => void>()
  let started = 0
  let isCounting = false
  let arrivals = 0
  let seen = 0
  let since = 0
  server.on('connection', () => arrivals++)

  function nextTurn(): void {
    const isQuiet = arrivals === seen
    seen = arrivals
    if (!waiting.isEmpty() && !isQuiet && now() - since < mostMs) {
      setImmediate(nextTurn)
      return
    }
    since = now()
    started = 0
    isCounting = !waiting.isEmpty()
    // First, because work may throw.
    if (isCounting) setImmediate(nextTurn)
    while (hasRoom() && !waiting.isEmpty()) begin(waiting.take())
  }

  const hasRoom = () => started < limit && now() - since < workMs

  function begin(work: (() => void) | undefined): void {
    started += 1
    work?.()
  }

  return (source, work) => {
    if (!isCounting) {
      since = now()
      started = 0
      setImmediate(nextTurn)
    }
    isCounting = true
    if (!waiting.isEmpty() || !hasRoom()) return waiting.add(source, work)
    begin(work)
  }
}
