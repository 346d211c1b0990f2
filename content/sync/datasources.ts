import type { SpaceDatasource } from '../../clients/storyblok/management-schemas.ts'
import type { DatasourceFile } from '../../contracts/datasource-file.ts'
import { freeId, hashOf, type LocalFile } from './folder.ts'
import { type Json, printed, same } from './json.ts'
import { changesOf, type LabelChange, type Labels, labelsOf, labelState, pairedLabels } from './labels.ts'
import { mayTake, mayWrite, recordProgress, type Sync } from './sync.ts'

/** Pushes datasources with dimensions, labels, their order and translations. */
export async function pushDatasources(sync: Sync): Promise<void> {
  const { local, management, report } = sync
  const inSpace = await management.datasources()
  for (const file of local.datasources) {
    await push(
      file,
      inSpace.find(({ slug }) => slug === file.value.slug),
      sync,
    )
  }
  const ours = new Set(local.datasources.map(({ value }) => value.slug))
  for (const { slug } of inSpace) if (!ours.has(slug)) report.alone(`datasource ${slug}`)
}

async function push(
  { value, sha256 }: LocalFile<DatasourceFile>,
  there: SpaceDatasource | undefined,
  sync: Sync,
): Promise<void> {
  const { local, management, report, save } = sync
  const { name, slug } = value
  const records = local.syncState.datasources
  const labels = await labelsOf(there, management)
  const { isRenamed, dimensions, changes, onlyThere } = changesOf(value, there, labels)
  for (const { name } of onlyThere) report.alone(`label ${slug}: ${name}`)
  // Additions overwrite nothing.
  const isOverwriting = isRenamed || changes.some(({ there, isSame }) => there && !isSame)
  const before = there && labelState(there, labels)
  if (before && isOverwriting && !mayWrite(sync, `datasource ${slug}`, records[slug], before)) return
  const isOther = isRenamed || dimensions.length > 0
  const isWriting = !there || isOther || changes.some(({ isSame }) => !isSame)
  if (isWriting) recordProgress(sync, 'datasources', slug, {})
  const read = async () => (await management.datasources()).find((one) => one.slug === slug)
  const body = { name, slug, dimensions_attributes: dimensions }
  let known = there
  if (!there) known = await management.create('datasource', body)
  else if (isOther) {
    await management.update('datasource', there.id, body)
    known = (await read()) ?? there
  }
  if (!isOther && there) report.unchanged('Datasources')
  else report[there ? 'changed' : 'created']('Datasources', slug)
  if (known) await writeLabels(known, changes, sync)
  const now = isWriting ? await read() : undefined
  const after = now ? labelState(now, await labelsOf(now, management)) : before
  records[slug] = { here: sha256, there: after ?? null }
  save()
}

async function writeLabels(
  { id: datasource_id, slug, dimensions }: SpaceDatasource,
  changes: LabelChange[],
  { management, report }: Sync,
): Promise<void> {
  for (const { entry, there, isRenamed, position, translations, isSame } of changes) {
    const { name, value } = entry
    const wanted = { name, value, datasource_id, ...(position !== null && { position }) }
    const { id } = there ?? (await management.create('label', wanted))
    if (there && (isRenamed || position !== null)) await management.update('label', id, wanted)
    for (const [dimension, text] of translations) {
      const known = dimensions?.find(({ entry_value }) => entry_value === dimension)
      const body = { name, value, datasource_id, dimension_value: text }
      if (known) await management.update('label', id, body, { dimension_id: known.id })
    }
    if (isSame) report.unchanged('Labels')
    else report[there ? 'changed' : 'created']('Labels', `${slug}: ${name}`)
  }
}

/** Pulls datasources with dimensions, labels and translations into `datasources/`. */
export async function pullDatasources(sync: Sync): Promise<void> {
  const { local, management, report, files } = sync
  const inSpace = await management.datasources()
  const ids = new Set(local.datasources.map(({ value }) => value.id))
  for (const datasource of inSpace) {
    const { slug } = datasource
    if (!/^[a-z0-9][\w-]*$/i.test(slug)) {
      report.alone(`datasource ${slug}: its slug cannot be the name of a file`)
      continue
    }
    const known = local.datasources.find(({ value }) => value.slug === slug)
    const labels = await labelsOf(datasource, management)
    const file = fileOf(datasource, labels, known?.value, ids)
    const there = labelState(datasource, labels)
    const records = local.syncState.datasources
    if (known && same(known.value, file)) {
      records[slug] = { here: known.sha256, there }
      report.unchanged('Datasources')
    } else if (!known || mayTake(sync, `datasource ${slug}`, records[slug], { here: known.sha256, there })) {
      const text = printed(file, known?.raw)
      files.set(`datasources/${known?.path ?? slug}.json`, text)
      records[slug] = { here: hashOf(text), there }
      report[known ? 'changed' : 'created']('Datasources', slug)
    }
  }
  for (const { value } of local.datasources) {
    if (!inSpace.some(({ slug }) => slug === value.slug))
      report.alone(`datasource ${value.slug} is only here`)
  }
}

function fileOf(
  { id, name, slug, dimensions }: SpaceDatasource,
  { entries, translations }: Labels,
  before: DatasourceFile | undefined,
  ids: Set<number>,
): Json {
  const pairs = pairedLabels(before?.entries ?? [], entries)
  const ours = new Map(pairs.map(({ entry, there }) => [there, entry.id]))
  const entryIds = new Set(before?.entries.map((entry) => entry.id))
  return {
    id: before?.id ?? freeId(id, ids),
    name,
    slug,
    dimensions: (dimensions ?? []).map(({ id, name, entry_value }) => {
      const same = before?.dimensions.find((dimension) => dimension.entry_value === entry_value)
      return { id: same?.id ?? id, name, entry_value }
    }),
    entries: entries.map((entry) => ({
      id: ours.get(entry) ?? freeId(entry.id, entryIds),
      name: entry.name,
      value: entry.value ?? '',
      dimension_values: translations.get(entry.id) ?? {},
    })),
  }
}
