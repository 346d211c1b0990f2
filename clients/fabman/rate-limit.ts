import pThrottle from 'p-throttle'
import { CallFailed, createCircuit, NotAsked } from '../circuit.ts'
import { isTimeout, withTimeout } from '../with-timeout.ts'

interface RateLimitOptions {
  /** Milliseconds of the clock that deadlines are counted on. */
  now: () => number
  /** 0 to 1, see `createCircuit`. */
  random: () => number
  /** Calls in any one second. */
  perSecond: number
}

interface Patience {
  /** As `now` counts. */
  deadline: number
  /** A call is not made when the calls before it need longer. Reads that decide nothing leave room for bookings. */
  longestQueueMs?: number | undefined
}

/**
 * Runs calls at most so many per second and waits out the pauses of the circuit. A call that would start after its
 * deadline fails at once. A call that is answered with 429 waits and runs again.
 */
export function createRateLimit({ now, random, perSecond }: RateLimitOptions) {
  const circuit = createCircuit(random)
  const turn = pThrottle({ limit: perSecond, interval: 1000, strict: true })(() => {})

  /** @throws NotAsked, or what the work throws */
  return async <T>(work: () => Promise<T>, patience: Patience): Promise<T> => {
    for (;;) {
      await pauseEnds(patience.deadline)
      await myTurn(patience)
      if (circuit.pauseMs() > 0 || circuit.isProbingLimit()) continue
      try {
        return await circuit.execute(work)
      } catch (error) {
        const isLimited = error instanceof CallFailed && error.pauseMs !== null
        if (!isLimited) throw error
      }
    }
  }

  async function pauseEnds(deadline: number): Promise<void> {
    if (circuit.isProbingLimit()) await before(deadline, circuit.limitDecided)
    const pauseMs = circuit.pauseMs()
    if (now() + pauseMs > deadline) throw new NotAsked()
    if (pauseMs > 0) await new Promise((resolve) => void setTimeout(resolve, pauseMs))
  }

  async function myTurn({ deadline, longestQueueMs = Infinity }: Patience): Promise<void> {
    const queueMs = (turn.queueSize * 1000) / perSecond
    if (queueMs > Math.min(deadline - now(), longestQueueMs)) throw new NotAsked()
    await before(deadline, async () => turn())
  }

  async function before(deadline: number, work: () => Promise<unknown>): Promise<void> {
    await withTimeout(deadline - now(), work).catch((error: unknown) => {
      throw isTimeout(error) ? new NotAsked() : error
    })
  }
}
