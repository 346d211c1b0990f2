import type { VerifyAccessToken } from '../../platform/auth/access-token.ts'
import type { FindMember } from '../../platform/auth/account-link.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createService, type Fetch } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { docsPage, honoPath, openApi } from '../../platform/http/openapi.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { ServiceTokens } from '../../platform/auth/service-token.ts'
import { createAuthentication } from './callers.ts'
import { calendarHandlers } from './members/calendars.ts'
import { catalogueHandlers } from './catalogue/catalogue.ts'
import { type BackendConnector, shieldConnector } from './workshop.ts'
import { courseHandlers } from './courses/courses.ts'
import { creditHandlers } from './members/credits.ts'
import { memberHandlers } from './members/members.ts'
import { type Handler, routes } from './routes.ts'
import { type IdentityManagement, verificationHandlers } from './accounts/verification.ts'

export interface BackendOptions {
  db: Database
  /** Workshop management, with a token of ability `manage`. */
  connector: BackendConnector
  verifyAccessToken: VerifyAccessToken
  serviceTokens: ServiceTokens
  findMember: FindMember
  /** null: the provider gives us no way to send mails again (`decisions.md` 16). */
  identity: IdentityManagement | null
  /** Who sent a request, for rate limits: never a header that anybody can set. */
  clientAddress: (request: Request) => string
  /** Outward address of path `/`, shown in the API description. */
  publicUrl: string
  clock: Clock
  log: Log
}

/** The product backend: answers `/member/get` and its like; mounted at `/api` with the prefix cut off. */
export function createBackend(options: BackendOptions): Fetch {
  const { db, clock, log, identity, clientAddress } = options
  const authentication = createAuthentication(options)
  const connector = shieldConnector(options.connector, log)
  const handlers: Record<keyof typeof routes, Handler> = {
    ...memberHandlers({ authentication, connector }),
    ...creditHandlers({ authentication, connector, clock }),
    ...calendarHandlers({ authentication, connector }),
    ...courseHandlers({ authentication, db }),
    ...catalogueHandlers({ authentication, connector, db }),
    ...verificationHandlers({ identity, rateLimit: createRateLimit({ db, clock }), clientAddress, log }),
  }
  const api = { title: 'Werkbank: product backend', server: options.publicUrl, routes: Object.values(routes) }

  const app = createService('backend', log)
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  for (const [name, route] of Object.entries(routes)) {
    app.on(route.method.toUpperCase(), honoPath(route), handlers[name as keyof typeof routes])
  }
  app.get('/openapi.json', (c) => c.json(openApi(api)))
  app.get('/docs', (c) => c.html(docsPage(api), 200, { 'content-security-policy': "default-src 'none'" }))
  return (request) => Promise.resolve(app.fetch(request))
}
