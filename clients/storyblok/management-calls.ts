import StoryblokClient from 'storyblok-js-client'
import { z } from 'zod'

type Json = Record<string, unknown>

/** What Storyblok refused, or that it did not answer, in a sentence for people. */
export class ManagementError extends Error {
  override name = 'ManagementError'
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined
  constructor(sentence: string, status?: number) {
    super(sentence)
    this.status = status
  }
}

export interface ManagementOptions {
  /** Base with version, `https://mapi.storyblok.com/v1`. */
  url: string
  token: string
  /** Number of the space. */
  space: string
  fetch: typeof fetch
  /** Waits before a call that was limited is repeated. */
  wait: (milliseconds: number) => Promise<void>
  /** Calls per second; Storyblok allows three in its smallest plan. */
  perSecond?: number
}

const pageSize = 100

/**
 * Calls of the Management API in one space: one at a time, a limited one (429) is repeated up to ten times.
 * All throw ManagementError when Storyblok refuses or does not answer.
 */
export function createManagementCalls(options: ManagementOptions) {
  const { url, token, space, perSecond = 3 } = options
  const patient = patientFetch(options.fetch, options.wait)
  const client = new StoryblokClient({
    oauthToken: token,
    endpoint: url,
    rateLimit: perSecond,
    fetch: patient,
  })
  const at = (path: string) => `spaces/${space}${path && `/${path}`}`

  async function call<T extends z.ZodType>(what: string, request: Promise<unknown>, schema: T) {
    const answer = await request.catch((error: unknown) => error)
    const { data, headers, status } = answer as { data?: unknown; headers?: Json; status?: number }
    if (data === undefined) throw refusal(what, answer, space)
    const result = schema.safeParse(status === 204 ? {} : data)
    if (result.success)
      return { data: result.data, total: headers?.['total'] ? Number(headers['total']) : null }
    throw new ManagementError(
      `${what}: Storyblok’s answer is not understood (${z.prettifyError(result.error)}).`,
    )
  }
  async function fetched(what: string, address: string, init?: RequestInit): Promise<Response> {
    const response = await patient(address, init).catch((error: unknown) => {
      throw refusal(what, error, space)
    })
    if (!response.ok) throw refusal(what, { status: response.status, message: response.statusText }, space)
    return response
  }
  const get = async <T extends z.ZodType>(path: string, schema: T, query: Json = {}) =>
    (await call(`Reading ${path || 'the space'}`, client.get(at(path), query), schema)).data
  async function all<T extends z.ZodType>(path: string, key: string, item: T, query: Json = {}) {
    const items: z.output<T>[] = []
    for (let page = 1; ; page++) {
      const request = client.get(at(path), { ...query, page, per_page: pageSize })
      const { data, total } = await call(`Reading ${path}`, request, z.looseObject({ [key]: z.array(item) }))
      const found = (data as Record<string, z.output<T>[]>)[key] ?? []
      items.push(...found)
      if (total === null ? found.length < pageSize : found.length === 0 || items.length >= total) return items
    }
  }
  const made = async <T extends z.ZodType>(name: string, path: string, body: Json, key: string, item: T) => {
    const schema = z.looseObject({ [key]: item })
    const { data } = await call(`Creating ${name}`, client.post(at(path), body), schema)
    return (data as Record<string, z.output<T>>)[key] as z.output<T>
  }
  const change = async (name: string, path: string, body: Json): Promise<unknown> =>
    (await call(`Changing ${name}`, client.put(at(path), body), z.unknown())).data
  /** Whether there is nothing at a path. A list that is read while editors work may miss what is there. */
  const isGone = async (path: string): Promise<boolean> => {
    const schema = z.looseObject({ story: z.looseObject({ deleted_at: z.string().nullish() }).optional() })
    try {
      return Boolean((await get(path, schema)).story?.deleted_at)
    } catch (error) {
      if (error instanceof ManagementError && error.status === 404) return true
      throw error
    }
  }

  const post = async <T extends z.ZodType>(what: string, path: string, body: Json, schema: T) =>
    (await call(what, client.post(at(path), body), schema)).data
  return { get, all, post, made, change, isGone, fetched }
}
export type ManagementCalls = ReturnType<typeof createManagementCalls>

/** Repeats what was limited: the library does so only for reading, and prints while it waits. */
function patientFetch(send: typeof fetch, wait: ManagementOptions['wait']): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(input, { ...init, signal: AbortSignal.timeout(60_000) })
      if (response.status !== 429 || attempt === 10) return response
      await response.body?.cancel()
      const seconds = Number(response.headers.get('retry-after'))
      await wait(seconds > 0 ? Math.min(seconds, 60) * 1000 : attempt * 500)
    }
  }
}

function refusal(what: string, answer: unknown, space: string): ManagementError {
  const { status, message, response } = answer as {
    status?: number
    message?: string
    response?: { data?: unknown }
  }
  if (status === 401) {
    return new ManagementError(
      `${what}: Storyblok refuses the token (401). Check STORYBLOK_MANAGEMENT_TOKEN.`,
    )
  }
  if (status === 403)
    return new ManagementError(`${what}: the token may not do this in space ${space} (403).`)
  if (status === 404) {
    return new ManagementError(
      `${what}: not found (404). Check STORYBLOK_SPACE_ID (${space}) and the token’s rights.`,
      status,
    )
  }
  if (status) {
    return new ManagementError(
      `${what}: Storyblok refuses it (${status}): ${reasons(response?.data) || message}`,
      status,
    )
  }
  return new ManagementError(`${what}: Storyblok does not answer (${message ?? 'no reason given'}).`)
}

/** `{ "name": ["is taken"] }` as `name: is taken`; errors also come one level deeper, and as arrays of sentences. */
function reasons(data: unknown): string {
  if (typeof data === 'string') return data
  if (Array.isArray(data)) return data.map(reasons).join(', ')
  if (typeof data !== 'object' || data === null) return ''
  return Object.entries(data)
    .map(([field, value]) => (/^errors?$/.test(field) ? reasons(value) : `${field}: ${reasons(value)}`))
    .join('; ')
}
