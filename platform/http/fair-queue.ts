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
    /** Takes so many entries out. */
    take(limit: number): T[] {
      const taken: T[] = []
      // A customer who still waits goes to the end, and has another turn when all others had theirs.
      for (const [customer, entries] of waiting) {
        if (taken.length === limit) break
        waiting.delete(customer)
        taken.push(...entries.splice(0, 1))
        if (entries.length > 0) waiting.set(customer, entries)
      }
      return taken
    },
  }
}
