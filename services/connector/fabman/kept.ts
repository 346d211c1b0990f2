import { FabmanUnavailable } from '../../../clients/fabman.ts'

const freshMs = 60_000
/** So long the workshop can be looked at while Fabman is away. */
const usableMs = 24 * 60 * 60 * 1000
const mostEntries = 1000

/**
 * What changes rarely and is asked often: spaces, equipment, packages. Fresh for a minute, asked for once at a time;
 * while Fabman does not answer, the last good answer of a day, tried anew each minute.
 */
export function createKept({ now }: { now: () => number }) {
  const entries = new Map<string, { answer: unknown; at: number; freshUntil: number }>()
  const flights = new Map<string, Promise<unknown>>()

  async function fly<T>(key: string, load: () => Promise<T>, isCurrent: () => boolean): Promise<T> {
    try {
      const answer = await load()
      if (isCurrent()) {
        entries.delete(key)
        entries.set(key, { answer, at: now(), freshUntil: now() + freshMs })
        for (const oldest of entries.keys()) if (entries.size > mostEntries) entries.delete(oldest)
      }
      return answer
    } catch (error) {
      const last = entries.get(key)
      if (!last || !(error instanceof FabmanUnavailable) || now() >= last.at + usableMs) throw error
      // No oftener than when all is well: what is broken is not asked more.
      last.freshUntil = now() + freshMs
      return last.answer as T
    }
  }

  return {
    /** @throws what `load` throws, when there is nothing usable in its place */
    get<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = entries.get(key)
      if (known && now() < known.freshUntil) return Promise.resolve(known.answer as T)
      const running = flights.get(key)
      if (running) return running as Promise<T>
      const flight: Promise<T> = fly(key, load, () => flights.get(key) === flight).finally(() => {
        if (flights.get(key) === flight) flights.delete(key)
      })
      flights.set(key, flight)
      return flight
    },
    /** The next question is asked anew; while Fabman does not answer, the old answer still counts. */
    forget(matches: (key: string) => boolean): void {
      for (const [key, entry] of entries) if (matches(key)) entry.freshUntil = 0
      for (const key of flights.keys()) if (matches(key)) flights.delete(key)
    },
  }
}
export type Kept = ReturnType<typeof createKept>
