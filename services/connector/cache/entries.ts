/** Which keys: those that are named, those that begin so, those of a time range that meets a time. */
export interface Forgotten {
  keys?: string[]
  prefixes?: string[]
  /** Of keys `{prefix}{from}:{until}`, both YYYY-MM-DDTHH:mm. */
  ranges?: { prefix: string; fromDateTime: string; untilDateTime: string }[]
  /** What is old and not asked for now, because the system is away, is not asked for the sooner. */
  isInVain?: boolean
}

/** Where answers are kept. The clock is the caller's: epoch milliseconds. */
export interface Answers {
  find(key: string): Promise<KeptAnswer | null>
  /** From now on only what this load gives may be kept. */
  begin(load: Load): Promise<void>
  /** Keeps it unless the key was forgotten, or another load was begun, since. */
  keep(load: Load, value: unknown, askAt: number): Promise<void>
  /** The system is away: not asked again before `askAt`, unless forgotten since. */
  fail(load: Load, askAt: number): Promise<void>
  /** There is no such thing any more. */
  drop(load: Load): Promise<void>
  /** The system is back: what failed is asked for `pauseMs` after it failed, not later. */
  hurry(pauseMs: number): Promise<void>
  forget(forgotten: Forgotten): Promise<void>
  /** Deletes what was answered before an instant. */
  deleteBefore(instant: number): Promise<void>
}

export interface KeptAnswer {
  value: unknown
  /** null = there is no answer yet. */
  answeredAt: number | null
  askAt: number
  failedAt: number | null
  /** Of the last load that was begun and not forgotten. */
  load: string | null
}

export interface Load {
  key: string
  token: string
  at: number
}

/** Whether a key is one of them. */
export function isForgotten(key: string, { keys = [], prefixes = [], ranges = [] }: Forgotten): boolean {
  return (
    keys.includes(key) ||
    prefixes.some((prefix) => key.startsWith(prefix)) ||
    ranges.some(({ prefix, fromDateTime, untilDateTime }) => {
      const [from, until] = [key.slice(prefix.length, prefix.length + 16), key.slice(-16)]
      return key.startsWith(prefix) && fromDateTime < until && from < untilDateTime
    })
  )
}

/** Several things to forget as one. */
export function together(all: Forgotten[]): Forgotten {
  return {
    keys: [...new Set(all.flatMap(({ keys = [] }) => keys))],
    prefixes: [...new Set(all.flatMap(({ prefixes = [] }) => prefixes))],
    ranges: all.flatMap(({ ranges = [] }) => ranges),
  }
}
