import type { Clock } from '../../platform/clock.ts'
import type { Config, Part } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Fetch } from '../../platform/http/service.ts'
import type { Upstreams } from '../../platform/http/upstreams.ts'
import type { Log } from '../../platform/log.ts'

/** The input of every composer. */
export interface Base {
  config: Config
  db: Database
  clock: Clock
  log: Log
  /** The secret of the installation, 32 bytes, the same in every process. */
  secret: Buffer
  /** Watches the calls to services elsewhere. */
  upstreams: Upstreams
  metrics: Metrics
}

/** Services by the prefix of their addresses. */
export type Mounts = Record<string, Fetch>

/** The fetch for a service elsewhere; its calls count under the name. */
export function remoteFetch({ upstreams }: Base, name: string): Fetch {
  return upstreams.watched(name, (request) => fetch(request))
}

/** Whether this process serves a part. */
export function serves({ config }: Base, part: Part): boolean {
  return config.serve.has(part)
}
