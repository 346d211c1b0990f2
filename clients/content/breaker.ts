const mostFailures = 5
const windowMs = 10_000
const pauseMs = 10_000
/** A service that asks for a longer pause is probed all the same: the header may be wrong. */
const longestPauseMs = 10 * 60_000

/**
 * Decides whether a remote service is asked: after five failures without a success within ten seconds not for ten
 * seconds, then once to try; until that one answered nobody else asks.
 * @param random 0 to 1: spreads the end of a pause, so that not all processes come back at the same moment
 */
export function createBreaker({ now, random }: { now: () => number; random: () => number }) {
  let failures: number[] = []
  /** null = closed, else the end of the pause. */
  let openUntil: number | null = null
  let isProbing = false
  let isSuspect = false

  function open(ms: number): void {
    openUntil = now() + ms * (1 + random() / 5)
    isProbing = false
    failures = []
  }

  return {
    /** Whether the caller may ask now; who was told yes reports `succeeded` or `failed`. */
    admits(): boolean {
      if (openUntil === null) return true
      if (now() < openUntil || isProbing) return false
      isProbing = true
      return true
    },
    succeeded(): void {
      // What was asked before the pause does not end it: the service may have asked for it.
      if (openUntil !== null && now() < openUntil) return
      openUntil = null
      isProbing = false
      isSuspect = false
      failures = []
    },
    /** @param retryAfterMs pause that the service itself asked for */
    failed(retryAfterMs?: number): void {
      isSuspect = true
      failures = [...failures.filter((at) => at > now() - windowMs), now()]
      if (retryAfterMs !== undefined) open(Math.min(retryAfterMs, longestPauseMs))
      else if (isProbing || failures.length >= mostFailures) open(pauseMs)
    },
    /** The last one who asked was told nothing good. */
    isSuspect: () => isSuspect,
  }
}
