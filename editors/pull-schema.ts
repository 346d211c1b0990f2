import type { SpaceDatasource, SpaceEntry } from '../clients/management-answers.ts'
import type { Management } from '../clients/storyblok-management.ts'
import type { DatasourceFile } from '../contracts/datasource-file.ts'
import { additionsOf, type Component } from './components.ts'
import type { ContentFolder, LocalFile } from './folder.ts'
import { type Json, printed, same } from './json.ts'
import { pairedEntries, translationsOf } from './push-schema.ts'
import type { Report } from './report.ts'

export interface Pull {
  local: ContentFolder
  management: Management
  report: Report
  /** Overwrite files that were changed here since the last push or pull. */
  force: boolean
  /** What is to be written, by path below the content folder; null removes. */
  files: Map<string, Buffer | string | null>
}

/**
 * Keeps what the space's blocks have more than, or other than, ours in `schema/components.json`: the schema in
 * TypeScript stays the source of our blocks.
 */
export async function pullComponents(
  own: Component[],
  { local, management, report, files }: Pull,
): Promise<void> {
  const inSpace = await management.components()
  const additions = additionsOf(inSpace, own)
  for (const { name, schema } of own) {
    const there = inSpace.find((component) => component.name === name)
    if (!there) report.alone(`block ${name} is only here`)
    for (const field of Object.keys(schema)) {
      if (there && !there.schema?.[field]) report.alone(`field ${name}.${field} is only here`)
    }
  }
  // Additions that this space does not have may be meant for its next push.
  const here = local.additions.filter(({ name }) => !inSpace.some((component) => component.name === name))
  for (const { name } of here) report.alone(`block ${name} is only here`)
  const list = [...additions, ...here].sort((a, b) => a.name.localeCompare(b.name))
  const changed = list.filter((one) => !local.additions.some((known) => same(known, one)))
  const gone = local.additions.filter(({ name }) => !list.some((one) => one.name === name))
  const wasThere = (name: string) => local.additions.some((one) => one.name === name)
  for (const { name } of changed) report[wasThere(name) ? 'changed' : 'created']('Blocks', name)
  for (const { name } of gone) report.removed('Blocks', name)
  for (let count = inSpace.length - changed.length; count > 0; count--) report.unchanged('Blocks')
  if (changed.length + gone.length === 0) return
  files.set('schema/components.json', list.length > 0 ? printed(list, local.additions) : null)
}

/** Brings datasources with dimensions, entries and translations into `datasources/`. */
export async function pullDatasources({ local, management, report, files }: Pull): Promise<void> {
  const inSpace = await management.datasources()
  const ids = new Set(local.datasources.map(({ value }) => value.id))
  for (const datasource of inSpace) {
    if (!/^[a-z0-9][\w-]*$/i.test(datasource.slug)) {
      report.alone(`datasource ${datasource.slug}: its slug cannot be the name of a file`)
      continue
    }
    const known = local.datasources.find(({ value }) => value.slug === datasource.slug)
    const entries = await management.entries(datasource.id)
    const translations = await translationsOf(datasource, management)
    const file = fileOf(datasource, entries, translations, known, ids)
    if (known && same(known.value, file)) report.unchanged('Datasources')
    else {
      files.set(`datasources/${known?.path ?? datasource.slug}.json`, printed(file, known?.raw))
      report[known ? 'changed' : 'created']('Datasources', datasource.slug)
    }
  }
  for (const { value } of local.datasources) {
    if (!inSpace.some(({ slug }) => slug === value.slug))
      report.alone(`datasource ${value.slug} is only here`)
  }
}

function fileOf(
  { id, name, slug, dimensions }: SpaceDatasource,
  inSpace: SpaceEntry[],
  translations: Map<number, Record<string, string>>,
  known: LocalFile<DatasourceFile> | undefined,
  ids: Set<number>,
): Json {
  const before = known?.value
  const ours = new Map(
    pairedEntries(before?.entries ?? [], inSpace).map(({ entry, there }) => [there, entry]),
  )
  const fileId = before?.id ?? freeId(id, ids)
  ids.add(fileId)
  const entryIds = new Set(before?.entries.map((entry) => entry.id))
  return {
    id: fileId,
    name,
    slug,
    dimensions: (dimensions ?? []).map((dimension) => {
      const same = before?.dimensions.find(({ entry_value }) => entry_value === dimension.entry_value)
      return { id: same?.id ?? dimension.id, name: dimension.name, entry_value: dimension.entry_value }
    }),
    entries: inSpace.map((entry) => {
      const entryId = ours.get(entry)?.id ?? freeId(entry.id, entryIds)
      entryIds.add(entryId)
      const dimension_values = translations.get(entry.id) ?? {}
      return { id: entryId, name: entry.name, value: entry.value ?? '', dimension_values }
    }),
  }
}

/** The space's number, or the next one that no file has. */
export function freeId(id: number, taken: Set<number>): number {
  let free = id
  while (taken.has(free)) free += 1
  return free
}
