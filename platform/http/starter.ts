import type { Server } from 'node:http'
import { createFairQueue } from './fair-queue.ts'

/** Rounds of the event loop between two starts while every round brings something new. */
const mostRounds = 200
/** The same in time: what arrives may cost something, too. */
const mostMs = 30

/**
 * Starts functions one after the other, each when the server has accepted what waits at its door, or after 200 rounds of
 * the event loop or 30 ms. A page whose data are cached is rendered without a pause, and Node accepts one connection per round:
 * pages that start in every round would keep all others outside for minutes. Networks take turns: a page of somebody else
 * waits for one page of a network that floods.
 */
export function createStarter(server: Server, now = () => performance.now()) {
  const waiting = createFairQueue<() => void>()
  let arrivals = 0
  let seen = 0
  let rounds = 0
  let since = now()
  server.on('connection', () => arrivals++)
  server.on('request', () => arrivals++)

  function round(): void {
    const isQuiet = arrivals === seen
    seen = arrivals
    if (isQuiet || ++rounds >= mostRounds || now() - since >= mostMs) {
      waiting.take()?.()
      rounds = 0
      since = now()
    }
    if (!waiting.isEmpty()) setImmediate(round)
  }

  return (source: unknown, start: () => Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const isFirst = waiting.isEmpty()
      waiting.add(source, () => resolve(start()))
      if (!isFirst) return
      since = now()
      setImmediate(round)
    })
}
