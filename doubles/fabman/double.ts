import { type Context, Hono } from 'hono'
import type { Clock } from '../../platform/clock.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { toDecimal } from '../../rules/money.ts'
import { type Account, createAccount, type Fields, type Row, type Table } from './account.ts'
import { pageOf, readObject, readQuery, Refused } from './paging.ts'
import { type ApiKey, authenticate } from './authentication.ts'
import { createBookings } from './bookings.ts'
import { bookingFilters, type Collection, collections, embedded, resolved } from './collections.ts'
import { type Faults, faulty, noFaults, tooMany } from './faults.ts'
import { balanceItems } from './money.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

interface DoubleOptions {
  clock: Clock
  /** Keys by their secret. */
  keys: ReadonlyMap<string, ApiKey>
  /** Requests per second before it answers 429; null = no limit. */
  perSecond?: number | null
  /** See `createBookings`; default true. */
  judgesAdmins?: boolean
  /** Writes addresses of next pages without host. */
  isLinkRelative?: boolean
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

type Env = { Variables: { key: ApiKey } }

/**
 * A Fabman account in memory behind the part of Fabman's API that the connector and its tests use, with its transport
 * rules: keys, paging by `Link`, `embed`, `resolve`, `lockVersion`, 204 for nothing, and errors 400 to 429.
 * https://github.com/FabmanHQ/fabman-api
 */
export function createFabmanDouble(options: DoubleOptions): FabmanDouble {
  const { clock, keys, perSecond = null, judgesAdmins = true, isLinkRelative = false } = options
  const account = createAccount({ clock })
  const webhookFetch = options.webhookFetch ?? fetch
  const webhooks = createWebhooks({
    account,
    now: clock,
    fetch: webhookFetch,
    ...(options.webhookWait && { wait: options.webhookWait }),
  })
  const emit = webhooks.emit
  const bookings = createBookings({ account, clock, judgesAdmins, emit })
  const faults = noFaults()
  const requests: string[] = []
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
    bookings.settle()
    await next()
  })

  app.get('/user/me', (c) => {
    const member = account.tables.members.get(c.get('key').member)
    return c.json({
      emailAddress: member?.['emailAddress'] ?? null,
      members: member ? [member] : [],
      state: 'active',
    })
  })
  const show = (table: Table, query: Map<string, string[]>) => (row: Row) => shown(account, table, row, query)
  const rowOf = (c: Context<Env>, table: Table): Row => {
    const row = account.tables[table].get(Number(c.req.param('id')))
    const own =
      c.get('key').privileges !== 'member' || table !== 'bookings' || row?.['member'] === c.get('key').member
    if (!row || !own) throw new Refused(404, 'Not Found')
    return row
  }
  const listed = (c: Context<Env>, table: Table, rows: Row[], filters: Collection['filters'] = {}) => {
    const url = new URL(c.req.url)
    const query = readQuery(url, Object.keys(filters))
    const found = rows.filter((row) =>
      Object.entries(filters).every(([name, fits]) => {
        const value = query.get(name)?.[0]
        return value === undefined || fits(row, value)
      }),
    )
    return pageOf(found, { url, query, show: show(table, query), isLinkRelative })
  }
  const one = (c: Context<Env>, table: Table, row: Row, status: 200 | 201 = 200) => {
    const query = readQuery(new URL(c.req.url))
    return c.json(show(table, query)(row) as object, status)
  }

  app.get('/bookings', (c) => {
    const { privileges, member } = c.get('key')
    const rows = account.rows('bookings').filter((row) => privileges !== 'member' || row['member'] === member)
    return listed(c, 'bookings', rows, bookingFilters)
  })
  app.post('/bookings', async (c) =>
    one(c, 'bookings', bookings.create(await readObject(c.req.raw), c.get('key')), 201),
  )
  app.get('/bookings/:id', (c) => one(c, 'bookings', rowOf(c, 'bookings')))
  app.put('/bookings/:id', async (c) => {
    const body = await readObject(c.req.raw)
    const row = rowOf(c, 'bookings')
    checkLock(row, body)
    return one(c, 'bookings', bookings.update(row, body, c.get('key')))
  })
  app.delete('/bookings/:id', (c) => {
    bookings.remove(rowOf(c, 'bookings'))
    return c.body(null, 204)
  })

  app.get('/spaces/:id/opening-hours', (c) => c.json(account.openingHours.get(rowOf(c, 'spaces').id) ?? []))
  app.get('/resources/:id/bridge', (c) => {
    const bridge = account.bridges.get(rowOf(c, 'resources').id)
    return bridge ? c.json(bridge) : c.body(null, 204)
  })
  app.get('/members/:id/trained-resources', (c) => {
    const today = clock().toISOString().slice(0, 10)
    const { id } = rowOf(c, 'members')
    const courses = account
      .rows('memberTrainings')
      .filter(({ member, fromDate, untilDate }) => {
        return (
          member === id && String(fromDate) <= today && (untilDate === null || today <= String(untilDate))
        )
      })
      .map(({ trainingCourse }) => account.tables.trainingCourses.get(Number(trainingCourse)))
    return c.json([...new Set(courses.flatMap((course) => (course?.['resources'] as number[]) ?? []))])
  })
  app.get('/members/:id/balance-items', (c) => {
    const { payments, invoices, charges, unpaidBookings } = balanceItems(account, rowOf(c, 'members'))
    return c.json({
      sumInvoices: toDecimal(invoices),
      sumPayments: toDecimal(payments),
      sumCharges: toDecimal(charges),
      sumUnpaidBookings: unpaidBookings / 100,
    })
  })
  for (const empty of ['key', 'device', 'payment-method']) {
    app.get(`/members/:id/${empty}`, (c) => (rowOf(c, 'members'), c.body(null, 204)))
  }
  app.get('/members/:id/credits/:credit/uses', (c) => {
    const credit = account.tables.credits.get(Number(c.req.param('credit')))
    if (credit?.['member'] !== rowOf(c, 'members').id) throw new Refused(404, 'Not Found')
    return listed(
      c,
      'creditUses',
      account.rows('creditUses').filter((use) => use['credit'] === credit.id),
    )
  })
  app.post('/webhooks/:id/test', (c) => {
    webhooks.test(rowOf(c, 'webhooks'), c.get('key').member)
    return c.body(null, 204)
  })
  for (const collection of collections) mount(collection)

  const answer = faulty((request) => Promise.resolve(app.fetch(request)), faults)
  return {
    account,
    webhooks,
    faults,
    requests,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      requests.push(`${request.method} ${pathname}${search}`)
      return answer(request)
    },
  }

  function mount({
    path,
    table,
    parent,
    parentTable,
    filters,
    required,
    optional = [],
    event,
  }: Collection): void {
    const inParent = (c: Context<Env>): Fields => {
      if (!parent || !parentTable) return {}
      const id = Number(c.req.param('parent'))
      if (!account.tables[parentTable].has(id)) throw new Refused(404, 'Not Found')
      return { [parent]: id }
    }
    const owned = (c: Context<Env>): Row => {
      const [own] = Object.entries(inParent(c))
      const row = rowOf(c, table)
      if (own && row[own[0]] !== own[1]) throw new Refused(404, 'Not Found')
      return row
    }
    const tell = (what: string, row: Row) => event && emit(`${event}_${what}`, { [event]: row })
    app.get(path, (c) => {
      const [own] = Object.entries(inParent(c))
      const rows = account.rows(table).filter((row) => !own || row[own[0]] === own[1])
      return listed(c, table, rows, filters)
    })
    app.get(`${path}/:id`, (c) => one(c, table, owned(c)))
    if (required) {
      app.post(path, async (c) => {
        const body = await readObject(c.req.raw)
        checkFields(body, required, optional)
        if (table === 'members') refuseSameAddress(account, body)
        const { account: _, ...fields } = body
        const row = account.insert(table, { ...fields, ...inParent(c) }, c.get('key').member)
        tell('created', row)
        return one(c, table, row, 201)
      })
    }
    app.put(`${path}/:id`, async (c) => {
      const body = await readObject(c.req.raw)
      const row = owned(c)
      checkLock(row, body)
      const readOnly = ['id', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy', 'account', parent]
      const change = Object.entries(body).filter(([name]) => name in row && !readOnly.includes(name))
      const updated = account.update(table, row, Object.fromEntries(change), c.get('key').member)
      tell('updated', updated)
      if (table === 'webhooks') webhooks.resume(updated.id)
      return one(c, table, updated)
    })
    app.delete(`${path}/:id`, (c) => {
      const row = owned(c)
      account.remove(table, row.id)
      tell('deleted', row)
      return c.body(null, 204)
    })
  }
}

/** A row as it is answered: short objects in place of ids, and what was asked to be embedded. */
function shown(account: Account, table: Table, row: Row, query: Map<string, string[]>): unknown {
  const answer: Fields = { ...row }
  for (const name of query.get('resolve') ?? [])
    if (name in row) answer[name] = resolved(account, name, row[name])
  // The course of a training always comes along.
  const names = [...(query.get('embed') ?? []), ...(table === 'memberTrainings' ? ['trainingCourse'] : [])]
  for (const name of names) {
    const added = embedded(account, table, row, name)
    if (!added) throw new Refused(400, `"embed" does not know ${name}`)
    answer['_embedded'] = { ...(answer['_embedded'] as Fields), ...added }
  }
  return answer
}

function checkLock(row: Row, body: Fields): void {
  if (!('lockVersion' in body)) throw new Refused(400, '"lockVersion" is required')
  if (body['lockVersion'] !== row.lockVersion)
    throw new Refused(409, 'The object was changed in the meantime')
}

function checkFields(body: Fields, required: string[], optional: string[]): void {
  const known = new Set([...required, ...optional])
  for (const name of Object.keys(body)) {
    if (!known.has(name)) throw new Refused(400, `"${name}" is not allowed`)
  }
  for (const name of required) if (!(name in body)) throw new Refused(400, `"${name}" is required`)
}

function refuseSameAddress(account: Account, { emailAddress }: Fields): void {
  const same = (other: unknown) => String(other).toLowerCase() === String(emailAddress).toLowerCase()
  const known = emailAddress
    ? account.rows('members').find((member) => same(member['emailAddress']))
    : undefined
  if (known)
    throw new Refused(422, 'Duplicate email address', { duplicateEmailAddress: { member: known.id } })
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
