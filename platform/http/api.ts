import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { Endpoint, Endpoints } from '../../contracts/http/endpoint.ts'
import { type Locale, Problem } from '../../contracts/problem.ts'
import type { Caller as Person } from '../auth/access-token.ts'
import type { Callers } from '../auth/callers.ts'
import type { Write } from '../idempotency.ts'
import type { Log } from '../log.ts'
import { type ApiDescription, honoPath, openApi } from './openapi.ts'
import { createService, localeOf, readAddress, readBody, type ServiceEnv } from './service.ts'

/** Exactly one handler per endpoint of a table; null = this installation does not have the endpoint (`notFound`). */
export type Handlers<Table extends Endpoints> = { [Name in keyof Table]: Handler<Table[Name]> | null }

/** Answers one endpoint; null = `notFound`, where the endpoint lists that problem. */
export type Handler<Row extends Endpoint> = (call: Call<Row>) => Promise<Answer<Row>>

/** A request after its checks. */
export interface Call<Row extends Endpoint> {
  params: { [Name in keyof Row['params']]: z.output<Row['params'][Name]> }
  query: Checked<Row['query']>
  body: Checked<Row['body']>
  /** Id of the member who calls. */
  member: 'member' extends Row['callers'][number] ? number : undefined
  /** The account behind the access token. */
  person: Row['callers'] extends readonly ['person'] ? Person : undefined
  /** Tells this request from all others of the member, when it came with an `Idempotency-Key`. */
  requestKey: string | undefined
  locale: Locale
  /** For headers only. */
  c: Context<ServiceEnv>
}

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

type Answer<Row extends Endpoint> =
  | z.output<Row['answer']>
  | ('notFound' extends NonNullable<Row['problems']>[number] ? null : never)

interface ApiOptions<Table extends Endpoints> extends ApiDescription {
  /** Appears in every log line of the service. */
  name: string
  endpoints: Table
  handlers: Handlers<Table>
  callers: Callers
  /** Runs writes that take an `Idempotency-Key`; absent, they just run. */
  write?: Write
  log: Log
}

/** A service that answers every endpoint of a contract table, and describes them at `/openapi.json`. */
export function createApi<Table extends Endpoints>(options: ApiOptions<Table>): Hono<ServiceEnv> {
  const { name, endpoints, handlers, log } = options
  const app = createService(name, log)
  let described: ReturnType<typeof describe> | undefined
  app.get('/openapi.json', async (c) => {
    const { text, gzip, etag } = await (described ??= describe(options))
    const headers = { 'cache-control': 'no-cache', etag, vary: 'accept-encoding' }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    c.header('content-type', 'application/json')
    return /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
      ? c.body(gzip, 200, { ...headers, 'content-encoding': 'gzip' })
      : c.body(text, 200, headers)
  })
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  for (const [key, row] of Object.entries(endpoints)) {
    const handler = handlers[key]
    if (handler)
      app.on(row.method, honoPath(row), answerTo(row, handler as unknown as Handler<Endpoint>, options))
  }
  return app
}

/** The description as it is sent: it stays the same, and making it takes longer than any other answer may. */
async function describe(options: ApiDescription) {
  const text = JSON.stringify(openApi(options))
  const gzip = new Uint8Array(await promisify(zlib.gzip)(text))
  return { text, gzip, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

/** The steps of every request: who calls, the address, then inside the idempotent write the body and the work. */
function answerTo(
  row: Endpoint,
  handler: Handler<Endpoint>,
  { callers, write }: Pick<ApiOptions<Endpoints>, 'callers' | 'write'>,
) {
  const params = z.object(row.params)
  const query = (row.query ?? z.object({})).strict()
  const bodySchema = row.body?.strict()
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const { person, member } = await callers.check(c.req.raw, row.callers)
    const address = readAddress(c, params, query)
    const work = async (requestKey?: string) => {
      const body = bodySchema && (await readBody(c, bodySchema))
      const call = { ...address, body, person, member, requestKey, locale: localeOf(c.req.raw), c }
      const answer = await handler(call as unknown as Call<Endpoint>)
      if (answer === null) throw new Problem('notFound')
      return c.json(answer, row.status ?? 200)
    }
    return row.idempotencyKey && write && member !== undefined ? write(c, member, work) : work()
  }
}
