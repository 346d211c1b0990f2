/** Returns a queue in which customers take turns: one entry of each, in the order in which they came. */
export function createFairQueue<T>() {
  const waiting = new Map<unknown, T[]>()
  return {
    isEmpty: () => waiting.size === 0,
    add(customer: unknown, entry: T): void {
      const entries = waiting.get(customer)
      if (entries) entries.push(entry)
      else waiting.set(customer, [entry])
    },
    /** Takes the next entry out. */
    take(): T | undefined {
      for (const [customer, entries] of waiting) {
        waiting.delete(customer)
        const entry = entries.shift()
        // A customer who still waits has another turn when all others had theirs.
        if (entries.length > 0) waiting.set(customer, entries)
        return entry
      }
      return undefined
    },
  }
}
