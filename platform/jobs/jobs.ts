import type { Log } from '../log.ts'

export interface Job {
  /** Lets a running turn finish; no further one begins. */
  stop(): Promise<void>
}

interface JobOptions {
  /** For log and metrics. */
  name: string
  /** Pause between the end of one turn and the beginning of the next. */
  everyMs: number
  run: () => Promise<unknown>
  log: Log
}

export interface JobState {
  name: string
  everyMs: number
  /** End of the last turn that did not fail. */
  succeededAt: Date | null
  /** The same, or the start before it, on a clock that is never set. */
  lastGoodMs: number
}

const running = new Set<JobState>()
/** A turn may take some seconds, such as for mails, also where its pause is short. */
const shortestOverdueMs = 60_000

/** The jobs that run in this process. */
export function runningJobs(): Readonly<JobState>[] {
  return [...running]
}

/** Whether the last success of a job is longer ago than ten of its intervals, and than a minute. */
export function isOverdue({ everyMs, lastGoodMs }: JobState): boolean {
  return performance.now() - lastGoodMs > Math.max(10 * everyMs, shortestOverdueMs)
}

/**
 * Runs something at once and then again and again, never twice at the same time; a failed turn is retried. The log gets
 * the first of equal failures in a row, and the end of them.
 */
export function startJob({ name, everyMs, run, log }: JobOptions): Job {
  const state: JobState = { name, everyMs, succeededAt: null, lastGoodMs: performance.now() }
  running.add(state)
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let turn: Promise<void>
  /** Failures in a row. */
  let failures = 0
  let lastMessage = ''
  const next = () => {
    turn = run()
      .then(() => {
        state.succeededAt = new Date()
        state.lastGoodMs = performance.now()
        if (failures > 0) log.info({ job: name, failures }, 'job works again')
        failures = 0
      })
      .catch((error: unknown) => {
        const message = String(error)
        if (failures === 0 || message !== lastMessage) log.error({ job: name, err: error }, 'job failed')
        failures++
        lastMessage = message
      })
      .then(() => {
        if (!stopped) timer = setTimeout(next, everyMs).unref()
      })
  }
  next()
  return {
    stop: () => {
      stopped = true
      running.delete(state)
      clearTimeout(timer)
      return turn
    },
  }
}
