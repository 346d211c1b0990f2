import { Hono } from 'hono'
import type { Clock } from '../../platform/clock.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { type Account, createAccount } from './account.ts'
import { type ApiKey, authenticate } from './authentication.ts'
import { createBookings } from './bookings.ts'
import { mountCollection } from './collection-routes.ts'
import { collections } from './collections.ts'
import { type Faults, faulty, noFaults, tooMany } from './faults.ts'
import { Refused } from './paging.ts'
import { createReplies, type Env } from './replies.ts'
import { type Api, mountBookings, mountEquipment, mountMembers, mountUser } from './routes.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

interface DoubleOptions {
  clock: Clock
  /** Keys by their secret. */
  keys: ReadonlyMap<string, ApiKey>
  /** Requests per second before it answers 429; null = no limit. */
  perSecond?: number | null
  /** See `createBookings`; default true. */
  judgesAdmins?: boolean
  /** Carries messages to webhooks. */
  webhookFetch?: Fetch
  webhookWait?: (milliseconds: number) => Promise<unknown>
}

export interface FabmanDouble {
  /** The API at `/api/v1` of any host. */
  fetch: Fetch
  account: Account
  webhooks: Webhooks
  faults: Faults
  /** Every request that arrived, as `GET /api/v1/spaces?limit=1`. */
  requests: string[]
}

/**
 * A Fabman account in memory behind the part of Fabman's API that the connector and its tests use, with its transport
 * rules: keys, paging by `Link`, `embed`, `resolve`, `lockVersion`, 204 for nothing, and errors 400 to 429.
 * https://github.com/FabmanHQ/fabman-api
 */
export function createFabmanDouble(options: DoubleOptions): FabmanDouble {
  const { clock, judgesAdmins = true, webhookWait } = options
  const account = createAccount({ clock })
  const webhooks = createWebhooks({
    account,
    now: clock,
    fetch: options.webhookFetch ?? fetch,
    ...(webhookWait && { wait: webhookWait }),
  })
  const bookings = createBookings({ account, clock, judgesAdmins, emit: webhooks.emit })
  const faults = noFaults()
  const app = guarded(options, faults, bookings.settle)
  const api: Api = { app, account, replies: createReplies(account) }
  mountUser(api)
  mountBookings(api, bookings)
  mountEquipment(api)
  mountMembers(api)
  app.post('/webhooks/:id/test', (c) => {
    const createdBy = account.tables.members.get(c.get('key').member) ?? null
    webhooks.test(api.replies.rowOf(c, 'webhooks'), createdBy)
    return api.replies.none(c)
  })
  for (const collection of collections) mountCollection(api, webhooks, collection)

  const requests: string[] = []
  const reply = faulty(async (request) => app.fetch(request), faults)
  return {
    account,
    webhooks,
    faults,
    requests,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      requests.push(`${request.method} ${pathname}${search}`)
      return reply(request)
    },
  }
}

/** The application without routes: request limit, key and privileges, and the charges that are due. */
function guarded({ clock, keys, perSecond = null }: DoubleOptions, faults: Faults, settle: () => void) {
  const isOverLimit = createLimit(clock, perSecond)
  const app = new Hono<Env>().basePath('/api/v1')
  app.onError((error) => {
    if (error instanceof Refused) return error.response
    throw error
  })
  app.notFound(() => new Refused(404, 'Not Found').response)
  app.use(async (c, next) => {
    if (isOverLimit()) return tooMany(faults.retryAfter)
    const key = authenticate(c.req.raw, keys)
    c.set('key', key)
    const isOwn = c.req.path.endsWith('/user/me') || /\/bookings(\/\d+)?$/.test(c.req.path)
    if (key.privileges === 'member' && !isOwn) throw new Refused(403, 'Insufficient privileges')
    settle()
    await next()
  })
  return app
}

/** Counts requests in the running second of the clock. */
function createLimit(clock: Clock, perSecond: number | null): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const now = Math.floor(clock().getTime() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    return perSecond !== null && count > perSecond
  }
}
