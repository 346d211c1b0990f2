/** At most so many route preloads run at once (specification section 9). */
const limit = 4

/**
 * Runs tasks in order, `limit` at a time; a key that waits or runs is not taken twice.
 * A failed preload is nobody's problem: the navigation itself will tell.
 */
export function createPreloadQueue(max = limit) {
  const waiting: { key: string; task: () => Promise<unknown> }[] = []
  const known = new Set<string>()
  let running = 0

  function next(): void {
    const job = running < max ? waiting.shift() : undefined
    if (!job) return
    running++
    void job
      .task()
      .catch(() => {})
      .finally(() => {
        running--
        known.delete(job.key)
        next()
      })
    next()
  }

  return (key: string, task: () => Promise<unknown>): void => {
    if (known.has(key)) return
    known.add(key)
    waiting.push({ key, task })
    next()
  }
}
