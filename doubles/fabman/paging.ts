import type { Row } from './account.ts'

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
}

/** A refusal; with status 422 `data` names the broken rule. */
export class Refused extends Error {
  readonly status: number
  readonly data: unknown
  readonly headers: Record<string, string>
  constructor(status: number, message: string, data?: unknown, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.data = data
    this.headers = headers
  }

  get response(): Response {
    const { status, message, data, headers } = this
    const body = { statusCode: status, error: titles[status], message, ...(data !== undefined && { data }) }
    return Response.json(body, { status, headers })
  }
}

const common = ['limit', 'offset', 'order', 'orderBy', 'embed', 'resolve']

/**
 * Returns the query as lists by name.
 * @param known filters of the collection
 * @throws Refused 400 for an unknown parameter
 */
export function readQuery(url: URL, known: string[] = []): Map<string, string[]> {
  const query = new Map<string, string[]>()
  for (const [name, value] of url.searchParams) {
    if (!common.includes(name) && !known.includes(name)) throw new Refused(400, `"${name}" is not allowed`)
    query.set(name, [...(query.get(name) ?? []), value])
  }
  return query
}

/** Returns the JSON object of a request. @throws Refused 415 without its content type, 400 for any other body */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refused(415, 'Unsupported Media Type')
  }
  const text = await request.text()
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    throw new Refused(400, 'Invalid request payload JSON format')
  }
  throw new Refused(400, '"value" must be of type object')
}

/**
 * Returns one page: 50 rows by default, with `X-Total-Count`, and before the last page `Link` to the next one, as
 * recorded: without a host.
 */
export function pageOf(rows: Row[], { url, query, show }: PageOptions): Response {
  const limit = wholeNumber(query, 'limit', 50)
  const offset = wholeNumber(query, 'offset', 0)
  if (limit < 1 || limit > 1000) throw new Refused(400, '"limit" must be less than or equal to 1000')
  const ordered = query.get('order')?.[0] === 'desc' ? rows.toReversed() : rows
  const next = new URL(url)
  next.searchParams.set('limit', String(limit))
  next.searchParams.set('offset', String(offset + limit))
  const link = `<${next.pathname}${next.search}>; rel="next"`
  const isLast = offset + limit >= rows.length
  return Response.json(ordered.slice(offset, offset + limit).map(show), {
    headers: { 'x-total-count': String(rows.length), ...(!isLast && { link }) },
  })
}

interface PageOptions {
  url: URL
  query: Map<string, string[]>
  show: (row: Row) => unknown
}

function wholeNumber(query: Map<string, string[]>, name: string, otherwise: number): number {
  const given = query.get(name)?.[0]
  if (given === undefined) return otherwise
  if (!/^\d{1,9}$/.test(given)) throw new Refused(400, `"${name}" must be a number`)
  return Number(given)
}
