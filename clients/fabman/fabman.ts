import { z } from 'zod'
import { type CallOptions, createCalls } from './calls.ts'
import { FabmanRefused, FabmanUnavailable } from './failures.ts'
import type { Answer, Call } from './send.ts'

export interface FabmanOptions extends CallOptions {
  /** With the version, no trailing slash: `https://fabman.io/api/v1`. */
  baseUrl: string
}

/** Reads that decide nothing fail at once when more than this waits: they must not keep members from booking. */
const lookingQueueMs = 250
const pageSize = 1000
const mostPages = 50

type Query = Record<string, string | number | string[] | undefined>

/**
 * Fabman's API. Every answer is parsed without loss of ids, checked, and stripped of unknown fields. All methods throw
 * FabmanUnavailable or FabmanRefused.
 */
export function createFabmanClient(options: FabmanOptions) {
  const { baseUrl, warn } = options
  const call = createCalls(options)

  const reading = (longestQueueMs = Infinity) => ({
    /** Returns one object; null when there is none (404, 204). */
    async get<T extends z.ZodType>(path: string, schema: T, query: Query = {}) {
      const url = addressOf(baseUrl, path, query)
      const answer = await call({ method: 'GET', path, url, longestQueueMs })
      return answer === null || answer.status === 204 ? null : checked(`GET ${path}`, answer, schema, false)
    },

    /** Returns a whole list, page by page along `Link`; null when its owner does not exist. */
    async list<T extends z.ZodType>(path: string, item: T, query: Query = {}) {
      const items: z.output<T>[] = []
      let next: string | null = addressOf(baseUrl, path, { ...query, limit: pageSize })
      for (let page = 0; next !== null; page++) {
        if (page === mostPages) throw failed(`GET ${path}`, 'pages without end', false)
        const answer: Answer | null = await call({ method: 'GET', path, url: next, longestQueueMs })
        if (answer === null) return null
        if (answer.status !== 204) items.push(...checked(`GET ${path}`, answer, z.array(item), false))
        next = nextPage(answer.link, next)
      }
      return items
    },
  })

  async function write<T extends z.ZodType>(given: Omit<Call, 'url'>, schema: T): Promise<z.output<T>> {
    const answer = await call({ ...given, url: baseUrl + given.path })
    if (answer === null) throw new FabmanRefused(404, [], 'Not Found')
    return checked(`${given.method} ${given.path}`, answer, schema, true)
  }

  return {
    ...reading(),
    /** For reads that decide nothing. */
    looking: reading(lookingQueueMs),
    /** @param deadline see Call */
    post: <T extends z.ZodType>(path: string, body: object, schema: T, deadline?: number) =>
      write({ method: 'POST', path, body, deadline }, schema),
    /** The body carries the `lockVersion` that was read; Fabman refuses another one with status 409. */
    put: <T extends z.ZodType>(path: string, body: object, schema: T, deadline?: number) =>
      write({ method: 'PUT', path, body, deadline }, schema),
    /** Succeeds also when the object is already gone. */
    async delete(path: string, deadline?: number): Promise<void> {
      await call({ method: 'DELETE', path, url: baseUrl + path, deadline })
    },
  }

  function checked<T extends z.ZodType>(
    name: string,
    { value }: Answer,
    schema: T,
    wasWritten: boolean,
  ): z.output<T> {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    const where = result.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`)
    throw failed(name, `not as expected: ${where.slice(0, 5).join(', ')}`, wasWritten)
  }

  /** Returns the next page that `Link` names, relative or absolute, always on our own origin and below our own path. */
  function nextPage(link: string | null, current: string): string | null {
    const target = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(link ?? '')?.[1]
    if (!target) return null
    const base = new URL(baseUrl)
    const found = URL.canParse(target, current) ? new URL(target, current) : null
    const next = found && base.origin + found.pathname + found.search
    if (!next || !found.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`) || next === current) {
      throw failed('GET a page', 'a link that leads elsewhere', false)
    }
    return next
  }

  function failed(name: string, reason: string, mayBeDone: boolean): FabmanUnavailable {
    warn({ call: name, reason })
    return new FabmanUnavailable(reason, mayBeDone)
  }
}
export type FabmanClient = ReturnType<typeof createFabmanClient>
export type FabmanReader = FabmanClient['looking']

function addressOf(baseUrl: string, path: string, query: Query): string {
  const url = new URL(baseUrl + path)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each))
  }
  return url.href
}
