import { z } from 'zod'
import type { FabmanResponse, Call } from './send.ts'

/** The parts that reads and writes share. */
export interface Caller {
  baseUrl: string
  call: (call: Call) => Promise<FabmanResponse | null>
  /** Logs the failure and returns the error to throw. */
  failed: (name: string, reason: string, mayBeDone: boolean) => Error
}

type Query = Record<string, string | number | string[] | undefined>

const pageSize = 1000
const mostPages = 50

/** @param longestQueueMs see `createRateLimit` */
export function createReads(caller: Caller, longestQueueMs = Infinity) {
  const { baseUrl, call, failed } = caller
  return {
    /** Returns one object; null when there is none (404, 204). */
    async get<T extends z.ZodType>(path: string, schema: T, query: Query = {}) {
      const url = addressOf(baseUrl + path, query)
      const response = await call({ method: 'GET', path, url, longestQueueMs })
      if (response === null || response.status === 204) return null
      return checked(caller, `GET ${path}`, response, schema)
    },

    /** Returns a whole list, page by page (`limit`) along `Link`; null when its owner does not exist. */
    async list<T extends z.ZodType>(path: string, item: T, query: Query = {}) {
      const name = `GET ${path}`
      const items: z.output<T>[] = []
      let url: string | null = addressOf(baseUrl + path, { limit: pageSize, ...query })
      for (let page = 0; url !== null; page++) {
        if (page === mostPages) throw failed(name, 'pages without end', false)
        const response: FabmanResponse | null = await call({ method: 'GET', path, url, longestQueueMs })
        if (response === null) return null
        if (response.status !== 204) items.push(...checked(caller, name, response, z.array(item)))
        url = nextPage(caller, name, response.link, url)
      }
      return items
    },
  }
}

/** Returns the response with the fields of the schema only. @throws what `failed` returns */
export function checked<T extends z.ZodType>(
  { failed }: Caller,
  name: string,
  { value }: FabmanResponse,
  schema: T,
): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const where = result.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`)
  throw failed(name, `not as expected: ${where.slice(0, 5).join(', ')}`, !name.startsWith('GET'))
}

/** Returns the next page that `Link` names, relative or absolute, always on our own origin and below our own path. */
function nextPage(
  { baseUrl, failed }: Caller,
  name: string,
  link: string | null,
  current: string,
): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(link ?? '')?.[1]
  if (!target) return null
  const base = new URL(baseUrl)
  const found = URL.canParse(target, current) ? new URL(target, current) : null
  const next = found && base.origin + found.pathname + found.search
  if (!next || !found.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`) || next === current) {
    throw failed(name, 'a link that leads elsewhere', false)
  }
  return next
}

function addressOf(address: string, query: Query): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each))
  }
  return url.href
}
