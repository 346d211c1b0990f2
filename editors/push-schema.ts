import type { SpaceDatasource, SpaceEntry } from '../clients/management-answers.ts'
import type { Management } from '../clients/storyblok-management.ts'
import type { DatasourceFile } from '../contracts/datasource-file.ts'
import { type Component, differs, withFieldsOf } from './components.ts'
import type { Report } from './report.ts'

/** Brings blocks into the space. Blocks and fields that only the space has stay as they are. */
export async function pushComponents(components: Component[], management: Management, report: Report) {
  const inSpace = await management.components()
  for (const component of components) {
    const there = inSpace.find(({ name }) => name === component.name)
    if (!there) {
      await management.createComponent(component)
      report.created('Blocks', component.name)
      continue
    }
    if (differs(there, component)) {
      await management.updateComponent(there.id, withFieldsOf(there, component))
      report.changed('Blocks', component.name)
    } else report.unchanged('Blocks')
    for (const field of Object.keys(there.schema ?? {})) {
      if (!component.schema[field]) report.alone(`field ${component.name}.${field}`)
    }
  }
  const ours = new Set(components.map(({ name }) => name))
  for (const { name } of inSpace) if (!ours.has(name)) report.alone(`block ${name}`)
}

/** Brings datasources with dimensions, entries, their order and translations into the space. */
export async function pushDatasources(files: DatasourceFile[], management: Management, report: Report) {
  const inSpace = await management.datasources()
  for (const file of files) {
    const there = inSpace.find(({ slug }) => slug === file.slug)
    const missing = file.dimensions.filter(
      ({ name, entry_value }) =>
        !there?.dimensions?.some((one) => one.entry_value === entry_value && one.name === name),
    )
    const dimensions_attributes = missing.map(({ name, entry_value }) => {
      const same = there?.dimensions?.find((one) => one.entry_value === entry_value)
      return { ...(same && { id: same.id }), name, entry_value }
    })
    const wanted = { name: file.name, slug: file.slug, dimensions_attributes }
    if (!there) {
      const made = await management.createDatasource(wanted)
      report.created('Datasources', file.slug)
      await pushEntries(file, made, [], management, report)
      continue
    }
    const isChanged = there.name !== file.name || missing.length > 0
    if (isChanged) {
      await management.updateDatasource(there.id, wanted)
      report.changed('Datasources', file.slug)
    } else report.unchanged('Datasources')
    const known =
      missing.length === 0
        ? there
        : ((await management.datasources()).find(({ id }) => id === there.id) ?? there)
    await pushEntries(file, known, await management.entries(there.id), management, report)
  }
  const ours = new Set(files.map(({ slug }) => slug))
  for (const { slug } of inSpace) if (!ours.has(slug)) report.alone(`datasource ${slug}`)
}

type Entry = DatasourceFile['entries'][number]

async function pushEntries(
  file: DatasourceFile,
  datasource: SpaceDatasource,
  inSpace: SpaceEntry[],
  management: Management,
  report: Report,
) {
  const pairs = pairedEntries(file.entries, inSpace)
  const dimensions = datasource.dimensions ?? []
  const translations = inSpace.length > 0 ? await translationsOf(datasource, management) : new Map()
  const positions = pairs.flatMap(({ there }) => (there ? [inSpace.indexOf(there)] : []))
  const isOutOfOrder = positions.some(
    (position, index) => index > 0 && position < (positions[index - 1] ?? 0),
  )
  for (const [index, { entry, there }] of pairs.entries()) {
    const name = `${file.slug}: ${entry.name}`
    const wanted = { name: entry.name, value: entry.value, datasource_id: datasource.id }
    let isChanged = false
    const { id } = there ?? (await management.createEntry({ ...wanted, position: index + 1 }))
    if (there && (isOutOfOrder || there.name !== entry.name || (there.value ?? '') !== entry.value)) {
      await management.updateEntry(id, { ...wanted, ...(isOutOfOrder && { position: index + 1 }) })
      isChanged = true
    }
    for (const dimension of dimensions) {
      const translation = entry.dimension_values[dimension.entry_value]
      if (translation === undefined || translation === translations.get(id)?.[dimension.entry_value]) continue
      await management.updateEntry(id, { ...wanted, dimension_value: translation }, dimension.id)
      isChanged = true
    }
    if (!there) report.created('Labels', name)
    else if (isChanged) report.changed('Labels', name)
    else report.unchanged('Labels')
  }
  for (const entry of inSpace) {
    if (!pairs.some(({ there }) => there === entry)) report.alone(`label ${file.slug}: ${entry.name}`)
  }
}

/** Which entry of the space each of ours is: with the same name and value, else the same name, else the same value. */
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

/** Translations of all entries, by entry and dimension: the API gives them one dimension at a time. */
export async function translationsOf(
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
