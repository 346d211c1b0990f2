import { fullSlugOf, isVisible } from './delivery.ts'
import type { Library } from './library.ts'
import type { LinksQuery } from './parameters.ts'
import { paged } from './paging.ts'
import type { Place, PlacedStory } from './story-tree.ts'

/** `GET cdn/links`: stories and folders by uuid; all of them unless the query asks for pages. */
export function links(library: Library, query: LinksQuery, isPaged: boolean) {
  const visible = library.stories.filter((story) => isVisible(story, query.version))
  const all = [
    ...library.folders.map(folderLinkOf),
    ...visible.map((story) => ({ ...linkOf(library, story), ...(query.include_dates && datesOf(story)) })),
  ].filter(
    (link) =>
      link.slug.startsWith(query.starts_with ?? '') &&
      (query.with_parent === undefined || link.parent_id === query.with_parent) &&
      (!query.by_uuid || query.by_uuid.includes(link.uuid)),
  )
  const { items, ...page } = paged(all, isPaged ? query : { page: 1, per_page: Math.max(1, all.length) })
  const body = { links: Object.fromEntries(items.map((link) => [link.uuid, link])), cv: library.version }
  return { body, ...page }
}

/** `GET cdn/links/{uuid}`; null when the version does not show it. */
export function link(library: Library, uuid: string, query: LinksQuery) {
  const found = library.stories.find((story) => story.uuid === uuid && isVisible(story, query.version))
  return found ? { body: { link: linkOf(library, found) } } : null
}

/** Returns the link object of a story; `alternates` are its addresses in other languages, without prefix. */
export function linkOf(library: Library, story: PlacedStory) {
  const { is_startpage, published_at, translated_slugs } = story.file
  const published = published_at !== null
  return {
    ...placeOf(story, fullSlugOf(library, story)),
    published,
    is_folder: false,
    is_startpage,
    alternates: translated_slugs.map((slug) => ({ ...slug, published, translated_slug: slug.path })),
  }
}

function folderLinkOf(folder: Place) {
  const fixed = { published: false, is_folder: true, is_startpage: false, alternates: [] }
  return { ...placeOf(folder, folder.fullSlug), ...fixed }
}

function placeOf({ id, uuid, name, parentId, position }: Place, slug: string) {
  return { id, uuid, slug, path: null, real_path: `/${slug}`, name, parent_id: parentId, position }
}

function datesOf({ file }: PlacedStory) {
  return { published_at: file.published_at, created_at: file.created_at, updated_at: file.updated_at }
}
