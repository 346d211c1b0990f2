import { z } from 'zod'
import {
  OneAsset,
  SignedUpload,
  SpaceAsset,
  SpaceAssetFolder,
  SpaceComponent,
  SpaceDatasource,
  SpaceEntry,
  SpaceStory,
  StoryVersion,
} from './management-schemas.ts'
import { createManagementCalls, type ManagementCalls, type ManagementOptions } from './management-calls.ts'

type Json = Record<string, unknown>

/** What can be created and changed: its path, its key in a body, and the field that names it in messages. */
const resources = {
  block: { path: 'components', key: 'component', name: 'name', schema: SpaceComponent },
  datasource: { path: 'datasources', key: 'datasource', name: 'slug', schema: SpaceDatasource },
  label: { path: 'datasource_entries', key: 'datasource_entry', name: 'name', schema: SpaceEntry },
  story: { path: 'stories', key: 'story', name: 'slug', schema: SpaceStory },
  folder: { path: 'asset_folders', key: 'asset_folder', name: 'name', schema: SpaceAssetFolder },
} as const
type Resource = keyof typeof resources
type Item<R extends Resource> = z.output<(typeof resources)[R]['schema']>

/**
 * The calls of Storyblok's Management API for content and schemas.
 * All throw ManagementError when Storyblok refuses or does not respond.
 * @see https://www.storyblok.com/docs/api/management
 */
export function createManagement(options: ManagementOptions) {
  const calls = createManagementCalls(options)
  const { get, all, send, isGone } = calls
  return {
    async spaceName() {
      const schema = z.looseObject({ space: z.looseObject({ name: z.string() }) })
      return (await get('', schema)).space.name
    },
    async create<R extends Resource>(resource: R, item: Json): Promise<Item<R>> {
      const { path, key, name, schema } = resources[resource]
      const response = z.object({ [key]: schema })
      const made = await send(
        'post',
        `Creating ${resource} ${String(item[name])}`,
        path,
        { [key]: item },
        response,
      )
      return made[key] as Item<R>
    },
    /** @param more goes beside the item into the body. Returns the changed item, or null when the response lacks it. */
    async update<R extends Resource>(
      resource: R,
      id: number,
      item: Json,
      more: { publish?: 1; dimension_id?: number } = {},
    ): Promise<Item<R> | null> {
      const { path, key, name, schema } = resources[resource]
      const what = `Changing ${resource} ${String(item[name])}`
      const response = await send('put', what, `${path}/${id}`, { [key]: item, ...more }, z.unknown())
      const changed = z.object({ [key]: schema }).safeParse(response)
      return changed.success ? (changed.data[key] as Item<R>) : null
    },
    async components() {
      return (await get('components', z.looseObject({ components: z.array(SpaceComponent) }))).components
    },
    datasources: () => all('datasources', SpaceDatasource),
    /** @param dimension id of a dimension; `dimension_value` is then the translation */
    entries: (datasource: number, dimension?: number) =>
      all('datasource_entries', SpaceEntry, { datasource_id: datasource, ...(dimension && { dimension }) }),
    /** Reads stories and folders, without content. */
    stories: () => all('stories', SpaceStory),
    async story(id: number) {
      return (await get(`stories/${id}`, z.looseObject({ story: SpaceStory }))).story
    },
    isStoryGone: (id: number) => isGone(`stories/${id}`),
    unpublishStory: (id: number) => get(`stories/${id}/unpublish`, z.unknown()).then(() => {}),
    /** Reads the content that was published last; null when the space no longer has it. */
    async publishedContent(id: number): Promise<Json | null> {
      const versions = await all('story_versions', StoryVersion, { by_story_id: id, show_content: true })
      const published = versions
        .filter(({ status, content }) => status === 'published' && content)
        .sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
      return published[0]?.content ?? null
    },
    ...assetCalls(calls),
  }
}
export type Management = ReturnType<typeof createManagement>

function assetCalls({ get, all, send, isGone, fetched }: ManagementCalls) {
  return {
    async assets() {
      return (await all('assets', SpaceAsset)).filter(({ deleted_at }) => !deleted_at)
    },
    updateAsset: (id: number, name: string, asset: Json): Promise<unknown> =>
      send('put', `Changing the details of ${name}`, `assets/${id}`, { asset }, z.unknown()),
    isAssetGone: (id: number) => isGone(`assets/${id}`),
    async assetFolders() {
      const schema = z.looseObject({ asset_folders: z.array(SpaceAssetFolder) })
      return (await get('asset_folders', schema)).asset_folders
    },
    /**
     * Uploads a file in Storyblok's three steps: signed form, storage, end.
     * @param replaces id of the asset whose file it replaces
     */
    async upload(file: { name: string; size: string; bytes: Uint8Array<ArrayBuffer> }, replaces?: number) {
      const { name, size, bytes } = file
      const what = `Sending ${name}`
      const body = { filename: name, size, validate_upload: 1, ...(replaces && { id: replaces }) }
      const { id, post_url, fields } = await send('post', what, 'assets', body, SignedUpload)
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('file', new File([bytes], name, { type: fields['Content-Type'] ?? '' }))
      await fetched(what, post_url, { method: 'POST', body: form })
      await get(`assets/${id}/finish_upload`, z.unknown())
      return get(`assets/${id}`, OneAsset)
    },
    /** Reads the bytes of an asset's file; null when it is larger than `maxBytes`. */
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
