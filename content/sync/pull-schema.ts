import type { SpaceComponent, SpaceDatasource } from '../../clients/storyblok/management-schemas.ts'
import type { Management } from '../../clients/storyblok/management.ts'
import type { DatasourceFile } from '../../contracts/datasource-file.ts'
import { additionsOf, blockState, type Component, differs, merged } from './components.ts'
import { type ContentFolder, hashOf, type LocalFile } from './folder.ts'
import { type Json, printed, same } from './json.ts'
import { type Labels, labelsOf, labelState, pairedEntries } from './push-labels.ts'
import type { Report } from './report.ts'
import { checksum, pullVerdict } from './sync-state.ts'

export interface Pull {
  local: ContentFolder
  management: Management
  report: Report
  /** Overwrites files that changed here since the last push or pull. */
  force: boolean
  /** Files to write, by path below the content folder; null removes. */
  files: Map<string, Buffer | string | null>
}

/**
 * Writes what the space's blocks add to ours or change in them to `schema/components.json`; the schema in TypeScript
 * stays the source of our blocks.
 */
export async function pullComponents(own: Component[], pull: Pull): Promise<void> {
  const { local, management, report, force, files } = pull
  const inSpace = await management.components()
  for (const { name, schema } of own) {
    const there = inSpace.find((component) => component.name === name)
    if (!there) report.alone(`block ${name} is only here`)
    for (const field of Object.keys(schema)) {
      if (there && !there.schema?.[field]) report.alone(`field ${name}.${field} is only here`)
    }
  }
  const ours = new Map(merged(own, local.additions).map((component) => [component.name, component]))
  const list: Component[] = []
  for (const component of inSpace) {
    const { name } = component
    const here = local.additions.find((one) => one.name === name)
    const [theirs] = additionsOf([component], own)
    const known = ours.get(name)
    const now = { here: checksum(known ?? {}), there: blockState(component) }
    const isSame = same(theirs, here)
    const verdict =
      isSame || !known
        ? 'take'
        : pullVerdict(local.syncState.blocks[name], now, { force, isFirst: local.isFirst })
    if (verdict === 'keep') report.alone(`block ${name} was changed only here: push it`)
    if (verdict === 'conflict') {
      report.refused(
        `block ${name} was changed here and in Storyblok: undo one of both, or pull with --force to take theirs`,
      )
    }
    const taken = verdict === 'take' ? theirs : here
    if (taken) list.push(taken)
    if (verdict !== 'take') continue
    const [settled] = merged(
      own.filter((one) => one.name === name),
      taken ? [taken] : [],
    )
    // While ours is changed and not pushed, the sides are not equal.
    if (settled && (!isSame || !differs(component, settled))) {
      local.syncState.blocks[name] = { here: checksum(settled), there: now.there }
    }
    if (isSame) report.unchanged('Blocks')
    else if (!theirs) report.removed('Blocks', name)
    else report[here ? 'changed' : 'created']('Blocks', name)
  }
  list.push(...remainingAdditions(inSpace, ours, pull))
  list.sort((a, b) => a.name.localeCompare(b.name))
  if (same(list, local.additions)) return
  files.set('schema/components.json', list.length > 0 ? printed(list, local.additions) : null)
}

/** Returns the additions that the space lacks: new ones wait for a push, those that it deleted go. */
function remainingAdditions(
  inSpace: SpaceComponent[],
  ours: Map<string, Component>,
  { local, report }: Pull,
): Component[] {
  return local.additions.filter(({ name }) => {
    if (inSpace.some((component) => component.name === name)) return false
    const isGone = local.syncState.blocks[name]?.here === checksum(ours.get(name) ?? {})
    if (isGone) {
      delete local.syncState.blocks[name]
      report.removed('Blocks', name)
    } else report.alone(`block ${name} is only here`)
    return !isGone
  })
}

/** Pulls datasources with dimensions, entries and translations into `datasources/`. */
export async function pullDatasources({ local, management, report, force, files }: Pull): Promise<void> {
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
    const file = fileOf(datasource, labels, known, ids)
    const there = labelState(datasource, labels)
    const remember = (here: string) => void (local.syncState.datasources[slug] = { here, there })
    if (known && same(known.value, file)) {
      remember(known.sha256)
      report.unchanged('Datasources')
      continue
    }
    const now = { here: known?.sha256 ?? '', there }
    const verdict = known
      ? pullVerdict(local.syncState.datasources[slug], now, { force, isFirst: local.isFirst })
      : 'take'
    if (verdict === 'keep') report.alone(`datasource ${slug} was changed only here: push it`)
    else if (verdict === 'conflict') {
      report.refused(
        `datasource ${slug} was changed here and in Storyblok: push what is new, or pull with --force to take theirs`,
      )
    } else {
      const text = printed(file, known?.raw)
      files.set(`datasources/${known?.path ?? slug}.json`, text)
      remember(hashOf(text))
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
  { entries: inSpace, translations }: Labels,
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

/** Returns the space's id, or the next one that is free here. */
export function freeId(id: number, taken: Set<number>): number {
  let free = id
  while (taken.has(free)) free += 1
  return free
}
