import { setTimeout as delay } from 'node:timers/promises'
import { FabmanUnavailable } from '../../../../clients/fabman/failures.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { WantedTime } from '../../workshop-system.ts'
import { readingMs, unavailable } from '../failures.ts'
import type { MemberLockStore } from './member-lock.store.ts'

export type Times = Pick<WantedTime, 'fromDateTime' | 'untilDateTime'>

/** Times of the equipment that an attempt found taken at `since` or later. */
interface Finding {
  times: Times[]
  since: number
}
export type Learn = (finding: Finding) => void

interface Outcome {
  findings: Finding[]
  /** Fabman did not answer. */
  isAway: boolean
}

type Running = WantedTime & { outcome: Promise<Outcome> }

/** After this wait an attempt fails. */
const longestWaitMs = 6000
/** Time between two attempts to take the lock that another process holds. */
const pollMs = 50

/**
 * Runs attempts that can exclude each other one after the other: those for overlapping times of one piece of
 * equipment, and those of one member, whose limits count all their bookings. An attempt that learns while it waits that
 * its time is taken is refused without a call, so that a rush for one slot costs Fabman one booking call. Between
 * processes Fabman decides about equipment, and a lock in the database serialises each member.
 */
export function createAttemptLock({ now, lockMember }: { now: () => number; lockMember: MemberLock }) {
  const running = new Set<Running>()

  /** @param work gets a function that tells waiting attempts what it finds, and the time at which it starts */
  return async <T>(asked: WantedTime, work: (learn: Learn, since: number) => Promise<T>): Promise<T> => {
    const arrived = now()
    for (let rival = rivalOf(asked); rival; rival = rivalOf(asked)) await rivalEnds(rival, asked, arrived)
    // No await between the last search for rivals and `add`: another attempt would pass in between.
    const outcome = Promise.withResolvers<Outcome>()
    const attempt = { ...asked, outcome: outcome.promise }
    const findings: Finding[] = []
    let isAway = false
    running.add(attempt)
    const since = now()
    let release: (() => Promise<void>) | null = null
    try {
      release = await lockMember(asked.member, since + readingMs)
      return await work((one) => void findings.push(one), since)
    } catch (error) {
      // An attempt that Fabman may have carried out does not tell whether Fabman is away.
      isAway = error instanceof FabmanUnavailable && !error.mayBeDone
      throw error
    } finally {
      // A lock that is not released expires.
      await release?.().catch(() => {})
      running.delete(attempt)
      outcome.resolve({ findings, isAway })
    }
  }

  /** @throws Problem when the rival decides this attempt too, or the wait is too long */
  async function rivalEnds(rival: Running, asked: WantedTime, arrived: number): Promise<void> {
    const { findings, isAway } = await rival.outcome
    if (isAway) throw unavailable(new Error('no answer to the attempt before this one'))
    const recent = findings.filter(({ since }) => since >= arrived)
    const isTaken = recent.some(({ times }) => times.some((each) => overlaps(asked, each)))
    if (isTaken && rival.equipment === asked.equipment) throw taken()
    if (now() > arrived + longestWaitMs) throw unavailable(new Error('too many attempts before this one'))
  }

  function rivalOf(asked: WantedTime): Running | undefined {
    return [...running].find(
      (other) =>
        other.member === asked.member || (other.equipment === asked.equipment && overlaps(asked, other)),
    )
  }
}
export type AttemptLock = ReturnType<typeof createAttemptLock>

/** Locks a member in all processes. @returns the release @throws Problem `upstreamUnavailable` at the deadline */
export function createMemberLock(given: { now: () => number; memberLocks: MemberLockStore }) {
  const { now, memberLocks } = given
  return async (member: number, deadline: number): Promise<() => Promise<void>> => {
    for (;;) {
      const release = await memberLocks.take(member)
      if (release) return release
      if (now() > deadline) throw unavailable(new Error('another process has locked this member'))
      await delay(pollMs)
    }
  }
}
export type MemberLock = ReturnType<typeof createMemberLock>

function overlaps(one: Times, other: Times): boolean {
  return one.fromDateTime < other.untilDateTime && other.fromDateTime < one.untilDateTime
}

function taken(): Problem {
  return new Problem('refused', { refusals: [{ code: 'overlap', limit: null, nextPossible: null }] })
}
