import type { z } from 'zod'
import { ageOf } from '../contracts/age.ts'
import type { Endpoint, Endpoints } from '../contracts/http/endpoint.ts'
import type { Locale } from '../contracts/problem.ts'
import type { PageReads } from './page-reads.ts'
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
  /** Endpoints that pages read go through a memory with a limit of its own. In the server only. */
  reads?: { names: readonly string[]; memory: PageReads } | undefined
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
    (...given: unknown[]) => call(name, row, given, options),
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

async function call(name: string, row: Endpoint, given: unknown[], options: CallOptions): Promise<unknown> {
  const values = [...given]
  const params = Object.fromEntries(Object.keys(row.params).map((param) => [param, values.shift()]))
  const query = row.query && values.shift()
  const body = row.body && values.shift()
  const authorise = row.callers.includes('member') ? (values.shift() as Authorise) : options.authorise
  const path = filled(row.path, params) + searchOf((query ?? {}) as Record<string, unknown>)
  const sent = { method: row.method, path, text: body === undefined ? undefined : JSON.stringify(body) }
  const key = values.shift()
  const message = filled(row.mismatch ?? `The answer to ${row.path} does not fit.`, params)
  const ask = (signal: AbortSignal) => send({ ...sent, key }, signal, { ...options, authorise })
  const parse = (text: string) => fitting(row.answer, jsonOf(text), { message, log: options.log })
  try {
    if (options.reads?.names.includes(name)) {
      const { locale = 'de', onStale } = options
      const question = `${path} ${sent.text ?? ''}`
      return await options.reads.memory.read({ name, question, ask, parse, locale, onStale })
    }
    const response = await ask(AbortSignal.timeout(row.timeoutMs ?? options.timeoutMs))
    if (!response.ok) throw await storeErrorOf(response)
    const age = ageOf(response.headers)
    if (age !== null) options.onStale?.(age)
    return parse(await response.text().catch(() => ''))
  } catch (error) {
    if (row.finds && error instanceof StoreError && error.problem?.code === 'notFound') return null
    throw error
  }
}

/** A body that is no JSON is undefined, which fits no contract. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Sent {
  method: string
  path: string
  /** JSON. */
  text: string | undefined
  key: unknown
}

async function send(
  { method, path, text, key }: Sent,
  signal: AbortSignal,
  { baseUrl, authorise, fetch, locale = 'de' }: CallOptions,
): Promise<Response> {
  const url = baseUrl + path
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': locale,
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...(typeof key === 'string' && { 'idempotency-key': key }),
    ...(await authorise?.({ method, url })),
  }
  return fetch(new Request(url, { method, headers, signal, body: text }))
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
