/** Returns a queue in which sources (networks, connections) take turns: one entry of each, in the order in which they came. */
export function createFairQueue<T>() {
  const waiting = new Map<unknown, T[]>()
  return {
    isEmpty: () => waiting.size === 0,
    add(source: unknown, entry: T): void {
      const entries = waiting.get(source)
      if (entries) entries.push(entry)
      else waiting.set(source, [entry])
    },
    /** Takes the next entry out. */
    take(): T | undefined {
      for (const [source, entries] of waiting) {
        waiting.delete(source)
        const entry = entries.shift()
        // A source that still waits has another turn when all others had theirs.
        if (entries.length > 0) waiting.set(source, entries)
        return entry
      }
      return undefined
    },
  }
}
