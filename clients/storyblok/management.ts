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

/**
 * The calls of Storyblok's Management API for content and schemas.
 * All throw ManagementError when Storyblok refuses or does not respond.
 * @see https://www.storyblok.com/docs/api/management
 */
export function createManagement(options: ManagementOptions) {
  const calls = createManagementCalls(options)
  return {
    async spaceName() {
      const schema = z.looseObject({ space: z.looseObject({ name: z.string() }) })
      return (await calls.get('', schema)).space.name
    },
    ...schemaCalls(calls),
    ...storyCalls(calls),
    ...assetCalls(calls),
  }
}
export type Management = ReturnType<typeof createManagement>

function schemaCalls({ get, all, made, change }: ManagementCalls) {
  return {
    async components() {
      return (await get('components', z.looseObject({ components: z.array(SpaceComponent) }))).components
    },
    createComponent: (component: Json) =>
      made(`block ${String(component['name'])}`, 'components', { component }, 'component', SpaceComponent),
    updateComponent: (id: number, component: Json) =>
      change(`block ${String(component['name'])}`, `components/${id}`, { component }),

    datasources: () => all('datasources', 'datasources', SpaceDatasource),
    createDatasource(datasource: Json) {
      const name = `datasource ${String(datasource['slug'])}`
      return made(name, 'datasources', { datasource }, 'datasource', SpaceDatasource)
    },
    updateDatasource: (id: number, datasource: Json) =>
      change(`datasource ${String(datasource['slug'])}`, `datasources/${id}`, { datasource }),

    /** @param dimension id of a dimension; `dimension_value` is then the translation */
    entries(datasource: number, dimension?: number) {
      const query = { datasource_id: datasource, ...(dimension && { dimension }) }
      return all('datasource_entries', 'datasource_entries', SpaceEntry, query)
    },
    createEntry(entry: Json) {
      const body = { datasource_entry: entry }
      return made(
        `label ${String(entry['name'])}`,
        'datasource_entries',
        body,
        'datasource_entry',
        SpaceEntry,
      )
    },
    updateEntry(id: number, entry: Json, dimension?: number) {
      const body = { datasource_entry: entry, ...(dimension && { dimension_id: dimension }) }
      return change(`label ${String(entry['name'])}`, `datasource_entries/${id}`, body)
    },
  }
}

function storyCalls({ get, all, made, change, isGone }: ManagementCalls) {
  return {
    /** Reads stories and folders, without content. */
    stories: () => all('stories', 'stories', SpaceStory),
    async story(id: number) {
      return (await get(`stories/${id}`, z.looseObject({ story: SpaceStory }))).story
    },
    createStory: (story: Json) =>
      made(`story ${String(story['slug'])}`, 'stories', { story }, 'story', SpaceStory),
    /** Returns the updated story, or null when the response lacks it. */
    async updateStory(id: number, story: Json, publish: boolean): Promise<SpaceStory | null> {
      const body = { story, ...(publish && { publish: 1 }) }
      const response = await change(`story ${String(story['slug'])}`, `stories/${id}`, body)
      return z.looseObject({ story: SpaceStory }).safeParse(response).data?.story ?? null
    },
    isStoryGone: (id: number) => isGone(`stories/${id}`),
    unpublishStory: (id: number) => get(`stories/${id}/unpublish`, z.unknown()).then(() => {}),
    /** Reads the content that was published last; null when the space no longer has it. */
    async publishedContent(id: number): Promise<Json | null> {
      const query = { by_story_id: id, show_content: true }
      const versions = await all('story_versions', 'story_versions', StoryVersion, query)
      const published = versions
        .filter(({ status, content }) => status === 'published' && content)
        .sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
      return published[0]?.content ?? null
    },
  }
}

function assetCalls({ get, all, post, made, change, isGone, fetched }: ManagementCalls) {
  return {
    async assets() {
      return (await all('assets', 'assets', SpaceAsset)).filter(({ deleted_at }) => !deleted_at)
    },
    updateAsset: (id: number, name: string, asset: Json) =>
      change(`the details of ${name}`, `assets/${id}`, { asset }),
    isAssetGone: (id: number) => isGone(`assets/${id}`),
    async assetFolders() {
      const schema = z.looseObject({ asset_folders: z.array(SpaceAssetFolder) })
      return (await get('asset_folders', schema)).asset_folders
    },
    createAssetFolder(folder: { name: string; parent_id: number }) {
      const body = { asset_folder: folder }
      return made(`folder ${folder.name}`, 'asset_folders', body, 'asset_folder', SpaceAssetFolder)
    },
    /**
     * Uploads a file in Storyblok's three steps: signed form, storage, end.
     * @param replaces id of the asset whose file it replaces
     */
    async upload(file: { name: string; size: string; bytes: Uint8Array<ArrayBuffer> }, replaces?: number) {
      const { name, size, bytes } = file
      const what = `Sending ${name}`
      const body = { filename: name, size, validate_upload: 1, ...(replaces && { id: replaces }) }
      const { id, post_url, fields } = await post(what, 'assets', body, SignedUpload)
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
