import { type Answers, isForgotten, type KeptAnswer, type Load } from './entries.ts'

/**
 * Answers in this process's memory, for the embedded database, which only one process has.
 * @param maxEntries beyond it the key that was not used for longest goes first
 */
export function createMemoryAnswers({ maxEntries = 2000 }: { maxEntries?: number } = {}): Answers {
  const entries = new Map<string, KeptAnswer>()
  const own = ({ key, token }: Load) => {
    const entry = entries.get(key)
    return entry?.load === token ? entry : null
  }

  return {
    async find(key) {
      const entry = entries.get(key)
      if (!entry) return null
      entries.delete(key)
      entries.set(key, entry)
      return { ...entry }
    },
    async begin({ key, token, at }) {
      const entry = entries.get(key) ?? { value: null, answeredAt: null, askAt: at, failedAt: null }
      entries.delete(key)
      entries.set(key, { ...entry, load: token })
      for (const oldest of entries.keys()) if (entries.size > maxEntries) entries.delete(oldest)
    },
    async keep(load, value, askAt) {
      if (own(load)) {
        entries.set(load.key, { value, answeredAt: load.at, askAt, failedAt: null, load: null })
      }
    },
    async fail(load, askAt) {
      const entry = own(load)
      if (entry) Object.assign(entry, { askAt, failedAt: load.at, load: null })
    },
    async drop(load) {
      if (own(load)) entries.delete(load.key)
    },
    async hurry(pauseMs) {
      for (const entry of entries.values()) {
        if (entry.failedAt !== null) entry.askAt = Math.min(entry.askAt, entry.failedAt + pauseMs)
      }
    },
    async forget(forgotten) {
      for (const [key, entry] of entries) {
        if (!isForgotten(key, forgotten)) continue
        entry.load = null
        if (!forgotten.isInVain || entry.failedAt === null) entry.askAt = 0
      }
    },
    async deleteBefore(instant) {
      for (const [key, { answeredAt, askAt }] of entries) {
        if ((answeredAt ?? askAt) < instant) entries.delete(key)
      }
    },
  }
}
