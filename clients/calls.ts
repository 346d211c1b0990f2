import type { z } from 'zod'
import { ageOf } from '../contracts/age.ts'
import type { Endpoint, Endpoints } from '../contracts/http/endpoint.ts'
import type { Locale } from '../contracts/problem.ts'
import { StoreError, storeErrorOf } from './store-error.ts'

export interface CallOptions {
  /** Address of path `/` of the endpoints, no trailing slash. */
  baseUrl: string
  /** Authorises every call that does not take the member's own authorisation. */
  authorise?: Authorise | undefined
  fetch: (request: Request) => Promise<Response>
  timeoutMs: number
  /** Chooses the language of the server's sentences. */
  locale?: Locale | undefined
  /** Gets the details of every answer that does not fit its contract (V2). */
  log?: Log | undefined
  /** Gets the age of each stale answer: the workshop system is away or slow. */
  onStale?: ((ageSeconds: number) => void) | undefined
}

/** Headers that authorise one request: `authorization`, and `dpop` where the token is bound. */
export type Authorise = (request: {
  method: string
  url: string
}) => Promise<Record<string, string>> | Record<string, string>

export type Log = (details: { message: string; issues: unknown }) => void

/**
 * One call per endpoint. A call takes, in this order and as far as the endpoint has them: the parameters of the path, the
 * query, the body; for endpoints of members the member's authorisation; the Idempotency-Key.
 * @throws StoreError when the service refuses, Error with the endpoint's `mismatch` when an answer does not fit
 */
export type Calls<Table extends Endpoints> = {
  [Name in keyof Table]: (...given: Given<Table[Name]>) => Promise<Answer<Table[Name]>>
}

type Given<Row extends Endpoint> = [
  ...PathValues<Row['path'], Row>,
  ...QueryValues<Row['query']>,
  ...(Row['body'] extends z.ZodType ? [body: z.input<Row['body']>] : []),
  ...('member' extends Row['callers'][number] ? [authorise: Authorise] : []),
  ...(Row['idempotencyKey'] extends true ? [key?: string] : []),
]

type PathValues<Path, Row extends Endpoint> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [z.output<Row['params'][Name]>, ...PathValues<Rest, Row>]
  : []

type QueryValues<Query> = Query extends z.ZodType
  ? object extends z.output<Query>
    ? [query?: z.output<Query>]
    : [query: z.output<Query>]
  : []

type Answer<Row extends Endpoint> = z.output<Row['answer']> | (Row['finds'] extends true ? null : never)

/** The typed client of a contract table. */
export function createCalls<Table extends Endpoints>(table: Table, options: CallOptions): Calls<Table> {
  const calls = Object.entries(table).map(([name, row]) => [
    name,
    (...given: unknown[]) => call(row, given, options),
  ])
  return Object.fromEntries(calls) as Calls<Table>
}

/** A value that fits its schema. @throws Error with the message, after the details were logged */
export function fitting<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { message, log }: { message: string; log?: Log | undefined },
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  log?.({ message, issues: result.error.issues })
  throw new Error(message, { cause: result.error })
}

async function call(row: Endpoint, given: unknown[], options: CallOptions): Promise<unknown> {
  const values = [...given]
  const params = Object.fromEntries(Object.keys(row.params).map((name) => [name, values.shift()]))
  const query = row.query && values.shift()
  const body = row.body && values.shift()
  const authorise = row.callers.includes('member') ? (values.shift() as Authorise) : options.authorise
  const path = filled(row.path, params) + searchOf((query ?? {}) as Record<string, unknown>)
  const response = await send(row.method, path, body, values.shift(), { ...options, authorise }).catch(
    (error: unknown) => {
      if (row.finds && error instanceof StoreError && error.problem?.code === 'notFound') return null
      throw error
    },
  )
  if (!response) return null
  const age = ageOf(response.headers)
  if (age !== null) options.onStale?.(age)
  // A body that is no JSON fits no contract.
  const answer: unknown = await response.json().catch(() => undefined)
  const message = filled(row.mismatch ?? `The answer to ${row.path} does not fit.`, params)
  return fitting(row.answer, answer, { message, log: options.log })
}

async function send(
  method: string,
  path: string,
  body: unknown,
  key: unknown,
  { baseUrl, authorise, fetch, timeoutMs, locale = 'de' }: CallOptions,
): Promise<Response> {
  const url = baseUrl + path
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': locale,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(typeof key === 'string' && { 'idempotency-key': key }),
    ...(await authorise?.({ method, url })),
  }
  const signal = AbortSignal.timeout(timeoutMs)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(new Request(url, { method, headers, signal, body: text }))
  if (!response.ok) throw await storeErrorOf(response)
  return response
}

function filled(text: string, params: Record<string, unknown>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
}

function searchOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length > 0
    ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
    : ''
}
