import type { DatasourceFile } from '../../contracts/datasource-file.ts'
import { notFound } from './errors.ts'
import type { Library } from './library.ts'
import { paged } from './paging.ts'
import type { DatasourceEntriesQuery, DatasourcesQuery } from './parameters.ts'

/**
 * `GET cdn/datasource_entries`: all entries, or those of the named datasource; `dimension_value` is null without a
 * translation.
 * @throws ContentError 404 when the named datasource does not exist
 */
export function datasourceEntries(library: Library, query: DatasourceEntriesQuery) {
  const { datasource, dimension } = query
  const chosen = library.datasources.filter(({ slug }) => !datasource || slug === datasource)
  if (datasource && chosen.length === 0) throw notFound()
  const entries = chosen.flatMap((source) =>
    source.entries.map(({ id, name, value, dimension_values }) => ({
      id,
      name,
      value,
      dimension_value:
        dimension && Object.hasOwn(dimension_values, dimension) ? dimension_values[dimension] : null,
    })),
  )
  const { items, ...page } = paged(entries, query)
  return { body: { datasource_entries: items, cv: library.version }, ...page }
}

/** `GET cdn/datasources`. */
export function datasources(library: Library, query: DatasourcesQuery) {
  const wanted = query.search?.toLowerCase() ?? ''
  const found = library.datasources.filter(({ name, slug }) =>
    `${name} ${slug}`.toLowerCase().includes(wanted),
  )
  const { items, ...page } = paged(found.map(withDatasourceId), query)
  return { body: { datasources: items, cv: library.version }, ...page }
}

/** `GET cdn/datasources/{slug}`; null when the slug is unknown. */
export function datasource(library: Library, slug: string) {
  const found = library.datasources.find((one) => one.slug === slug)
  return found ? { body: { datasource: withDatasourceId(found), cv: library.version } } : null
}

function withDatasourceId({ id, name, slug, dimensions }: DatasourceFile) {
  return {
    id,
    name,
    slug,
    dimensions: dimensions.map((dimension) => ({ ...dimension, datasource_id: id })),
  }
}
