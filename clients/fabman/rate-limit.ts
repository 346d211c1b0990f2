/** A remote service is not asked now: it said so, it failed again and again, or too many are waiting. */
export class GateClosed extends Error {
  override name = 'GateClosed'
}

export interface Ticket {
  /**
   * What came of it. `answered`: the service works, whatever it said. `limited`: it asks for a pause. `failed`: no
   * answer, or none of its own.
   */
  done(outcome: 'answered' | 'limited' | 'failed', pauseMs?: number): void
}

interface GateOptions {
  /** Milliseconds of the clock that timers go by. */
  now: () => number
  /** 0 to 1: spreads the end of a pause, so that not all processes come back at the same moment. */
  random: () => number
  perSecond: number
  /** So many may go at once after a quiet time. */
  burst: number
}

/** A service that limits wants at least two seconds of silence (Fabman's API guide, "Rate limits"). */
const shortestPauseMs = 2000
const longestPauseMs = 30_000
/** A header that asks for more is believed up to here. */
const longestAskedPauseMs = 10 * 60_000
const failurePauseMs = 10_000
const failureWindowMs = 10_000
const mostFailures = 5

/**
 * The one way to a service that limits its callers: so many per second, silence for all after a 429 (2 s, doubled
 * each time) or after five failures without a success within ten seconds (10 s), then one call to try.
 */
export function createGate({ now, random, perSecond, burst }: GateOptions) {
  const intervalMs = 1000 / perSecond
  /** When the next one could go if nobody had been allowed to go early (GCRA). */
  let due = 0
  /** null = open, else the end of the silence; after it one tries. */
  let closedUntil: number | null = null
  /** Silence after failures: nobody waits for the one who tries, because it may take long and help nothing. */
  let isFailing = false
  let pauses = 0
  let failures: number[] = []
  let probe: PromiseWithResolvers<void> | null = null

  function close(ms: number): void {
    closedUntil = Math.max(closedUntil ?? 0, now() + ms * (1 + random() / 10))
    failures = []
  }

  function isSilent(): boolean {
    return closedUntil !== null && now() < closedUntil
  }

  function ticket(own: PromiseWithResolvers<void> | null): Ticket {
    return {
      done(outcome, pauseMs = 0) {
        const countsAnew = own !== null || !isSilent()
        if (outcome === 'answered') {
          failures = []
          if (own) [closedUntil, pauses, isFailing] = [null, 0, false]
        } else if (outcome === 'limited') {
          const silence = Math.min(shortestPauseMs * 2 ** pauses, longestPauseMs)
          if (countsAnew) [pauses, isFailing] = [pauses + 1, false]
          close(countsAnew ? Math.max(silence, Math.min(pauseMs, longestAskedPauseMs)) : 0)
        } else {
          failures = [...failures.filter((at) => at > now() - failureWindowMs), now()]
          if (countsAnew && (own || failures.length >= mostFailures)) {
            isFailing = true
            close(failurePauseMs)
          }
        }
        if (own && probe === own) probe = null
        own?.resolve()
      },
    }
  }

  return {
    /**
     * Waits for its turn; whoever was let in says what came of it.
     * @param deadline as `now` counts
     * @param longestLineMs who would have to wait longer for those before them is not let in either: what may be left
     * undone leaves room for what may not
     * @throws GateClosed at once when the turn would come later than that
     */
    async enter(deadline: number, longestLineMs = Infinity): Promise<Ticket> {
      for (;;) {
        if (closedUntil !== null) {
          if (isSilent()) {
            if (closedUntil > deadline) throw new GateClosed()
            await sleep(closedUntil - now())
          } else if (probe) {
            if (isFailing) throw new GateClosed()
            await before(probe.promise, deadline - now())
          } else {
            probe = Promise.withResolvers()
            due = now() + intervalMs
            return ticket(probe)
          }
          continue
        }
        const start = due - (burst - 1) * intervalMs
        if (start > Math.min(deadline, now() + longestLineMs)) throw new GateClosed()
        due = Math.max(due, now()) + intervalMs
        if (start > now()) await sleep(start - now())
        if (closedUntil === null) return ticket(null)
      }
    },
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}

/** @throws GateClosed when it takes longer */
async function before(work: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GateClosed()), Math.max(ms, 0))
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
