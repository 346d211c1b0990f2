import type { z } from 'zod'
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
 * @param address decoded, below `cdn/`
 * @returns null when there is no such endpoint or thing
 * @throws ContentError
 */
export function runEndpoint(library: Library, address: string, query: URLSearchParams): Result | null {
  const path = address.replace(/\/+$/, '')
  const [name, ...rest] = path.split('/')
  const below = rest.join('/')
  const read = <T extends z.ZodObject>(schema: T) => schemas.readParameters(query, schema)
  if (name === 'stories') {
    if (below) return story(library, below, read(schemas.StoryQuery))
    return stories(library, read(schemas.StoriesQuery), query)
  }
  if (name === 'links') {
    const parameters = read(schemas.LinksQuery)
    const isPaged = Boolean(parameters.paginated) || query.has('page') || query.has('per_page')
    return below ? link(library, below, parameters) : links(library, parameters, isPaged)
  }
  if (name === 'datasources') {
    return below ? datasource(library, below) : datasources(library, read(schemas.DatasourcesQuery))
  }
  if (path === 'datasource_entries') return datasourceEntries(library, read(schemas.DatasourceEntriesQuery))
  if (path === 'tags') return tags(library, read(schemas.TagsQuery))
  if (path === 'spaces/me') return { body: { space: { ...library.space, version: library.version } } }
  return null
}
