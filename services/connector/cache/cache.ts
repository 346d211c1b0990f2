import { randomUUID } from 'node:crypto'
import { isProblem, Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Answers, Forgotten, KeptAnswer } from './entries.ts'
import { createMemoryAnswers } from './entries-memory.ts'

/** Hears how old an answer is that comes from earlier, because the workshop system is away or slow. */
export type OnKept = (ageSeconds: number) => void

/** Keeps answers of the workshop system for a while; one load per key at a time, whoever asks. */
export interface Cache {
  /**
   * The kept answer, or what `load` gives, kept for `seconds` from now. `null` and failures are not kept.
   * @param onKept who gives it takes an answer of the last day when `load` finds the system away or takes two seconds
   * @throws what `load` throws; Problem `upstreamUnavailable` without asking just after it was thrown
   */
  get<T>(key: string, seconds: number, load: () => Promise<T>, onKept?: OnKept): Promise<T>
  /**
   * The next question is asked anew, in every process; the old answer still counts while the system is away. A load
   * under way is given to those who wait for it, but neither kept nor given to who asks later. Never throws.
   */
  forget(forgotten: Forgotten): Promise<void>
  /** Deletes what nobody could use any more. */
  cleanUp(): Promise<void>
}

interface Flight {
  token: string
  /** Whether the question has gone out, so that the answer may be from before now. */
  isAsking: boolean
  answer: Promise<unknown>
}

/** So long an answer can stand in for a new one. */
const usableMs = 24 * 60 * 60_000
/** Who has an older answer waits no longer for a new one; while the system is suspect, hardly at all. */
const patienceMs = { usual: 2000, suspect: 250 }
/** So long somebody without an older answer waits while the system is suspect: two questions in a row stay below 3 s. */
const suspectMs = 800
/**
 * As `retry-after` says: so long a question without an older answer is not asked again after it found the system away,
 * twice as long after the next time, up to the lifetime of an answer.
 */
const pauseMs = 10_000
/** Once the system is back, what failed longer ago is asked for at once. */
const backMs = 120_000

/**
 * @param answers with several processes one that they share; default: this process's memory
 * @param log hears that the cache itself fails: then it is as if there were none
 */
export function createCache({
  clock,
  log,
  answers = createMemoryAnswers(),
}: {
  clock: Clock
  log?: Pick<Log, 'warn'>
  answers?: Answers
}): Cache {
  const flights = new Map<string, Flight>()
  /** The last question of all found the system away or slow: what is kept is given almost at once. */
  let isSuspect = false
  /** How many questions have been answered. */
  let landings = 0

  const now = () => clock().getTime()

  return {
    async get<T>(key: string, seconds: number, load: () => Promise<T>, onKept?: OnKept): Promise<T> {
      const before = flights.get(key)
      const wasAsking = before?.isAsking
      const seen = landings
      const found = await answers.find(key).catch(failed)
      // While this looked, another may have been answered: it is looked for again rather than asked twice.
      const isMissed = found !== undefined && !isFresh(found) && landings !== seen && !flights.has(key)
      const row = isMissed ? await answers.find(key).catch(failed) : found
      if (row === undefined) return load()
      const isUsable = row?.answeredAt != null && now() < row.answeredAt + usableMs
      const kept = isUsable ? { value: row.value as T, answeredAt: row.answeredAt as number } : null
      const older = onKept && kept ? { ...kept, onKept } : null
      if (row && now() < row.askAt) {
        if (kept && row.failedAt === null) return kept.value
        if (older) return given(older)
        if (row.failedAt !== null) throw away()
      }
      let flight = flights.get(key)
      // One that was asking before this began is good only if nobody has forgotten the key since.
      if (!flight || (flight === before && wasAsking && row?.load !== flight.token)) {
        const holdMs = older ? seconds * 1000 : pauseAfter(row, seconds)
        flight = take(key, load, { seconds, holdMs, isBack: row?.failedAt != null })
      }
      if (!onKept) return flight.answer as Promise<T>
      return inTime(flight.answer as Promise<T>, older)
    },

    async forget(forgotten) {
      // Twice, because forgetting matters more than a lost connection.
      await answers
        .forget(forgotten)
        .catch(() => answers.forget(forgotten))
        .catch(failed)
    },
    cleanUp: () => answers.deleteBefore(now() - usableMs),
  }

  function isFresh(row: KeptAnswer | null): boolean {
    return row !== null && row.failedAt === null && now() < row.askAt
  }

  interface Terms {
    seconds: number
    /** So long it is not asked again when the system is away. */
    holdMs: number
    /** The last question found the system away. */
    isBack: boolean
  }

  function take(key: string, load: () => Promise<unknown>, terms: Terms): Flight {
    const flight: Flight = { token: randomUUID(), isAsking: false, answer: Promise.resolve() }
    flight.answer = fly(flight, key, load, terms).finally(() => {
      landings += 1
      if (flights.get(key) === flight) flights.delete(key)
    })
    // Whoever waited may have gone with an older answer.
    flight.answer.catch(() => {})
    flights.set(key, flight)
    return flight
  }

  async function fly(
    flight: Flight,
    key: string,
    load: () => Promise<unknown>,
    { seconds, holdMs, isBack }: Terms,
  ): Promise<unknown> {
    const own = { key, token: flight.token, at: now() }
    await answers.begin(own).catch(failed)
    flight.isAsking = true
    try {
      const value = await load()
      isSuspect = false
      const at = now()
      await (
        value === null ? answers.drop(own) : answers.keep({ ...own, at }, value, at + seconds * 1000)
      ).catch(failed)
      if (isBack) await answers.hurry(backMs).catch(failed)
      return value
    } catch (error) {
      if (isAway(error)) {
        isSuspect = true
        await answers.fail({ ...own, at: now() }, now() + holdMs).catch(failed)
      }
      throw error
    }
  }

  /** The new answer, or the older one in its place. */
  async function inTime<T>(answer: Promise<T>, older: Older<T> | null): Promise<T> {
    const most = isSuspect ? (older ? patienceMs.suspect : suspectMs) : older ? patienceMs.usual : null
    try {
      return await (most === null ? answer : before(answer, most))
    } catch (error) {
      if (error === late) isSuspect = true
      else if (!isAway(error)) throw error
      if (older) return given(older)
      throw error === late ? away() : error
    }
  }

  function given<T>({ value, answeredAt, onKept }: Older<T>): T {
    onKept(Math.max(0, Math.floor((now() - answeredAt) / 1000)))
    return value
  }

  function failed(error: unknown): undefined {
    log?.warn({ err: error }, 'the cache of the workshop fails')
    return undefined
  }
}

interface Older<T> {
  value: T
  answeredAt: number
  onKept: OnKept
}

function pauseAfter(row: KeptAnswer | null, seconds: number): number {
  const last = row && row.failedAt !== null ? row.askAt - row.failedAt : 0
  return Math.min(Math.max(pauseMs, last * 2), seconds * 1000)
}

/** Whether the workshop system does not answer. */
export function isAway(error: unknown): boolean {
  return isProblem(error) && error.code === 'upstreamUnavailable'
}

function away(): Problem {
  return new Problem('upstreamUnavailable', { headers: { 'retry-after': '10' } })
}

const late = new Error('no answer in time')

async function before<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), ms)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
