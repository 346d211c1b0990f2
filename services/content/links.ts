import { fullSlugOf, isVisible } from './delivery.ts'
import type { Library } from './library.ts'
import { pageOf, type LinksQuery } from './parameters.ts'
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
  const page = isPaged ? pageOf(query) : { page: 1, perPage: Math.max(1, all.length) }
  const { items, total } = paged(all, page)
  const body = { links: Object.fromEntries(items.map((link) => [link.uuid, link])), cv: library.version }
  return { body, total, perPage: page.perPage }
}

/** `GET cdn/links/{uuid}`; null when the version does not show it. */
export function link(library: Library, uuid: string, query: LinksQuery) {
  const found = library.stories.find((story) => story.uuid === uuid && isVisible(story, query.version))
  return found ? { body: { link: linkOf(library, found) } } : null
}

/** Returns the link object of a story; `alternates` are its addresses in other languages, without prefix. */
export function linkOf(library: Library, story: PlacedStory) {
  const { file } = story
  const slug = fullSlugOf(library, story)
  return {
    id: story.id,
    uuid: story.uuid,
    slug,
    path: null,
    real_path: `/${slug}`,
    name: story.name,
    published: file.published_at !== null,
    parent_id: story.parentId,
    is_folder: false,
    is_startpage: file.is_startpage,
    position: story.position,
    alternates: file.translated_slugs.map(({ path, name, lang }) => ({
      path,
      name,
      lang,
      published: file.published_at !== null,
      translated_slug: path,
    })),
  }
}

function folderLinkOf(folder: Place) {
  return {
    id: folder.id,
    uuid: folder.uuid,
    slug: folder.fullSlug,
    path: null,
    real_path: `/${folder.fullSlug}`,
    name: folder.name,
    published: false,
    parent_id: folder.parentId,
    is_folder: true,
    is_startpage: false,
    position: folder.position,
    alternates: [],
  }
}

function datesOf({ file }: PlacedStory) {
  return { published_at: file.published_at, created_at: file.created_at, updated_at: file.updated_at }
}
