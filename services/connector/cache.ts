import type { Clock } from '../../platform/clock.ts'

/** Keeps answers for a while; one load per key at a time, whoever asks. */
export interface Cache {
  /**
   * The kept answer, or what `load` gives, kept for `seconds` from now. A failed load and `null` are not kept.
   */
  get<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>
  /** Forgets what matches; a load under way is still given to those who wait for it, but not kept. */
  forget(matches: (key: string) => boolean): void
}

interface Entry {
  answer: Promise<unknown>
  /** Epoch milliseconds; endless while loading. */
  expiresAt: number
}

/** @param maxEntries beyond it the key that was not used for longest goes first */
export function createCache({ clock, maxEntries = 2000 }: { clock: Clock; maxEntries?: number }): Cache {
  const entries = new Map<string, Entry>()

  return {
    get<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> {
      const known = entries.get(key)
      entries.delete(key)
      if (known && clock().getTime() < known.expiresAt) {
        entries.set(key, known)
        return known.answer as Promise<T>
      }
      const entry: Entry = { answer: load(), expiresAt: Number.POSITIVE_INFINITY }
      entries.set(key, entry)
      settle(key, entry, seconds)
      evict()
      return entry.answer as Promise<T>
    },
    forget(matches) {
      for (const key of entries.keys()) if (matches(key)) entries.delete(key)
    },
  }

  function settle(key: string, entry: Entry, seconds: number): void {
    const drop = () => {
      if (entries.get(key) === entry) entries.delete(key)
    }
    entry.answer.then((answer) => {
      if (answer === null) drop()
      else entry.expiresAt = clock().getTime() + seconds * 1000
    }, drop)
  }

  function evict(): void {
    for (const key of entries.keys()) {
      if (entries.size <= maxEntries) return
      entries.delete(key)
    }
  }
}
