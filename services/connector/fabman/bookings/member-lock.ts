import { setTimeout as delay } from 'node:timers/promises'
import { FabmanUnavailable } from '../../../../clients/fabman/failures.ts'
import { Problem } from '../../../../contracts/problem.ts'
import { readingMs, unavailable } from '../failures.ts'
import type { TurnStore } from './member-lock.store.ts'

export interface Attempt extends Times {
  resource: number
  member: number
}

export interface Times {
  fromDateTime: string
  untilDateTime: string
}

/** What an attempt learnt of its machine: times that were taken at `since` or later. */
export interface Seen {
  times: Times[]
  since: number
}

interface Outcome {
  seen: Seen[]
  /** Fabman was not there to ask. */
  isAway: boolean
}

/** Whoever waited so long for others is told to try again. */
const patienceMs = 6000
/** Between two looks whether another process is done with a member. */
const lookMs = 50

/**
 * Lets attempts in each other's way go one after the other: those for overlapping times of one machine, and those of
 * one member, whose limits count all their bookings. Who waited while it came out that the time is taken is refused
 * without a further question, so that a rush for one slot costs Fabman one booking call. Of one machine Fabman decides
 * between processes; for one member they take turns.
 */
export function createLane({ now, turns }: { now: () => number; turns: TurnStore }) {
  const running = new Set<Attempt & { outcome: Promise<Outcome> }>()

  /** @param work tells those who wait what it sees; hears when its turn came, on the clock of time-outs */
  return async <T>(
    asked: Attempt,
    work: (sees: (seen: Seen) => void, since: number) => Promise<T>,
  ): Promise<T> => {
    const arrived = now()
    for (let other = inTheWay(asked); other; other = inTheWay(asked)) {
      const { seen, isAway } = await other.outcome
      // Whoever waited for silence gets it at once, and does not ask into it.
      if (isAway) throw unavailable(new Error('no answer to the attempt before this one'))
      const known = seen.filter(({ since }) => since >= arrived)
      const isTaken = known.some(({ times }) => times.some((each) => overlaps(asked, each)))
      if (isTaken && other.resource === asked.resource) throw taken()
      if (now() > arrived + patienceMs) throw unavailable(new Error('too many attempts before this one'))
    }
    const outcome = Promise.withResolvers<Outcome>()
    const attempt = { ...asked, outcome: outcome.promise }
    const seen: Seen[] = []
    let isAway = false
    running.add(attempt)
    const since = now()
    let done: (() => Promise<void>) | null = null
    try {
      while ((done = await turns.take(asked.member)) === null) {
        if (now() > since + readingMs) throw unavailable(new Error('another process has this member'))
        await delay(lookMs)
      }
      return await work((one) => void seen.push(one), since)
    } catch (error) {
      // Where it may be done, only asking tells.
      isAway = error instanceof FabmanUnavailable && !error.mayBeDone
      throw error
    } finally {
      // What is not given back ends by itself.
      await done?.().catch(() => {})
      running.delete(attempt)
      outcome.resolve({ seen, isAway })
    }
  }

  function inTheWay(asked: Attempt) {
    return [...running].find(
      (other) =>
        other.member === asked.member || (other.resource === asked.resource && overlaps(asked, other)),
    )
  }
}
export type Lane = ReturnType<typeof createLane>

function overlaps(one: Times, other: Times): boolean {
  return one.fromDateTime < other.untilDateTime && other.fromDateTime < one.untilDateTime
}

function taken(): Problem {
  return new Problem('refused', { refusals: [{ code: 'overlap', limit: null, nextPossible: null }] })
}
