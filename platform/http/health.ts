/** Resolves when a part works, throws when it doesn't. Its calls end with the signal, which aborts after 2 s. */
export type ReadyCheck = (signal: AbortSignal) => Promise<unknown>

export interface ReadyChecks {
  /** Without one of these, the process cannot do its work. */
  needed: Record<string, ReadyCheck>
  /** Without one of these, the process works less well; a load balancer gains nothing by leaving it. */
  useful: Record<string, ReadyCheck>
}

type State = 'ok' | 'failed'

export interface Readiness {
  ready: boolean
  needed: Record<string, State>
  /** Names of the useful parts that fail. */
  degraded: string[]
}

const patienceMs = 2000
const sharedMs = 1000

/** Returns a function that runs every check at once; those that ask within a second share one answer. */
export function createReadiness({ needed, useful }: ReadyChecks): () => Promise<Readiness> {
  let asked: { answer: Promise<Readiness>; until: number } | null = null

  async function ask(): Promise<Readiness> {
    const [ofNeeded, ofUseful] = await Promise.all([statesOf(needed), statesOf(useful)])
    return {
      ready: ofNeeded.every(([, state]) => state === 'ok'),
      needed: Object.fromEntries(ofNeeded),
      degraded: ofUseful.filter(([, state]) => state === 'failed').map(([name]) => name),
    }
  }

  return () => {
    if (asked && performance.now() < asked.until) return asked.answer
    const current = { answer: ask(), until: Number.POSITIVE_INFINITY }
    asked = current
    return current.answer.finally(() => (current.until = performance.now() + sharedMs))
  }
}

function statesOf(checks: Record<string, ReadyCheck>): Promise<[name: string, State][]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await passes(check)) ? 'ok' : 'failed']),
  )
}

async function passes(check: ReadyCheck): Promise<boolean> {
  try {
    await withinLimit(check)
    return true
  } catch {
    return false
  }
}

/** Returns what the work returns. @throws what the work throws, or Error after 2 s */
export async function withinLimit<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), patienceMs)
  const isLate = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(new Error('timeout')))
  })
  try {
    return await Promise.race([work(limit.signal), isLate])
  } finally {
    clearTimeout(timer)
  }
}
