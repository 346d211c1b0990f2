import pThrottle from 'p-throttle'
import { CallFailed, createBreaker, NotAsked } from '../breaker.ts'
import { isTimeout, withTimeout } from '../with-timeout.ts'

interface RateLimitOptions {
  /** Milliseconds of the clock that deadlines are counted on. */
  now: () => number
  /** 0 to 1, see `createBreaker`. */
  random: () => number
  /** Calls in any one second. */
  perSecond: number
}

interface Limits {
  /** As `now` counts. */
  deadline: number
  /** A call is not made when the calls before it need longer. Reads that decide nothing leave room for bookings. */
  longestQueueMs?: number | undefined
}

/** With its spread and the second until the next look, a booking succeeds five seconds after Fabman is back. */
const failurePauseMs = 3500

/**
 * Runs calls at most so many per second and waits out the pauses of the breaker. A call that would start after its
 * deadline fails at once. A call that is answered with 429 waits and runs again.
 */
export function createRateLimit({ now, random, perSecond }: RateLimitOptions) {
  const breaker = createBreaker(random, failurePauseMs)
  const takeSlot = pThrottle({ limit: perSecond, interval: 1000, strict: true })(() => {})

  /** @throws NotAsked, or what the work throws */
  return async <T>(work: () => Promise<T>, limits: Limits): Promise<T> => {
    for (;;) {
      await pauseEnds(limits.deadline)
      await awaitTurn(limits)
      if (breaker.pauseMs() > 0 || breaker.isProbingLimit()) continue
      try {
        return await breaker.execute(work)
      } catch (error) {
        const isLimited = error instanceof CallFailed && error.pauseMs !== null
        if (!isLimited) throw error
      }
    }
  }

  async function pauseEnds(deadline: number): Promise<void> {
    if (breaker.isProbingLimit()) await before(deadline, breaker.limitDecided)
    const pauseMs = breaker.pauseMs()
    if (now() + pauseMs > deadline) throw new NotAsked()
    if (pauseMs > 0) await new Promise((resolve) => void setTimeout(resolve, pauseMs))
  }

  async function awaitTurn({ deadline, longestQueueMs = Infinity }: Limits): Promise<void> {
    const queueMs = (takeSlot.queueSize * 1000) / perSecond
    if (queueMs > Math.min(deadline - now(), longestQueueMs)) throw new NotAsked()
    await before(deadline, async () => takeSlot())
  }

  async function before(deadline: number, work: () => Promise<unknown>): Promise<void> {
    await withTimeout(deadline - now(), work).catch((error: unknown) => {
      throw isTimeout(error) ? new NotAsked() : error
    })
  }
}
