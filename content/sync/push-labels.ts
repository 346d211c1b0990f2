import type { SpaceDatasource, SpaceEntry } from '../../clients/storyblok/management-schemas.ts'
import type { Management } from '../../clients/storyblok/management.ts'
import type { DatasourceFile } from '../../contracts/datasource-file.ts'
import type { LocalFile } from './folder.ts'
import { mayWrite, type Push } from './push-schema.ts'
import { checksum } from './sync-state.ts'

/** Pushes datasources with dimensions, entries, their order and translations. */
export async function pushDatasources(push: Push): Promise<void> {
  const { local, management, report } = push
  const inSpace = await management.datasources()
  for (const file of local.datasources) {
    const there = inSpace.find(({ slug }) => slug === file.value.slug)
    if (there) await change(file, there, push)
    else await create(file, push)
  }
  const ours = new Set(local.datasources.map(({ value }) => value.slug))
  for (const { slug } of inSpace) if (!ours.has(slug)) report.alone(`datasource ${slug}`)
}

async function create(file: LocalFile<DatasourceFile>, push: Push): Promise<void> {
  const { name, slug, dimensions } = file.value
  begin(slug, push)
  const dimensions_attributes = dimensions.map(({ name, entry_value }) => ({ name, entry_value }))
  const made = await push.management.createDatasource({ name, slug, dimensions_attributes })
  push.report.created('Datasources', slug)
  await writeEntries(slug, made, changesOf(file.value, made, noLabels), push)
  await remember(file, null, push)
}

async function change(file: LocalFile<DatasourceFile>, there: SpaceDatasource, push: Push): Promise<void> {
  const { management, report } = push
  const { name, slug } = file.value
  const labels = await labelsOf(there, management)
  const changes = changesOf(file.value, there, labels)
  for (const { name } of changes.onlyThere) report.alone(`label ${slug}: ${name}`)
  // Additions overwrite nothing.
  const isOverwriting = changes.isRenamed || changes.entries.some(({ there, isSame }) => there && !isSame)
  const record = push.local.syncState.datasources[slug]
  if (isOverwriting && !mayWrite(record, labelState(there, labels), push)) {
    report.refused(
      `datasource ${slug} was changed in Storyblok since the last push or pull: pull it first, or push with --force`,
    )
    return
  }
  const isOther = changes.isRenamed || changes.dimensions.length > 0
  const isWriting = isOther || changes.entries.some(({ isSame }) => !isSame)
  if (isWriting) begin(slug, push)
  let known = there
  if (isOther) {
    await management.updateDatasource(there.id, { name, slug, dimensions_attributes: changes.dimensions })
    known = (await management.datasources()).find(({ id }) => id === there.id) ?? there
    report.changed('Datasources', slug)
  } else report.unchanged('Datasources')
  await writeEntries(slug, known, changes, push)
  await remember(file, isWriting ? null : labelState(there, labels), push)
}

function begin(slug: string, { local, save }: Push): void {
  const records = local.syncState.datasources
  records[slug] = { here: records[slug]?.here ?? '', there: null }
  save()
}

/** @param state null after a write: then it is read again */
async function remember(
  { value, sha256 }: LocalFile<DatasourceFile>,
  state: string | null,
  { local, management, save }: Push,
): Promise<void> {
  const now = state === null && (await management.datasources()).find(({ slug }) => slug === value.slug)
  const there = now ? labelState(now, await labelsOf(now, management)) : state
  local.syncState.datasources[value.slug] = { here: sha256, there }
  save()
}

/** The entries of a datasource, and their translations by entry and dimension. */
export interface Labels {
  entries: SpaceEntry[]
  translations: Map<number, Record<string, string>>
}
const noLabels: Labels = { entries: [], translations: new Map() }

export async function labelsOf(datasource: SpaceDatasource, management: Management): Promise<Labels> {
  return {
    entries: await management.entries(datasource.id),
    translations: await translationsOf(datasource, management),
  }
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

interface EntryChange {
  entry: Entry
  there: SpaceEntry | undefined
  isRenamed: boolean
  /** Dimensions with a missing translation. */
  translations: [string, string][]
  isSame: boolean
}

function changesOf(file: DatasourceFile, there: SpaceDatasource, { entries, translations }: Labels) {
  const pairs = pairedEntries(file.entries, entries)
  const dimensions = file.dimensions
    .map(({ name, entry_value }) => {
      const known = there.dimensions?.find((one) => one.entry_value === entry_value)
      return known?.name === name ? null : { ...(known && { id: known.id }), name, entry_value }
    })
    .filter((dimension) => dimension !== null)
  const positions = pairs.flatMap(({ there }) => (there ? [entries.indexOf(there)] : []))
  const isOutOfOrder = positions.some(
    (position, index) => index > 0 && position < (positions[index - 1] ?? 0),
  )
  return {
    isRenamed: there.name !== file.name || dimensions.some((dimension) => 'id' in dimension),
    dimensions,
    isOutOfOrder,
    onlyThere: entries.filter((entry) => !pairs.some((pair) => pair.there === entry)),
    entries: pairs.map(({ entry, there }): EntryChange => {
      const known = there && translations.get(there.id)
      const missing = Object.entries(entry.dimension_values).filter(
        ([dimension, text]) =>
          text !== (known?.[dimension] ?? '') &&
          file.dimensions.some(({ entry_value }) => entry_value === dimension),
      )
      const isRenamed = there?.name !== entry.name || (there.value ?? '') !== entry.value
      const isSame = there !== undefined && !isRenamed && !isOutOfOrder && missing.length === 0
      return { entry, there, isRenamed, translations: missing, isSame }
    }),
  }
}
type Changes = ReturnType<typeof changesOf>
type Entry = DatasourceFile['entries'][number]

async function writeEntries(
  slug: string,
  datasource: SpaceDatasource,
  { entries, isOutOfOrder }: Changes,
  { management, report }: Push,
): Promise<void> {
  for (const [index, { entry, there, isRenamed, translations, isSame }] of entries.entries()) {
    const wanted = { name: entry.name, value: entry.value, datasource_id: datasource.id }
    const { id } = there ?? (await management.createEntry({ ...wanted, position: index + 1 }))
    if (there && (isRenamed || isOutOfOrder)) {
      await management.updateEntry(id, { ...wanted, ...(isOutOfOrder && { position: index + 1 }) })
    }
    for (const [value, text] of translations) {
      const dimension = datasource.dimensions?.find(({ entry_value }) => entry_value === value)
      if (dimension) await management.updateEntry(id, { ...wanted, dimension_value: text }, dimension.id)
    }
    const name = `${slug}: ${entry.name}`
    if (!there) report.created('Labels', name)
    else if (isSame) report.unchanged('Labels')
    else report.changed('Labels', name)
  }
}

/** Pairs our entries with those of the space: by name and value, else by name, else by value. */
export function pairedEntries<T extends { name: string; value?: string | null | undefined }>(
  entries: Entry[],
  inSpace: T[],
): { entry: Entry; there: T | undefined }[] {
  const free = new Set(inSpace)
  const pairs = new Map<Entry, T>()
  const tests = [
    (a: Entry, b: T) => a.name === b.name && a.value === (b.value ?? ''),
    (a: Entry, b: T) => a.name === b.name,
    (a: Entry, b: T) => a.value === (b.value ?? '') && a.value !== '',
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

/** Reads the translations by entry and dimension; the API gives one dimension per call. */
async function translationsOf(
  datasource: SpaceDatasource,
  management: Management,
): Promise<Map<number, Record<string, string>>> {
  const translations = new Map<number, Record<string, string>>()
  for (const dimension of datasource.dimensions ?? []) {
    for (const { id, dimension_value } of await management.entries(datasource.id, dimension.id)) {
      if (!dimension_value) continue
      translations.set(id, { ...translations.get(id), [dimension.entry_value]: dimension_value })
    }
  }
  return translations
}
