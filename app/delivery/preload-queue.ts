/** Most route preloads at once (K4). */
const limit = 4

/**
 * Runs tasks in order, `max` at a time; a key that waits or runs is not queued again. A failed preload is ignored: the
 * navigation itself reports the failure.
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
