import { datasource, datasourceEntries, datasources } from './datasources.ts'
import type { Version } from './delivery.ts'
import { link, links } from './links.ts'
import * as schemas from './parameters.ts'
import type { Library } from './library.ts'
import { stories, story } from './stories.ts'
import { tags } from './tags.ts'

/** The result of an endpoint; lists have a `total`. */
export interface Result {
  body: unknown
  total?: number
  perPage?: number
}

/** @throws ContentError 422 */
export function readVersion(query: URLSearchParams): Version {
  return schemas.readParameters(query, schemas.TagsQuery.pick({ version: true })).version
}

/**
 * Runs an endpoint of the Content Delivery API.
 * @param path decoded, below `cdn/`
 * @returns null when there is no such endpoint or thing
 * @throws ContentError
 */
export function runEndpoint(library: Library, path: string, query: URLSearchParams): Result | null {
  const [name = '', ...rest] = path.replace(/\/+$/, '').split('/')
  const below = rest.join('/')
  const read = schemas.readParameters
  if (name === 'stories') {
    if (below) return story(library, below, read(query, schemas.StoryQuery))
    const parameters = read(query, schemas.StoriesQuery)
    return { ...stories(library, parameters, query), perPage: parameters.per_page }
  }
  if (name === 'links') {
    const parameters = read(query, schemas.LinksQuery)
    const isPaged = Boolean(parameters.paginated) || query.has('page') || query.has('per_page')
    return below ? link(library, below, parameters) : links(library, parameters, isPaged)
  }
  if (name === 'datasource_entries' && !below) {
    const parameters = read(query, schemas.DatasourceEntriesQuery)
    return {
      ...datasourceEntries(library, parameters, schemas.pageOf(parameters)),
      perPage: parameters.per_page,
    }
  }
  if (name === 'datasources') {
    if (below) return datasource(library, below)
    const parameters = read(query, schemas.DatasourcesQuery)
    return { ...datasources(library, parameters, schemas.pageOf(parameters)), perPage: parameters.per_page }
  }
  if (name === 'tags' && !below) return tags(library, read(query, schemas.TagsQuery))
  if (name === 'spaces' && below === 'me') {
    return { body: { space: { ...library.space, version: library.version } } }
  }
  return null
}
