import type { Log } from '../log.ts'

export interface Job {
  /** Lets a running turn finish; no further one begins. */
  stop(): Promise<void>
}

interface JobOptions {
  /** For the log. */
  name: string
  /** Pause between the end of one turn and the beginning of the next. */
  everyMs: number
  run: () => Promise<unknown>
  log: Log
}

/** Runs something at once and then again and again, never twice at the same time; a failed turn is logged and retried. */
export function startJob({ name, everyMs, run, log }: JobOptions): Job {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let turn: Promise<void>
  const next = () => {
    turn = run()
      .then(() => {})
      .catch((error: unknown) => log.error({ job: name, err: error }, 'job failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(next, everyMs).unref()
      })
  }
  next()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return turn
    },
  }
}
