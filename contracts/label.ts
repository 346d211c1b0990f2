import { z } from 'zod'

/** One entry of a Storyblok datasource (N18): technical key, German name, other language. */
export const DatasourceEntry = z.object({
  id: z.number().int(),
  name: z.string(),
  value: z.string(),
  dimension_value: z.string().nullable(),
})
export type DatasourceEntry = z.infer<typeof DatasourceEntry>

export const DatasourceEntries = z.object({ datasource_entries: z.array(DatasourceEntry) })

/**
 * Known label groups, loaded in this order. `space-address` is where the space is: `street`, `postal-code`, `city`,
 * `country` (ISO 3166), `latitude`, `longitude`.
 */
export const labelGroups = ['machine-types', 'workshop-grade', 'space-address'] as const
export type LabelGroup = (typeof labelGroups)[number]

/** Every datasource that is read as labels. `search-synonyms` has the words that find a page, by its German address. */
export type LabelSourceName = LabelGroup | 'search-synonyms'

/** Text by technical key. */
export type Labels = Record<string, string>

/** `dimension_value` when present, otherwise `name`, keyed by `value` (N18). */
export function labelsOf(entries: DatasourceEntry[]): Labels {
  return Object.fromEntries(entries.map((entry) => [entry.value, entry.dimension_value || entry.name]))
}
