import StoryblokClient from 'storyblok-js-client'
import { z } from 'zod'

type Json = Record<string, unknown>

/** Storyblok refused a call or did not respond; the message is a sentence for people. */
export class ManagementError extends Error {
  override name = 'ManagementError'
  /** Undefined when there was no response. */
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
  /** Waits before a rate-limited call is retried. */
  wait: (milliseconds: number) => Promise<void>
  /** Calls per second; Storyblok's smallest plan allows three. */
  perSecond?: number
}

const pageSize = 100

/**
 * Calls the Management API of one space, one call at a time; a rate-limited call (429) is retried up to ten times.
 * All throw ManagementError when Storyblok refuses or does not respond.
 */
export function createManagementCalls(options: ManagementOptions) {
  const { url, token, space, perSecond = 3 } = options
  const request = retryingFetch(options.fetch, options.wait)
  const client = new StoryblokClient({
    oauthToken: token,
    endpoint: url,
    rateLimit: perSecond,
    fetch: request,
  })
  const at = (path: string) => `spaces/${space}${path && `/${path}`}`

  async function call<T extends z.ZodType>(what: string, sent: Promise<unknown>, schema: T) {
    const response = await sent.catch((error: unknown) => error)
    const { data, headers, status } = response as { data?: unknown; headers?: Json; status?: number }
    if (data === undefined) throw refusal(what, response, space)
    const result = schema.safeParse(status === 204 ? {} : data)
    if (result.success)
      return { data: result.data, total: headers?.['total'] ? Number(headers['total']) : null }
    throw new ManagementError(
      `${what}: Storyblok’s answer is not understood (${z.prettifyError(result.error)}).`,
    )
  }
  async function fetched(what: string, address: string, init?: RequestInit): Promise<Response> {
    const response = await request(address, init).catch((error: unknown) => {
      throw refusal(what, error, space)
    })
    if (!response.ok) throw refusal(what, { status: response.status, message: response.statusText }, space)
    return response
  }
  const get = async <T extends z.ZodType>(path: string, schema: T, query: Json = {}) =>
    (await call(`Reading ${path || 'the space'}`, client.get(at(path), query), schema)).data
  /** Reads all pages of a list, which is in the response under the last part of its path. */
  async function all<T extends z.ZodType>(path: string, item: T, query: Json = {}) {
    const items: z.output<T>[] = []
    for (let page = 1; ; page++) {
      const request = client.get(at(path), { ...query, page, per_page: pageSize })
      const { data, total } = await call(`Reading ${path}`, request, z.object({ [path]: z.array(item) }))
      const found = data[path] ?? []
      items.push(...found)
      if (total === null ? found.length < pageSize : found.length === 0 || items.length >= total) return items
    }
  }
  async function send<T extends z.ZodType>(
    method: 'post' | 'put',
    what: string,
    path: string,
    body: Json,
    schema: T,
  ) {
    return (await call(what, client[method](at(path), body), schema)).data
  }
  /** Whether nothing exists at a path. A list that is read while editors work may miss an item. */
  const isGone = async (path: string): Promise<boolean> => {
    const schema = z.looseObject({ story: z.looseObject({ deleted_at: z.string().nullish() }).optional() })
    try {
      return Boolean((await get(path, schema)).story?.deleted_at)
    } catch (error) {
      if (error instanceof ManagementError && error.status === 404) return true
      throw error
    }
  }
  return { get, all, send, isGone, fetched }
}
export type ManagementCalls = ReturnType<typeof createManagementCalls>

/** Retries rate-limited calls. The library retries only reads, and prints while it waits. */
function retryingFetch(send: typeof fetch, wait: ManagementOptions['wait']): typeof fetch {
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

function refusal(what: string, failed: unknown, space: string): ManagementError {
  const { status, message, response } = failed as {
    status?: number
    message?: string
    response?: { data?: unknown }
  }
  const sentences: Record<number, string> = {
    401: 'Storyblok refuses the token (401). Check STORYBLOK_MANAGEMENT_TOKEN.',
    403: `the token may not do this in space ${space} (403).`,
    404: `not found (404). Check STORYBLOK_SPACE_ID (${space}) and the token’s rights.`,
  }
  const sentence = status
    ? (sentences[status] ?? `Storyblok refuses it (${status}): ${reasons(response?.data) || message}`)
    : `Storyblok does not answer (${message ?? 'no reason given'}).`
  return new ManagementError(`${what}: ${sentence}`, status)
}

/** Formats `{ "name": ["is taken"] }` as `name: is taken`, also nested errors and arrays of sentences. */
function reasons(data: unknown): string {
  if (typeof data === 'string') return data
  if (Array.isArray(data)) return data.map(reasons).join(', ')
  if (typeof data !== 'object' || data === null) return ''
  return Object.entries(data)
    .map(([field, value]) => (/^errors?$/.test(field) ? reasons(value) : `${field}: ${reasons(value)}`))
    .join('; ')
}
