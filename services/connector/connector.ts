import { connectorApi } from '../../contracts/http/connector.ts'
import { type CallersOptions, createCallers } from '../../platform/auth/callers.ts'
import type { Clock } from '../../platform/clock.ts'
import { createApi } from '../../platform/http/api.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { createWrite, type Idempotency, type WriteLimit } from '../../platform/idempotency.ts'
import type { Log } from '../../platform/log.ts'
import { memberCalls } from './api/member-calls.ts'
import { passOn } from './api/pass-on.ts'
import { type Cache, createCache } from './cache/cache.ts'
import { cachedWorkshop } from './cache/cached-workshop.ts'
import type { WorkshopSystem } from './workshop-system.ts'

export interface ConnectorOptions extends CallersOptions {
  workshop: WorkshopSystem
  /** Stores responses by `Idempotency-Key`; absent, the header is ignored. */
  idempotency?: Idempotency
  /** Limits the writes of a member; absent, there is no limit. */
  writeLimit?: WriteLimit
  /** Outward address of path `/`, shown in the API description. */
  publicUrl: string
  clock: Clock
  log: Log
  /** The cache that the workshop system's changes invalidate. Default: one of its own. */
  cache?: Cache
  /** The present lifetime of cached bookings in seconds. Default: 60. */
  bookingsSeconds?: () => number
}

/** The connector to the workshop system: answers `/fabman/*`; mounted at `/connector/v1`, which is cut off. */
export function createConnector(options: ConnectorOptions): Fetch {
  const { clock, log, publicUrl, cache = createCache({ clock }) } = options
  const workshop = cachedWorkshop(options.workshop, cache, options.bookingsSeconds)
  const app = createApi({
    name: 'connector',
    title: 'Werkbank: connector',
    publicUrl,
    endpoints: connectorApi,
    handlers: { ...passOn(workshop), ...memberCalls(workshop) },
    callers: createCallers(options),
    write: createWrite(options),
    log,
  })
  return (request) => Promise.resolve(app.fetch(request))
}
