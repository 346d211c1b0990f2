import type { AssetFile } from './asset-file.ts'
import { assetPath } from './assets.ts'
import type { Library } from './library.ts'
import type { PlacedStory } from './story-tree.ts'

export type Version = 'published' | 'draft'

/** The form of a requested story. `language` is a code of the space, or `default`. */
export interface Form {
  version: Version
  language: string
  fallback: string
}

/** A story object of a response (Storyblok Content Delivery API v2). */
export interface DeliveredStory {
  id: number
  uuid: string
  name: string
  slug: string
  full_slug: string
  content: Record<string, unknown>
  [field: string]: unknown
}

export interface FoundStory {
  placed: PlacedStory
  story: DeliveredStory
}

const i18n = '__i18n__'

/** Whether a version shows a story: `draft` shows all, `published` only published ones. */
export function isVisible(story: PlacedStory, version: Version): boolean {
  return version === 'draft' || story.file.published_at !== null
}

/** Returns the space's code of a language, ignoring case and separator; `default` when the space lacks it. */
export function languageOf(library: Library, requested: string | undefined): string {
  const code = requested?.toLowerCase().replace('_', '-')
  return library.space.language_codes.find((known) => known.toLowerCase() === code) ?? 'default'
}

/** Returns the full slug in Storyblok's form: the start page of a folder ends in a slash. */
export function fullSlugOf(library: Library, story: PlacedStory): string {
  const isFolder = story.file.is_startpage && library.folders.some((folder) => folder.id === story.parentId)
  return isFolder ? `${story.fullSlug}/` : story.fullSlug
}

/** Returns the stories that a form shows and `matches` accepts, in tree order. */
export function visibleStories(
  library: Library,
  form: Form,
  matches: (placed: PlacedStory) => boolean,
): FoundStory[] {
  return library.stories
    .filter((placed) => isVisible(placed, form.version) && matches(placed))
    .map((placed) => ({ placed, story: deliver(library, placed, form) }))
}

/** Returns the first story that a form shows and `matches` accepts, or null. */
export function findStory(
  library: Library,
  form: Form,
  matches: (placed: PlacedStory) => boolean,
): FoundStory | null {
  const placed = library.stories.find((one) => isVisible(one, form.version) && matches(one))
  return placed ? { placed, story: deliver(library, placed, form) } : null
}

/** Every list looks at every story of the space: each is made once in each form, and nobody changes it. */
const delivered = new WeakMap<Library, Map<string, DeliveredStory>>()

/** Returns the story object in a form, with translated fields and slug, and absolute asset addresses. */
function deliver(library: Library, story: PlacedStory, form: Form): DeliveredStory {
  const known = delivered.get(library) ?? new Map<string, DeliveredStory>()
  delivered.set(library, known)
  const key = `${story.uuid} ${form.version} ${form.language} ${form.fallback}`
  const made = known.get(key) ?? make(library, story, form)
  known.set(key, made)
  return made
}

function make(library: Library, story: PlacedStory, form: Form): DeliveredStory {
  const { file } = story
  const draft = form.version === 'draft' && file.draft_content
  const render = { library, story, form }
  const translated = file.translated_slugs.find(({ lang }) => lang === form.language)
  const fullSlug = fullSlugOf(library, story)
  const isDefault = form.language === 'default'
  return {
    name: translated?.name || story.name,
    created_at: file.created_at,
    updated_at: file.updated_at,
    published_at: file.published_at,
    id: story.id,
    uuid: story.uuid,
    content: rendered(draft || file.content, render) as Record<string, unknown>,
    slug: translated?.path.split('/').at(-1) ?? story.slug,
    full_slug: isDefault ? fullSlug : `${form.language}/${translated?.path ?? fullSlug}`,
    default_full_slug: isDefault ? null : fullSlug,
    sort_by_date: file.sort_by_date,
    position: story.position,
    tag_list: file.tag_list,
    is_startpage: file.is_startpage,
    parent_id: story.parentId,
    meta_data: null,
    group_id: file.group_id ?? story.uuid,
    first_published_at: file.first_published_at,
    release_id: null,
    lang: form.language,
    path: null,
    alternates: alternatesOf(library, story, form.version),
    translated_slugs: file.translated_slugs.length
      ? file.translated_slugs.map(({ path, name, lang }) => ({ path, name, lang, published: null }))
      : null,
  }
}

interface Render {
  library: Library
  story: PlacedStory
  form: Form
}

/** Returns the stories of other folders in the same group (folder-level translation). */
function alternatesOf(library: Library, story: PlacedStory, version: Version) {
  const group = story.file.group_id
  if (!group) return []
  return library.stories
    .filter((other) => other !== story && other.file.group_id === group && isVisible(other, version))
    .map((other) => ({
      id: other.id,
      name: other.name,
      slug: other.slug,
      published: other.file.published_at !== null,
      full_slug: fullSlugOf(library, other),
      is_folder: false,
      parent_id: other.parentId,
    }))
}

function rendered(value: unknown, render: Render): unknown {
  if (Array.isArray(value)) return value.map((item) => rendered(item, render))
  if (typeof value !== 'object' || value === null) return value
  const fields = translated(value as Record<string, unknown>, render.form)
  const result = Object.fromEntries(fields.map(([name, field]) => [name, rendered(field, render)]))
  if (result.fieldtype === 'asset') result.filename = assetUrl(result.filename, render)
  if (result.type === 'image' && typeof result.attrs === 'object' && result.attrs) {
    result.attrs = { ...result.attrs, src: assetUrl((result.attrs as { src?: unknown }).src, render) }
  }
  if (render.form.version === 'draft' && result.component && result._uid) {
    const mark = { name: result.component, space: String(render.library.space.id), uid: result._uid }
    const json = JSON.stringify({ ...mark, id: String(render.story.id) })
    result._editable = `<!--#storyblok#${json.replaceAll('":"', '": "').replaceAll('","', '", "')}-->`
  }
  return result
}

/** Returns the fields in the form's language, else in the fallback language, else in the default language. */
function translated(fields: Record<string, unknown>, { language, fallback }: Form): [string, unknown][] {
  const suffixes = [language, fallback]
    .filter((code) => code !== 'default')
    .map((code) => `${i18n}${code.replace('-', '_')}`)
  return Object.entries(fields)
    .filter(([name]) => !name.includes(i18n))
    .map(([name, value]) => {
      const names = suffixes.map((suffix) => name + suffix)
      const found = names.find((key) => Object.hasOwn(fields, key) && isFilled(fields[key]))
      return [name, found ? fields[found] : value]
    })
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Returns the address of a file of this space; any other value stays as the editor wrote it. */
function assetUrl(filename: unknown, { library }: Render): unknown {
  const asset = typeof filename === 'string' ? library.assets.get(filename) : undefined
  return asset ? assetAddress(library, asset) : filename
}

export function assetAddress({ assetBase, space }: Library, asset: AssetFile): string {
  return assetBase + assetPath(space.id, asset)
}
