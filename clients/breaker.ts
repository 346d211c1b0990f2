import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  Event,
  handleType,
  type IBreaker,
  type IHalfOpenAfterBackoffContext,
  wrap,
} from 'cockatiel'

/** A call got no answer from the remote service itself, or the service asked for a pause. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  /** Milliseconds of the pause that a status 429 asks for, 0 when it names none; null for every other failure. */
  readonly pauseMs: number | null
  constructor(reason: string, pauseMs: number | null = null) {
    super(reason)
    this.pauseMs = pauseMs
  }
}

/** The call was not made: the service is paused, or too many calls wait. */
export class NotAsked extends Error {
  override name = 'NotAsked'
  override message = 'not asked'
}

const failures = { most: 5, windowMs: 10_000 }
/**
 * The pause after a 429 doubles once while 429s follow each other: one call probes, so a longer one would spare the service
 * nothing and keep members from booking. A header may ask for more, up to `longestAskedMs`.
 */
const limit = { shortestMs: 2000, longestMs: 4000, longestAskedMs: 10 * 60_000 }

/** cockatiel counts pauses on the clock of the machine, which can be set back; `resumesAt` counts them here. */
const noDelay = Number.NEGATIVE_INFINITY

/**
 * Pauses all calls to one remote service: after a 429, or after five failures without a success within ten seconds.
 * After the pause one call probes the service.
 * @param random 0 to 1: spreads the end of a pause, so that several processes do not return at the same moment
 * @param failurePauseMs the pause after failures
 */
export function createBreaker(random: () => number, failurePauseMs = 10_000) {
  /** Of a clock that is never set. */
  let resumesAt = 0

  function pause(ms: number): void {
    const spread = Math.ceil(ms * (1 + random() / 10))
    resumesAt = Math.max(resumesAt, performance.now() + spread)
  }

  const limited = circuitBreaker(
    handleType(CallFailed, ({ pauseMs }) => pauseMs !== null),
    {
      breaker: new ConsecutiveBreaker(1),
      halfOpenAfter: new DelegateBackoff<IHalfOpenAfterBackoffContext, number>(
        ({ result }, shortestMs = limit.shortestMs) => {
          pause(Math.max(shortestMs, Math.min(askedPauseMs(result), limit.longestAskedMs)))
          return { delay: noDelay, state: Math.min(shortestMs * 2, limit.longestMs) }
        },
      ),
    },
  )
  const failing = circuitBreaker(
    handleType(CallFailed, ({ pauseMs }) => pauseMs === null),
    { breaker: failuresWithin(), halfOpenAfter: new DelegateBackoff(() => (pause(failurePauseMs), noDelay)) },
  )
  const both = wrap(limited, failing)

  return {
    /** Milliseconds until the service may be asked again. */
    pauseMs: () => Math.max(Math.ceil(resumesAt - performance.now()), 0),
    /** Whether the call that probes the service after a 429 is under way. */
    isProbingLimit: () => limited.state === CircuitState.HalfOpen,
    /** Resolves when that call has decided. */
    limitDecided: () => Event.toPromise(limited.onStateChange),

    /** @throws NotAsked while the service is paused, or while another call probes it after failures */
    async execute<T>(work: () => Promise<T>): Promise<T> {
      // Decided by the call that probes: without cockatiel's delay, one that waits in it would probe anew at once.
      while (limited.state === CircuitState.HalfOpen) await Event.toPromise(limited.onStateChange)
      const isProbingFailure = failing.state === CircuitState.HalfOpen
      if (isProbingFailure || performance.now() < resumesAt) throw new NotAsked()
      return both.execute(work)
    },
  }
}

function askedPauseMs(result: IHalfOpenAfterBackoffContext['result']): number {
  return 'error' in result && result.error instanceof CallFailed ? (result.error.pauseMs ?? 0) : 0
}

/** cockatiel's own breakers count failures in a row without a time, or a share of many calls. */
function failuresWithin(): IBreaker {
  return {
    state: [] as number[],
    success() {
      this.state = []
    },
    failure() {
      const recent = (this.state as number[]).filter((at) => at > performance.now() - failures.windowMs)
      this.state = [...recent, performance.now()]
      return recent.length + 1 >= failures.most
    },
  }
}
