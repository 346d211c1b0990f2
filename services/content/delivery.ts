import { assetPath } from './assets.ts'
import type { Library } from './library.ts'
import type { PlacedStory } from './story-tree.ts'

export type Version = 'published' | 'draft'

/** In which form a story is asked for. `language` is a code of the space, or `default`. */
export interface Form {
  version: Version
  language: string
  fallback: string
}

/** A story object as it is answered (facts of the Content Delivery API v2). */
export interface DeliveredStory {
  id: number
  uuid: string
  name: string
  slug: string
  full_slug: string
  content: Record<string, unknown>
  [field: string]: unknown
}

const i18n = '__i18n__'

/** Whether a story may be seen at all: published ones by everyone, drafts in the draft version. */
export function isVisible(story: PlacedStory, version: Version): boolean {
  return version === 'draft' || story.file.published_at !== null
}

/** A language that the space has, by its code or with another case or separator; else `default`. */
export function languageOf(library: Library, asked: string | undefined): string {
  const code = asked?.toLowerCase().replace('_', '-')
  return library.space.language_codes.find((known) => known.toLowerCase() === code) ?? 'default'
}

/** Full slug as Storyblok says it: the start page of a folder ends in a slash. */
export function fullSlugOf(library: Library, story: PlacedStory): string {
  const isFolder = story.file.is_startpage && library.folders.some((folder) => folder.id === story.parentId)
  return isFolder ? `${story.fullSlug}/` : story.fullSlug
}

/** The story object in the form asked for, with translated fields and slug, and absolute asset addresses. */
export function deliver(library: Library, story: PlacedStory, form: Form, assetBase: string): DeliveredStory {
  const { file } = story
  const draft = form.version === 'draft' && file.draft_content
  const render = { library, story, form, assetBase }
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
  assetBase: string
}

/** Stories of other folders with the same group: folder-level translation. */
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

/** Fields in the form's language: the translation, else that of the fallback language, else the default. */
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

/** A file of this space by its name becomes its address; anything else stays as the editor wrote it. */
function assetUrl(filename: unknown, { library, assetBase }: Render): unknown {
  const asset = typeof filename === 'string' ? library.assets.get(filename) : undefined
  return asset ? assetBase + assetPath(library.space.id, asset) : filename
}
