/** Resolves when the part answers, throws when it doesn't. */
export type ReadyCheck = () => Promise<unknown>

const patienceMs = 2000

/** Returns each needed part by name with `ok` or `unreachable`; it reveals nothing else. */
export async function readyAnswer(checks: Record<string, ReadyCheck>) {
  const parts = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) => [name, (await answers(check)) ? 'ok' : 'unreachable'] as const,
    ),
  )
  return { ready: parts.every(([, state]) => state === 'ok'), parts: Object.fromEntries(parts) }
}

/** Counts a request whose client hung up before it was answered. */
export const abortedStatus = 499

export interface Metrics {
  count(status: number): void
  /** Prometheus text format 0.0.4. */
  text(): string
}

/** Requests by class of status, and the process's own figures. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  return {
    count(status) {
      const group = status === abortedStatus ? 'aborted' : `${Math.floor(status / 100)}xx`
      requests.set(group, (requests.get(group) ?? 0) + 1)
    },
    text() {
      const lines = ['# TYPE werkbank_requests_total counter']
      for (const [group, count] of requests) lines.push(`werkbank_requests_total{status="${group}"} ${count}`)
      lines.push('# TYPE process_resident_memory_bytes gauge')
      lines.push(`process_resident_memory_bytes ${process.memoryUsage.rss()}`)
      lines.push('# TYPE process_uptime_seconds gauge')
      lines.push(`process_uptime_seconds ${Math.round(process.uptime())}`)
      return `${lines.join('\n')}\n`
    },
  }
}

async function answers(check: ReadyCheck): Promise<boolean> {
  try {
    await Promise.race([
      check(),
      new Promise((_, reject) => setTimeout(() => reject(new Error('timeout')), patienceMs).unref()),
    ])
    return true
  } catch {
    return false
  }
}
