import type { Server } from 'node:http'

/** Requests that begin in one turn of the event loop; the others wait for the next ones. */
const perTurn = 64
/** How long those wait, in ms, while connections still come in. */
const mostMs = 30

/**
 * Returns a function that starts work now, or, when a turn of the event loop has started enough, in one of the next
 * turns, once the server has accepted what waits at its door: it accepts one connection per turn, and a thousand
 * connections that send ten requests each at the same moment would keep everybody behind them outside for seconds. Those
 * who wait take turns: one request of each customer, in the order in which they came.
 */
export function createLoopTurns(
  server: Pick<Server, 'on'>,
  { limit = perTurn, now = () => performance.now() } = {},
): (customer: unknown, work: () => void) => void {
  const waiting = new Map<unknown, (() => void)[]>()
  let started = 0
  let isCounting = false
  let arrivals = 0
  let seen = 0
  let since = 0
  server.on('connection', () => arrivals++)

  function nextTurn(): void {
    const isQuiet = arrivals === seen
    seen = arrivals
    if (waiting.size > 0 && !isQuiet && now() - since < mostMs) {
      setImmediate(nextTurn)
      return
    }
    since = now()
    const next = takeNext()
    started = next.length
    isCounting = next.length > 0
    // First, because work may throw.
    if (isCounting) setImmediate(nextTurn)
    for (const work of next) work()
  }

  function takeNext(): (() => void)[] {
    const next: (() => void)[] = []
    // A customer who still waits goes to the end, and has another turn when all others had theirs.
    for (const [customer, works] of waiting) {
      if (next.length === limit) break
      waiting.delete(customer)
      next.push(...works.splice(0, 1))
      if (works.length > 0) waiting.set(customer, works)
    }
    return next
  }

  return (customer, work) => {
    if (started >= limit || waiting.size > 0) {
      const works = waiting.get(customer)
      if (works) works.push(work)
      else waiting.set(customer, [work])
      return
    }
    started += 1
    if (!isCounting) {
      since = now()
      setImmediate(nextTurn)
    }
    isCounting = true
    work()
  }
}
