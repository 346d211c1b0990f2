/** Counts a request whose client hung up before it was answered. */
export const abortedStatus = 499

export interface Family {
  /** With unit and `_total` as Prometheus names them. */
  name: string
  type: 'gauge' | 'counter'
  values: [labels: Record<string, string>, value: number][]
}

export type Metrics = ReturnType<typeof createMetrics>

/** Upper limits of the histogram, in seconds. */
const limits = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Durations {
  /** In the text format. */
  labels: string
  counts: number[]
  total: number
  seconds: number
}

/** Counts the requests of this process and writes metrics in the Prometheus text format 0.0.4. */
export function createMetrics() {
  const requests = new Map<string, Durations>()
  return {
    /** Counts a request of a kind, its status and the milliseconds it took. */
    count(kind: string, status: number, ms: number): void {
      const key = `${kind} ${classOf(status)}`
      const durations = requests.get(key) ?? newDurations(kind, status)
      requests.set(key, durations)
      const seconds = ms / 1000
      const bucket = limits.findIndex((limit) => seconds <= limit)
      if (bucket >= 0) durations.counts[bucket]! += 1
      durations.total += 1
      durations.seconds += seconds
    },
    /** Returns the durations of requests, then the given families. */
    text(families: Family[]): string {
      const name = 'werkbank_request_duration_seconds'
      const lines = [`# TYPE ${name} histogram`]
      for (const { labels, counts, total, seconds } of requests.values()) {
        let sum = 0
        for (const [index, limit] of limits.entries()) {
          sum += counts[index] ?? 0
          lines.push(`${name}_bucket{${labels},le="${limit}"} ${sum}`)
        }
        lines.push(`${name}_bucket{${labels},le="+Inf"} ${total}`)
        lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${total}`)
      }
      return `${[...lines, ...families.flatMap(linesOf)].join('\n')}\n`
    },
  }
}

function linesOf({ name, type, values }: Family): string[] {
  const samples = values.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
  })
  return [`# TYPE ${name} ${type}`, ...samples]
}

function newDurations(kind: string, status: number): Durations {
  const labels = `kind="${escaped(kind)}",status="${classOf(status)}"`
  return { labels, counts: limits.map(() => 0), total: 0, seconds: 0 }
}

function classOf(status: number): string {
  return status === abortedStatus ? 'aborted' : `${Math.floor(status / 100)}xx`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
