import type { Context } from 'hono'
import { ageHeader } from '../../../contracts/age.ts'
import { type ConnectorApi, connectorApi } from '../../../contracts/http/connector.ts'
import type { Endpoint } from '../../../contracts/http/endpoint.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Call, Handlers } from '../../../platform/http/api.ts'
import type { ServiceEnv } from '../../../platform/http/service.ts'
import type { OnStale } from '../cache/cache.ts'
import type { CachedWorkshop } from '../cache/cached-workshop.ts'

/** One handler per endpoint of the connector. */
export type ConnectorHandlers = Handlers<ConnectorApi>

/**
 * The handlers that the contract table implies: each calls the method of the row's name, with the arguments that
 * `Method` in workshop-system.ts states, and last where to report the age of stale data. They throw Problem
 * `notSupported` when the workshop system lacks the method.
 */
export function passOn(workshop: CachedWorkshop): ConnectorHandlers {
  const handlers = Object.entries<Endpoint>(connectorApi).map(([name, row]) => {
    const method = workshop[name as keyof ConnectorApi] as
      | ((...asked: unknown[]) => Promise<unknown>)
      | undefined
    return [
      name,
      async (call: Call<Endpoint>) => {
        if (!method) throw new Problem('notSupported')
        const asked = argumentsOf(row, call)
        return asked && method(...asked, tellAge(call.c))
      },
    ]
  })
  return Object.fromEntries(handlers) as ConnectorHandlers
}

/** Returns null when a member asks for data of another one. */
function argumentsOf(row: Endpoint, { params, query, body, member, requestKey }: Call<Endpoint>) {
  const isOfMembers = row.callers.includes('member')
  const namesMember = isOfMembers && row.path.startsWith('/fabman/members/{id}/')
  if (namesMember && params['id'] !== member) return null
  return [
    ...Object.values(params),
    ...(isOfMembers && !namesMember ? [member] : []),
    ...(row.query ? [query] : []),
    ...(row.body ? [{ ...(body as object), ...(requestKey && { requestKey }) }] : []),
  ]
}

/** Sets the age of stale data on the response; the oldest age counts. */
function tellAge(c: Context<ServiceEnv>): OnStale {
  let oldest = 0
  return (ageSeconds) => {
    oldest = Math.max(oldest, ageSeconds)
    c.header(ageHeader, String(oldest))
  }
}
