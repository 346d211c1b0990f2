import type { VerifyAccessToken } from '../../platform/auth/access-token.ts'
import type { FindMember } from '../../platform/auth/account-link.ts'
import type { Clock } from '../../platform/clock.ts'
import { createService, type Fetch } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { honoPath, openApi, type RouteDescription } from '../../platform/http/openapi.ts'
import type { ServiceTokens } from '../../platform/auth/service-token.ts'
import { createAuthorization } from './api/callers.ts'
import { bookingHandlers } from './api/bookings.ts'
import { type Cache, createCache } from './cache/cache.ts'
import { calendarHandlers } from './api/calendars.ts'
import { cachedWorkshop } from './cache/cached-workshop.ts'
import { equipmentHandlers } from './api/equipment.ts'
import type { Handler } from './api/handler.ts'
import { createWrite, type Idempotency } from '../../platform/idempotency.ts'
import { memberHandlers } from './api/members.ts'
import type { Pace } from './api/write-limit.ts'
import { routes } from './api/routes.ts'
import { spaceHandlers } from './api/spaces.ts'
import { waitlistHandlers } from './api/waitlist.ts'
import type { WorkshopSystem } from './workshop-system.ts'

export interface ConnectorOptions {
  workshop: WorkshopSystem
  serviceTokens: ServiceTokens
  verifyAccessToken: VerifyAccessToken
  findMember: FindMember
  /** Keeps answers by `Idempotency-Key`; absent, the header is ignored. */
  idempotency?: Idempotency
  /** How often a member may write; absent, as often as they like. */
  pace?: Pace
  /** Outward address of path `/`, shown in the API description. */
  publicUrl: string
  clock: Clock
  log: Log
  /** The cache that the workshop system's changes invalidate. Default: one of its own. */
  cache?: Cache
  /** The present lifetime of cached bookings in seconds. Default: 60. */
  bookingsSeconds?: () => number
}

/** The connector to workshop management: answers `/fabman/*`; mounted at `/connector/v1` with the prefix cut off. */
export function createConnector(options: ConnectorOptions): Fetch {
  const { clock, log, publicUrl, cache = createCache({ clock }) } = options
  const workshop = cachedWorkshop(options.workshop, cache, options.bookingsSeconds)
  const authorization = createAuthorization(options)
  const write = createWrite(options)
  const handlers: Record<keyof typeof routes, Handler> = {
    ...bookingHandlers({ workshop, authorization, write }),
    ...equipmentHandlers({ workshop, authorization }),
    ...spaceHandlers({ workshop }),
    ...memberHandlers({ workshop }),
    ...waitlistHandlers({ workshop, authorization, write }),
    ...calendarHandlers({ workshop }),
  }

  const app = createService('connector', log)
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  for (const [name, route] of Object.entries<RouteDescription>(routes)) {
    const handler = handlers[name as keyof typeof routes]
    app.on(route.method.toUpperCase(), honoPath(route), async (c) => {
      // A member's call authorises itself in its handler, because the answer depends on who it is.
      if (!route.callers.includes('member')) await authorization.connectorToken(c.req.raw, route.callers)
      return handler(c)
    })
  }
  const api = { title: 'Werkbank: connector', server: publicUrl, routes: Object.values(routes) }
  app.get('/openapi.json', (c) => c.json(openApi(api)))
  return (request) => Promise.resolve(app.fetch(request))
}
