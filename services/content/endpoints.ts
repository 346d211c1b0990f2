import { datasource, datasourceEntries, datasources } from './datasources.ts'
import type { Version } from './delivery.ts'
import { link, links } from './links.ts'
import * as parameters from './parameters.ts'
import type { Shelf } from './prepared-library.ts'
import { stories, story } from './stories.ts'
import { tags } from './tags.ts'

/** What an endpoint answers; `total` is given by lists. */
export interface Answer {
  body: unknown
  total?: number
  perPage?: number
}

/** @throws ContentError 422 */
export function readVersion(query: URLSearchParams): Version {
  return parameters.readParameters(query, parameters.TagsQuery.pick({ version: true })).version
}

/**
 * Every endpoint of the Content Delivery API that this service has.
 * @param path decoded, below `cdn/`
 * @returns null when there is no such endpoint or thing
 * @throws ContentError
 */
export function endpoints(shelf: Shelf, path: string, query: URLSearchParams): Answer | null {
  const { library } = shelf
  const [name = '', ...rest] = path.replace(/\/+$/, '').split('/')
  const below = rest.join('/')
  const read = parameters.readParameters
  if (name === 'stories') {
    if (below) return story(shelf, below, read(query, parameters.StoryQuery))
    const asked = read(query, parameters.StoriesQuery)
    return { ...stories(shelf, asked, query), perPage: asked.per_page }
  }
  if (name === 'links') {
    const asked = read(query, parameters.LinksQuery)
    const isPaged = Boolean(asked.paginated) || query.has('page') || query.has('per_page')
    return below ? link(library, below, asked) : links(library, asked, isPaged)
  }
  if (name === 'datasource_entries' && !below) {
    const asked = read(query, parameters.DatasourceEntriesQuery)
    return { ...datasourceEntries(library, asked, parameters.pageOf(asked)), perPage: asked.per_page }
  }
  if (name === 'datasources') {
    if (below) return datasource(library, below)
    const asked = read(query, parameters.DatasourcesQuery)
    return { ...datasources(library, asked, parameters.pageOf(asked)), perPage: asked.per_page }
  }
  if (name === 'tags' && !below) return tags(library, read(query, parameters.TagsQuery))
  if (name === 'spaces' && below === 'me') {
    return { body: { space: { ...library.space, version: library.version } } }
  }
  return null
}
