import type { SpaceDatasource, SpaceEntry } from '../../clients/storyblok/management-schemas.ts'
import type { Management } from '../../clients/storyblok/management.ts'
import type { DatasourceFile } from '../../contracts/datasource-file.ts'
import { checksum } from './sync-state.ts'

/** The labels of a datasource in the space, and their translations by label and dimension. */
export interface Labels {
  entries: SpaceEntry[]
  translations: Map<number, Record<string, string>>
}

/** Reads the labels of a datasource; the API gives the translations of one dimension per call. */
export async function labelsOf(
  datasource: SpaceDatasource | undefined,
  management: Management,
): Promise<Labels> {
  const translations = new Map<number, Record<string, string>>()
  if (!datasource) return { entries: [], translations }
  const entries = await management.entries(datasource.id)
  for (const dimension of datasource.dimensions ?? []) {
    for (const { id, dimension_value } of await management.entries(datasource.id, dimension.id)) {
      if (!dimension_value) continue
      translations.set(id, { ...translations.get(id), [dimension.entry_value]: dimension_value })
    }
  }
  return { entries, translations }
}

/** Returns a checksum of a datasource of the space with all its labels. */
export function labelState({ name, dimensions }: SpaceDatasource, { entries, translations }: Labels): string {
  return checksum({
    name,
    dimensions: (dimensions ?? []).map(({ name, entry_value }) => ({ name, entry_value })),
    entries: entries.map(({ id, name, value }) => ({
      name,
      value: value ?? '',
      translations: translations.get(id) ?? {},
    })),
  })
}

type Entry = DatasourceFile['entries'][number]

/** How a label of ours differs from that of the space. */
export interface LabelChange {
  entry: Entry
  there: SpaceEntry | undefined
  isRenamed: boolean
  /** To be written; null when it is right. */
  position: number | null
  /** Missing ones, by dimension. */
  translations: [string, string][]
  isSame: boolean
}

/** Compares a datasource with that of the space, which may be missing. */
export function changesOf(
  file: DatasourceFile,
  there: SpaceDatasource | undefined,
  { entries, translations }: Labels,
) {
  const dimensions = file.dimensions.flatMap(({ name, entry_value }) => {
    const known = there?.dimensions?.find((one) => one.entry_value === entry_value)
    return known?.name === name ? [] : [{ ...(known && { id: known.id }), name, entry_value }]
  })
  const pairs = pairedLabels(file.entries, entries)
  const positions = pairs.flatMap(({ there }) => (there ? [entries.indexOf(there)] : []))
  const isOutOfOrder = positions.some((position, index) => position < (positions[index - 1] ?? 0))
  const changes = pairs.map(({ entry, there }, index): LabelChange => {
    const known = there && translations.get(there.id)
    const missing = Object.entries(entry.dimension_values).filter(
      ([dimension, text]) =>
        text !== (known?.[dimension] ?? '') &&
        file.dimensions.some(({ entry_value }) => entry_value === dimension),
    )
    const isRenamed = there?.name !== entry.name || (there.value ?? '') !== entry.value
    const isSame = there !== undefined && !isRenamed && !isOutOfOrder && missing.length === 0
    const position = !there || isOutOfOrder ? index + 1 : null
    return { entry, there, isRenamed, position, translations: missing, isSame }
  })
  return {
    isRenamed: there?.name !== file.name || dimensions.some((dimension) => 'id' in dimension),
    dimensions,
    changes,
    onlyThere: entries.filter((entry) => !pairs.some((pair) => pair.there === entry)),
  }
}

/** Pairs our labels with those of the space: by name and value, else by name, else by value. */
export function pairedLabels(
  entries: Entry[],
  inSpace: SpaceEntry[],
): { entry: Entry; there: SpaceEntry | undefined }[] {
  const free = new Set(inSpace)
  const pairs = new Map<Entry, SpaceEntry>()
  const tests = [
    (a: Entry, b: SpaceEntry) => a.name === b.name && a.value === (b.value ?? ''),
    (a: Entry, b: SpaceEntry) => a.name === b.name,
    (a: Entry, b: SpaceEntry) => a.value === (b.value ?? '') && a.value !== '',
  ]
  for (const fits of tests) {
    for (const entry of entries) {
      const found = pairs.has(entry) ? undefined : [...free].find((one) => fits(entry, one))
      if (!found) continue
      pairs.set(entry, found)
      free.delete(found)
    }
  }
  return entries.map((entry) => ({ entry, there: pairs.get(entry) }))
}
