import { Problem } from '../../../contracts/problem.ts'
import { unavailable } from './failures.ts'

export interface Attempt {
  resource: number
  member: number
  fromDateTime: string
  untilDateTime: string
}

/** Whoever waited so long for others is told to try again. */
const patienceMs = 6000

/**
 * Lets attempts in each other's way go one after the other: those for overlapping times of one machine, and those of
 * one member, whose limits count all their bookings. Who waited while the time was given to somebody else is refused
 * without a question to Fabman, so that a rush for one slot costs one booking call.
 */
export function createLane({ now }: { now: () => number }) {
  const running = new Set<Attempt & { won: Promise<boolean> }>()

  return async <T>(asked: Attempt, work: () => Promise<T>): Promise<T> => {
    const deadline = now() + patienceMs
    for (let other = inTheWay(asked); other; other = inTheWay(asked)) {
      const isTaken = await other.won
      if (isTaken && isSameTime(asked, other)) throw taken()
      if (now() > deadline) throw unavailable(new Error('too many attempts before this one'))
    }
    const outcome = Promise.withResolvers<boolean>()
    const attempt = { ...asked, won: outcome.promise }
    running.add(attempt)
    let won = false
    try {
      const result = await work()
      won = true
      return result
    } finally {
      running.delete(attempt)
      outcome.resolve(won)
    }
  }

  function inTheWay(asked: Attempt) {
    return [...running].find((other) => other.member === asked.member || isSameTime(asked, other))
  }
}
export type Lane = ReturnType<typeof createLane>

function isSameTime(one: Attempt, other: Attempt): boolean {
  return (
    one.resource === other.resource &&
    one.fromDateTime < other.untilDateTime &&
    other.fromDateTime < one.untilDateTime
  )
}

export function taken(cause?: unknown): Problem {
  return new Problem('refused', {
    cause,
    refusals: [{ code: 'overlap', limit: null, nextPossible: null }],
  })
}
