import type { Context } from 'hono'
import { ageHeader } from '../../../contracts/age.ts'
import type { ConnectorApi } from '../../../contracts/http/connector.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { ServiceEnv } from '../../../platform/http/service.ts'
import type { OnStale } from '../cache/cache.ts'

/** One handler per endpoint of the connector. */
export type ConnectorHandlers = Handlers<ConnectorApi>

/** @throws Problem `notSupported` when the workshop system does not have this part */
export function orNotSupported<T>(part: T | undefined): T {
  if (part === undefined) throw new Problem('notSupported')
  return part
}

/** Sets the age of stale data on the response; the oldest age counts. */
export function tellAge(c: Context<ServiceEnv>): OnStale {
  let oldest = 0
  return (ageSeconds) => {
    oldest = Math.max(oldest, ageSeconds)
    c.header(ageHeader, String(oldest))
  }
}
