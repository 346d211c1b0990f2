import StoryblokClient from 'storyblok-js-client'
import { z } from 'zod'

const Dimension = z.looseObject({ id: z.number(), name: z.string(), entry_value: z.string() })
const SpaceDatasource = z.looseObject({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  dimensions: z.array(Dimension).nullish(),
})
export type SpaceDatasource = z.infer<typeof SpaceDatasource>
const SpaceEntry = z.looseObject({
  id: z.number(),
  name: z.string(),
  value: z.string().nullish(),
  dimension_value: z.string().nullish(),
})
export type SpaceEntry = z.infer<typeof SpaceEntry>
const SpaceComponent = z.looseObject({
  id: z.number(),
  name: z.string(),
  schema: z.record(z.string(), z.looseObject({})).nullish(),
})
export type SpaceComponent = z.infer<typeof SpaceComponent>
const SpaceTranslatedSlug = z.looseObject({
  id: z.number(),
  lang: z.string(),
  slug: z.string(),
  name: z.string().nullish(),
})
const SpaceStory = z.looseObject({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  slug: z.string(),
  full_slug: z.string(),
  parent_id: z.number().nullish(),
  is_folder: z.boolean().nullish(),
  is_startpage: z.boolean().nullish(),
  position: z.number().nullish(),
  published: z.boolean().nullish(),
  unpublished_changes: z.boolean().nullish(),
  tag_list: z.array(z.string()).nullish(),
  sort_by_date: z.string().nullish(),
  group_id: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  published_at: z.string().nullish(),
  first_published_at: z.string().nullish(),
  translated_slugs: z.array(SpaceTranslatedSlug).nullish(),
  content: z.record(z.string(), z.unknown()).nullish(),
})
export type SpaceStory = z.infer<typeof SpaceStory>
const SpaceAsset = z.looseObject({
  id: z.number(),
  filename: z.string(),
  is_private: z.boolean().nullish(),
  deleted_at: z.string().nullish(),
  updated_at: z.string().nullish(),
})
export type SpaceAsset = z.infer<typeof SpaceAsset>
/** One asset comes bare or, in older answers, under `asset`. */
const OneAsset = z.union([z.looseObject({ asset: SpaceAsset }).transform(({ asset }) => asset), SpaceAsset])
const SignedUpload = z.looseObject({
  id: z.number(),
  post_url: z.url(),
  fields: z.record(z.string(), z.string()),
})
const StoryVersion = z.looseObject({
  status: z.string().nullish(),
  created_at: z.string().nullish(),
  content: z.record(z.string(), z.unknown()).nullish(),
})

type Json = Record<string, unknown>

/** What Storyblok refused, or that it did not answer, in a sentence for people. */
export class ManagementError extends Error {
  override name = 'ManagementError'
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

/**
 * Storyblok's Management API, as far as content and schemas are moved with it. One call at a time; a limited one (429)
 * is repeated up to ten times.
 * Everything throws ManagementError when Storyblok refuses or does not answer.
 * @see https://www.storyblok.com/docs/api/management
 */
export function createManagement(options: ManagementOptions) {
  const { url, token, space, perSecond = 3 } = options
  const patient = patientFetch(options.fetch, options.wait)
  const client = new StoryblokClient({
    oauthToken: token,
    endpoint: url,
    rateLimit: perSecond,
    fetch: patient,
  })
  const at = (path: string) => `spaces/${space}/${path}`

  async function call<T extends z.ZodType>(what: string, request: Promise<unknown>, schema: T) {
    const answer = await request.catch((error: unknown) => error)
    const { data, headers, status } = answer as { data?: unknown; headers?: Json; status?: number }
    if (data === undefined) throw refusal(what, answer, space)
    const result = schema.safeParse(status === 204 ? {} : data)
    if (result.success) return { data: result.data, total: Number(headers?.['total'] ?? 0) }
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
    (await call(`Reading ${path}`, client.get(at(path), query), schema)).data
  async function all<T extends z.ZodType>(path: string, key: string, item: T, query: Json = {}) {
    const items: z.output<T>[] = []
    for (let page = 1; ; page++) {
      const request = client.get(at(path), { ...query, page, per_page: 100 })
      const { data, total } = await call(`Reading ${path}`, request, z.looseObject({ [key]: z.array(item) }))
      const found = (data as Record<string, z.output<T>[]>)[key] ?? []
      items.push(...found)
      if (found.length === 0 || items.length >= total) return items
    }
  }
  const made = async <T extends z.ZodType>(name: string, path: string, body: Json, key: string, item: T) => {
    const schema = z.looseObject({ [key]: item })
    const { data } = await call(`Creating ${name}`, client.post(at(path), body), schema)
    return (data as Record<string, z.output<T>>)[key] as z.output<T>
  }
  const change = async (name: string, path: string, body: Json): Promise<void> => {
    await call(`Changing ${name}`, client.put(at(path), body), z.unknown())
  }

  return {
    async spaceName() {
      const schema = z.looseObject({ space: z.looseObject({ name: z.string() }) })
      const { data } = await call('Reading the space', client.get(`spaces/${space}`), schema)
      return data.space.name
    },
    async components() {
      return (await get('components', z.looseObject({ components: z.array(SpaceComponent) }))).components
    },
    createComponent: (component: Json) =>
      made(`block ${String(component['name'])}`, 'components', { component }, 'component', SpaceComponent),
    updateComponent: (id: number, component: Json) =>
      change(`block ${String(component['name'])}`, `components/${id}`, { component }),

    datasources: () => all('datasources', 'datasources', SpaceDatasource),
    createDatasource: (datasource: Json) =>
      made(
        `datasource ${String(datasource['slug'])}`,
        'datasources',
        { datasource },
        'datasource',
        SpaceDatasource,
      ),
    updateDatasource: (id: number, datasource: Json) =>
      change(`datasource ${String(datasource['slug'])}`, `datasources/${id}`, { datasource }),
    /** @param dimension id of a dimension: `dimension_value` is then its translation */
    entries: (datasource: number, dimension?: number) =>
      all('datasource_entries', 'datasource_entries', SpaceEntry, {
        datasource_id: datasource,
        ...(dimension && { dimension }),
      }),
    createEntry: (entry: Json) =>
      made(
        `entry ${String(entry['name'])}`,
        'datasource_entries',
        { datasource_entry: entry },
        'datasource_entry',
        SpaceEntry,
      ),
    updateEntry: (id: number, entry: Json, dimension?: number) =>
      change(`entry ${String(entry['name'])}`, `datasource_entries/${id}`, {
        datasource_entry: entry,
        ...(dimension && { dimension_id: dimension }),
      }),

    /** Stories and folders, without content. */
    stories: () => all('stories', 'stories', SpaceStory),
    async story(id: number) {
      return (await get(`stories/${id}`, z.looseObject({ story: SpaceStory }))).story
    },
    createStory: (story: Json) =>
      made(`story ${String(story['slug'])}`, 'stories', { story }, 'story', SpaceStory),
    updateStory: (id: number, story: Json, publish: boolean) =>
      change(`story ${String(story['slug'] ?? id)}`, `stories/${id}`, {
        story,
        ...(publish && { publish: 1 }),
      }),
    unpublishStory: (id: number) => get(`stories/${id}/unpublish`, z.unknown()).then(() => {}),
    /** The content that was published last; null when the space no longer has it. */
    async publishedContent(id: number): Promise<Json | null> {
      const query = { by_story_id: id, show_content: true }
      const versions = await all('story_versions', 'story_versions', StoryVersion, query)
      const published = versions
        .filter(({ status, content }) => status === 'published' && content)
        .sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
      return published[0]?.content ?? null
    },

    assets: () => all('assets', 'assets', SpaceAsset),
    asset: (id: number) => get(`assets/${id}`, OneAsset),
    /**
     * Sends a file in Storyblok's three steps: signed form, storage, end.
     * @param replaces id of the asset whose file it replaces
     */
    async upload(file: { name: string; size: string; bytes: Uint8Array<ArrayBuffer> }, replaces?: number) {
      const { name, size, bytes } = file
      const what = `Sending ${name}`
      const body = { filename: name, size, validate_upload: 1, ...(replaces && { id: replaces }) }
      const { data } = await call(what, client.post(at('assets'), body), SignedUpload)
      const form = new FormData()
      for (const [field, value] of Object.entries(data.fields)) form.append(field, value)
      form.append('file', new File([bytes], name, { type: data.fields['Content-Type'] ?? '' }))
      await fetched(what, data.post_url, { method: 'POST', body: form })
      await call(what, client.get(at(`assets/${data.id}/finish_upload`)), z.unknown())
      return get(`assets/${data.id}`, OneAsset)
    },
    /** The bytes of an asset's file; null when it is longer than `maxBytes`. */
    async download(address: string, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
      const response = await fetched(`Reading ${address}`, address)
      const chunks: Uint8Array[] = []
      let length = 0
      for await (const chunk of response.body ?? []) {
        chunks.push(chunk)
        length += chunk.length
        if (length > maxBytes) return null
      }
      return Buffer.concat(chunks)
    },
  }
}
export type Management = ReturnType<typeof createManagement>

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
    )
  }
  if (status) {
    return new ManagementError(
      `${what}: Storyblok refuses it (${status}): ${reasons(response?.data) || message}`,
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
