import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { withinLimit } from '../../platform/http/health.ts'
import type { Family } from '../../platform/http/metrics.ts'
import { runningJobs } from '../../platform/jobs/jobs.ts'
import * as outbox from '../../platform/outbox/outbox.store.ts'
import type { Base } from './base.ts'
import type { IdentityPart } from './identity.ts'

interface MetricsParts {
  opened: Pick<OpenedDatabase, 'db' | 'numbers'>
  identity: Pick<IdentityPart, 'embedded'>
}

const resolutionMs = 20

/** Returns what writes the metrics of this process. The outbox is left out while the database does not answer. */
export function composeMetrics(
  { clock, upstreams, metrics }: Pick<Base, 'clock' | 'upstreams' | 'metrics'>,
  { opened, identity }: MetricsParts,
): () => Promise<string> {
  const loop = monitorEventLoopDelay({ resolution: resolutionMs })
  loop.enable()
  return async () => {
    const mails = await withinLimit(() => outbox.open(opened.db)).catch(() => [])
    const text = metrics.text([
      ...processFamilies(loop),
      ...poolFamilies(opened.numbers()),
      {
        name: 'werkbank_outbox_unsent',
        type: 'gauge',
        values: mails.map(({ kind, count }) => [{ kind }, count]),
      },
      {
        name: 'werkbank_outbox_oldest_age_seconds',
        type: 'gauge',
        values: mails.map(({ kind, oldestAt }) => [{ kind }, secondsBetween(oldestAt, clock())]),
      },
      {
        name: 'werkbank_job_last_success_timestamp_seconds',
        type: 'gauge',
        values: runningJobs().map(({ name, succeededAt }) => [
          { job: name },
          (succeededAt?.getTime() ?? 0) / 1000,
        ]),
      },
      {
        name: 'werkbank_upstream_calls_total',
        type: 'counter',
        values: [...upstreams.counts].flatMap(([upstream, outcomes]) =>
          Object.entries(outcomes).map(([outcome, count]): Family['values'][number] => [
            { upstream, outcome },
            count,
          ]),
        ),
      },
      {
        name: 'werkbank_identity_events_total',
        type: 'counter',
        values: [...(identity.embedded?.events ?? [])].map(([event, count]) => [{ event }, count]),
      },
    ])
    // Each reading is of the time since the last one.
    loop.reset()
    return text
  }
}

function processFamilies(loop: { percentile(percentile: number): number }): Family[] {
  // The histogram holds the pauses between its own turns.
  const delay = (percentile: number) => Math.max(0, loop.percentile(percentile) / 1e6 - resolutionMs) / 1000
  return [
    {
      name: 'nodejs_eventloop_lag_seconds',
      type: 'gauge',
      values: [
        [{ quantile: '0.5' }, delay(50)],
        [{ quantile: '0.99' }, delay(99)],
      ],
    },
    { name: 'process_resident_memory_bytes', type: 'gauge', values: [[{}, process.memoryUsage.rss()]] },
    { name: 'process_uptime_seconds', type: 'gauge', values: [[{}, Math.round(process.uptime())]] },
  ]
}

function poolFamilies({ inUse, waiting, max }: ReturnType<OpenedDatabase['numbers']>): Family[] {
  return [
    {
      name: 'werkbank_database_connections',
      type: 'gauge',
      values: [
        [{ state: 'used' }, inUse],
        [{ state: 'max' }, max],
      ],
    },
    { name: 'werkbank_database_waiting', type: 'gauge', values: [[{}, waiting]] },
  ]
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1000)
}
