import {
  type DeliveredStory,
  findStory,
  type Form,
  type FoundStory,
  fullSlugOf,
  languageOf,
  visibleStories,
} from './delivery.ts'
import { notFound } from './errors.ts'
import { instantOf, readFilterQuery } from './filter-query.ts'
import { paged } from './paging.ts'
import { comparisons, dateFields, type FormQuery, type StoriesQuery, type StoryQuery } from './parameters.ts'
import type { Library } from './library.ts'
import type { PlacedStory } from './story-tree.ts'
import { resolved } from './relations.ts'
import { readSortBy } from './sort-by.ts'
import { matchesWildcard } from './wildcard.ts'

/**
 * `GET cdn/stories`: the stories that pass every filter; in tree order unless `sort_by` says otherwise.
 * @param all the whole query, for `filter_query[…]`
 */
export function stories(library: Library, query: StoriesQuery, all: URLSearchParams) {
  const startsWith = query.starts_with?.replace(/^\//, '')
  const form = formOf(library, query, startsWith)
  const passesFilterQuery = readFilterQuery(all)
  const found = visibleStories(library, form, (placed) => passesFile(placed, query))
    .filter(
      (one) =>
        passesPlace(library, one, query, startsWith) &&
        passesSearch(one.story, query) &&
        passesDates(one.story, query) &&
        passesFilterQuery(one.story.content),
    )
    .map(({ story }) => story)
  const { items, ...page } = paged(sorted(found, query), query)
  const body = {
    stories: items.map((story) => withoutFields(story, query)),
    cv: library.version,
    ...resolved(library, items, form, query),
  }
  return { body, ...page }
}

/**
 * `GET cdn/stories/{full slug | id | uuid}`; a slug may begin with a language (`en/equipment/laser-cutter`) or be
 * the translated slug of `language`.
 * @throws ContentError 404
 */
export function story(library: Library, path: string, query: StoryQuery) {
  const slug = path.replace(/^\/+|\/+$/g, '')
  const form = formOf(library, query, slug)
  const found =
    query.find_by === 'uuid'
      ? findStory(library, form, ({ uuid }) => uuid === slug)
      : bySlug(library, slug, form)
  if (!found || (query.content_type && found.story.content.component !== query.content_type)) throw notFound()
  const body = {
    story: withoutFields(found.story, query),
    cv: library.version,
    ...resolved(library, [found.story], form, query),
  }
  return { body }
}

/** Reads version and language; the language may also be the first segment of a slug. */
function formOf(library: Library, query: FormQuery, slug = ''): Form {
  const inSlug = library.space.language_codes.find((code) => slug === code || slug.startsWith(`${code}/`))
  return {
    version: query.version,
    language: languageOf(library, query.language ?? inSlug),
    fallback: languageOf(library, query.fallback_lang),
  }
}

function bySlug(library: Library, slug: string, form: Form): FoundStory | null {
  const find = (matches: (placed: PlacedStory) => boolean) => findStory(library, form, matches)
  const plain = slug.startsWith(`${form.language}/`) ? slug.slice(form.language.length + 1) : slug
  return (
    (/^\d{1,15}$/.test(slug) && find(({ id }) => id === Number(slug))) ||
    find(({ fullSlug }) => fullSlug === slug) ||
    find((placed) => placed.fullSlug === plain || translatedPath(placed, form) === plain)
  )
}

function translatedPath(placed: PlacedStory, form: Form): string | undefined {
  return placed.file.translated_slugs.find(({ lang }) => lang === form.language)?.path
}

function passesPlace(
  library: Library,
  one: FoundStory,
  query: StoriesQuery,
  startsWith: string | undefined,
): boolean {
  const { placed, story } = one
  const addresses = [fullSlugOf(library, placed), story.full_slug]
  // The start page of a folder counts as inside it.
  if (placed.file.is_startpage) addresses.push(`${story.full_slug.replace(/\/$/, '')}/`)
  const isNamed = (patterns: string[]) =>
    patterns.some((pattern) =>
      addresses.some((address) =>
        matchesWildcard(address.replace(/\/$/, ''), pattern.replace(/^\/|\/$/g, '')),
      ),
    )
  return (
    (!startsWith || addresses.some((address) => address.startsWith(startsWith))) &&
    (!query.by_slugs || isNamed(query.by_slugs)) &&
    (!query.excluding_slugs || !isNamed(query.excluding_slugs)) &&
    (query.level === undefined || placed.fullSlug.split('/').length === query.level)
  )
}

/** Checks what no language changes, before the story is delivered. */
function passesFile({ id, uuid, file }: PlacedStory, query: StoriesQuery): boolean {
  const uuids = query.by_uuids_ordered ?? query.by_uuids
  return (
    (!uuids || uuids.includes(uuid)) &&
    (!query.by_ids || query.by_ids.includes(id)) &&
    (!query.excluding_ids || !query.excluding_ids.includes(id)) &&
    (!query.content_type || file.content.component === query.content_type) &&
    (query.is_startpage === undefined || file.is_startpage === query.is_startpage) &&
    (!query.with_tag || query.with_tag.some((tag) => file.tag_list.includes(tag))) &&
    !query.in_workflow_stages
  )
}

function passesSearch({ name, slug, content }: DeliveredStory, { search_term: term }: StoriesQuery): boolean {
  return !term || contains([name, slug, content], term.toLowerCase())
}

function contains(value: unknown, term: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(term)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((item) => contains(item, term))
}

function passesDates(story: DeliveredStory, query: StoriesQuery): boolean {
  return dateFields.every((field) => {
    const instant = instantOf(String(story[field]))
    return comparisons.every((name) => {
      const limit = query[`${field}_${name}`]
      return limit === undefined || (instant !== null && compare[name](instant, limit))
    })
  })
}

const compare = {
  gt: (instant: number, limit: number) => instant > limit,
  gte: (instant: number, limit: number) => instant >= limit,
  lt: (instant: number, limit: number) => instant < limit,
  lte: (instant: number, limit: number) => instant <= limit,
}

function sorted(found: DeliveredStory[], query: StoriesQuery): DeliveredStory[] {
  const order = query.by_uuids_ordered
  if (order) return found.toSorted((a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid))
  return query.sort_by ? found.toSorted(readSortBy(query.sort_by)) : found
}

function withoutFields(story: DeliveredStory, query: FormQuery): DeliveredStory {
  const content = query.excluding_fields
    ? (without(story.content, new Set(query.excluding_fields)) as Record<string, unknown>)
    : story.content
  const fields = Object.entries({ ...story, content }).filter(
    ([field]) => !query.excluding_story_fields?.includes(field),
  )
  return Object.fromEntries(fields) as DeliveredStory
}

/** Returns the content without the named fields, in nested blocks too; `component` and `_uid` always stay. */
function without(value: unknown, names: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names))
  if (typeof value !== 'object' || value === null) return value
  const isBlock = 'component' in value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isBlock || !names.has(name) || name === 'component' || name === '_uid')
      .map(([name, item]) => [name, without(item, names)]),
  )
}
