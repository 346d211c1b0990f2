import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { withoutSecret } from '../../contracts/secret-path.ts'
import {
  type FieldError,
  isDatabaseProblem,
  Problem,
  problemBody,
  type Locale,
} from '../../contracts/problem.ts'
import type { Log } from '../log.ts'
import { currentRequest, requestIdFrom } from '../request-context.ts'

/** The contract of a service: one Web `fetch` function, called in-process or behind a socket. */
export type Fetch = (request: Request) => Promise<Response>

export interface ServiceEnv {
  Variables: { requestId: string }
}

const maxBodyBytes = 256 * 1024

/**
 * A Hono app with what all services share: request id, body limit, NUL guard, problem bodies for errors.
 * @param name appears in every log line of the service
 * @param logPath what the log shows of a path; needed where the whole path is a secret
 */
export function createService(name: string, log: Log, logPath = withoutSecret): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  app.use(async (c, next) => {
    c.set('requestId', requestIdFrom(c.req.header('x-request-id')))
    refuseNul(c.req.raw.url)
    await next()
    c.header('x-request-id', c.get('requestId'))
  })
  app.use(async (c, next) => {
    c.req.raw = await withinLimit(c.req.raw)
    await next()
  })
  app.onError((error, c) => {
    const path = logPath(c.req.path)
    const context = { service: name, requestId: c.get('requestId'), path }
    if (isDatabaseProblem(error)) log.error({ ...context, err: error.cause }, error.code)
    if (error instanceof Problem) return problemResponse(error, c)
    // A client that hangs up makes reading its body fail, which is no bug.
    if (!c.req.raw.signal.aborted) log.error({ ...context, err: error }, 'internal')
    return problemResponse(new Problem('internal', { cause: error }), c)
  })
  app.notFound((c) => problemResponse(new Problem('notFound'), c))
  return app
}

/**
 * The JSON body of a request, checked.
 * @throws Problem `unsupportedMediaType`, `malformed` or `invalidInput` with every wrong field named
 */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) {
    throw new Problem('unsupportedMediaType', {
      errors: [{ field: 'content-type', message: 'application/json' }],
    })
  }
  const text = await c.req.text()
  return check(schema, parseJson(text), 'body')
}

/**
 * The query of a request, checked. A parameter given twice is refused (ASVS 15.3.7).
 * @throws Problem `invalidInput` with every wrong field named
 */
export function readQuery<T extends z.ZodType>(c: Context, schema: T): z.output<T> {
  return check(schema, queryOf(c), 'query')
}

/** The path parameters of a request, checked. @throws Problem `invalidInput` */
export function readParams<T extends z.ZodType>(c: Context, schema: T): z.output<T> {
  return check(schema, c.req.param(), 'path')
}

/** Path parameters and query, checked together. @throws Problem `invalidInput` with every wrong field of both named */
export function readAddress(c: Context, paramsSchema: z.ZodObject, querySchema: z.ZodObject) {
  const params = paramsSchema.safeParse(c.req.param())
  const query = querySchema.safeParse(queryOf(c))
  if (params.success && query.success) return { params: params.data, query: query.data }
  throw invalid([...fieldErrors(params.error, 'path'), ...fieldErrors(query.error, 'query')])
}

/** Any value against a schema. @throws Problem `invalidInput` with every wrong field named */
export function check<T extends z.ZodType>(schema: T, value: unknown, whole: string): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(fieldErrors(result.error, whole))
}

/** The wrong fields, at most 20. */
function fieldErrors(error: z.ZodError | undefined, whole: string): FieldError[] {
  const issues = error?.issues ?? []
  return issues.slice(0, 20).map((issue) => ({
    field: [...issue.path, ...(issue.code === 'unrecognized_keys' ? [issue.keys[0]] : [])].join('.') || whole,
    message: issue.message,
  }))
}

function queryOf(c: Context): Record<string, string> {
  // Without a prototype, so that a parameter named __proto__ is seen as one.
  const values: Record<string, string> = Object.create(null)
  for (const [name, given] of Object.entries(c.req.queries())) {
    if (given.length > 1) throw invalid([{ field: name, message: 'given more than once' }])
    values[name] = given[0] ?? ''
  }
  return values
}

/** The caller's language: `en` when Accept-Language begins with it, else German. */
export function localeOf(request: Request): Locale {
  return /^\s*en\b/i.test(request.headers.get('accept-language') ?? '') ? 'en' : 'de'
}

function invalid(errors: FieldError[]): Problem {
  return new Problem('invalidInput', { errors, params: { field: errors[0]?.field ?? '' } })
}

function parseJson(text: string): unknown {
  // PostgreSQL text cannot hold NUL, so no JSON string with one may come further than here.
  if (text.includes('\0') || /\\u0000/i.test(text)) {
    throw new Problem('malformed', { errors: [{ field: 'body', message: 'contains NUL' }] })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed', { cause, errors: [{ field: 'body', message: 'not JSON' }] })
  }
}

/** @throws Problem `invalidInput` for an address with NUL, which PostgreSQL text cannot hold */
export function refuseNul(url: string): void {
  if (/%00/i.test(url)) throw invalid([{ field: 'url', message: 'contains NUL' }])
}

/** The request with a body that fails with Problem `tooLarge` once more than `maxBodyBytes` of it are read. */
export function limited(request: Request): Request {
  if (!request.body) return request
  let received = 0
  const body = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.length
        if (received > maxBodyBytes) controller.error(tooLarge())
        else controller.enqueue(chunk)
      },
    }),
  )
  const { url, method, headers, signal } = request
  // The published types lack `duplex`, which a body that is a stream needs.
  const streamed = { method, headers, signal, body, duplex: 'half' }
  return new Request(url, streamed)
}

/**
 * The request, its body known to be small. Hono's own limit copies a chunked request by `new Request(request)`,
 * which fails for the light requests of @hono/node-server.
 */
export async function withinLimit(request: Request): Promise<Request> {
  const length = request.headers.get('content-length')
  if (Number(length) > maxBodyBytes) throw tooLarge()
  if (length !== null || !request.body) return request
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of request.body) {
    received += chunk.length
    if (received > maxBodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const { method, headers, signal } = request
  return new Request(request.url, { method, headers, signal, body: Buffer.concat(chunks) })
}

function tooLarge(): Problem {
  return new Problem('tooLarge', { errors: [{ field: 'body', message: `≤ ${maxBodyBytes} bytes` }] })
}

/** The answer that says a problem in the caller's language. */
export function problemResponse(problem: Problem, c: Context<ServiceEnv>): Response {
  const body = problemBody(problem, localeOf(c.req.raw), c.get('requestId'))
  const request = currentRequest()
  if (request) request.problem = { code: body.code, status: body.status }
  return Response.json(body, {
    status: body.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...problem.options.headers,
    },
  })
}
