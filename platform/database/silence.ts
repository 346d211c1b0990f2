import { setTimeout as sleep } from 'node:timers/promises'

/** What is watched: one connection with one statement at a time. */
export interface Watched {
  /** The process of PostgreSQL that serves this connection. */
  processID: number | null
  isLost: boolean
  /** Ends the connection and fails its statement. */
  giveUp(reason: string): void
}

interface Options {
  /** Without a response for so long, a statement is looked into, in ms. Infinity = nothing is watched. */
  afterMs: number
  /** Asks over a new connection which of these processes work on a statement. @throws when the database says nothing */
  working: (processIds: number[]) => Promise<ReadonlySet<number>>
}

/** How long a response may still be on its way after PostgreSQL has finished with its statement. */
const onTheWayMs = 200

/**
 * Gives up statements of which PostgreSQL knows nothing: the database, or the way to it, keeps its connections and says
 * nothing, and each caller would wait for the whole limit of a statement. A long statement stays.
 */
export function watchSilence({ afterMs, working }: Options) {
  /** When each statement without a response was sent. */
  const sent = new Map<Watched, { at: number }>()
  let answeredAt = -Infinity
  let isSilent = false
  let isLooking = false

  async function look(): Promise<void> {
    isLooking = true
    while (sent.size > 0) {
      await sleep(afterMs / 4, undefined, { ref: false })
      const late = [...sent].filter(([, { at }]) => performance.now() - at > afterMs)
      if (late.length > 0) await lookInto(late)
    }
    isLooking = false
  }

  async function lookInto(late: [Watched, { at: number }][]): Promise<void> {
    const began = performance.now()
    const ids = late.flatMap(([{ processID }]) => processID ?? [])
    const busy = await inTime(working(ids), afterMs)
    if (busy) {
      isSilent = false
      await sleep(onTheWayMs, undefined, { ref: false })
    } else if (answeredAt < began) isSilent = true
    else return
    for (const [connection, statement] of late)
      if (sent.get(connection) === statement && !busy?.has(connection.processID ?? 0))
        connection.giveUp(`No response for ${afterMs} ms`)
  }

  return {
    /** Whether nothing is heard of the database. */
    isSilent: () => isSilent,
    noteNoConnection: () => void (isSilent = true),
    /** Passes a statement on, and notes whether it had a response. */
    async watched<T>(asked: Promise<T>, connection: Watched): Promise<T> {
      const statement = { at: performance.now() }
      sent.set(connection, statement)
      if (afterMs !== Infinity && !isLooking) void look()
      try {
        return await asked
      } finally {
        if (sent.get(connection) === statement) sent.delete(connection)
        isSilent = connection.isLost
        if (!isSilent) answeredAt = performance.now()
      }
    },
  }
}

/** null = the time is over, or it failed. A pause of this process itself counts as one part of the time, not as all of it. */
async function inTime<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const silence = answer.catch(() => null)
  for (let part = 0; part < 4; part++) {
    const waited = sleep(ms / 4, 'waiting' as const, { ref: false })
    const first = await Promise.race([silence, waited])
    if (first !== 'waiting') return first
  }
  return null
}
