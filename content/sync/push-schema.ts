import type { Management } from '../../clients/storyblok/management.ts'
import { blockState, type Component, differs, withFieldsOf } from './components.ts'
import type { ContentFolder } from './folder.ts'
import type { Report } from './report.ts'
import { checksum, isSpaceUnchanged, type SyncRecord } from './sync-state.ts'

export interface Push {
  local: ContentFolder
  management: Management
  report: Report
  /** Overwrites what editors changed in the space since the last push or pull. */
  force: boolean
  /** Writes `storyblok.json`, so that the next push knows about an interrupted one. */
  save(): void
}

/** Whether a push may overwrite the space's side: only when no editor changed it since, or with `--force`. */
export function mayWrite(record: SyncRecord | undefined, there: string, { local, force }: Push): boolean {
  return force || isSpaceUnchanged(record, there, local.isFirst)
}

/** Pushes the blocks. Blocks and fields that only the space has stay unchanged. */
export async function pushComponents(components: Component[], push: Push): Promise<void> {
  const { local, management, report, save } = push
  const records = local.syncState.blocks
  const inSpace = await management.components()
  const settled: Component[] = []
  let isWritten = false
  for (const component of components) {
    const { name } = component
    const there = inSpace.find((one) => one.name === name)
    for (const field of Object.keys(there?.schema ?? {})) {
      if (!component.schema[field]) report.alone(`field ${name}.${field}`)
    }
    if (there && !differs(there, component)) report.unchanged('Blocks')
    else if (there && !mayWrite(records[name], blockState(there), push)) {
      report.refused(
        `block ${name} was changed in Storyblok since the last push or pull: pull it first, or push with --force`,
      )
      continue
    } else {
      records[name] = { here: records[name]?.here ?? '', there: null }
      save()
      if (there) await management.updateComponent(there.id, withFieldsOf(there, component))
      else await management.createComponent(component)
      report[there ? 'changed' : 'created']('Blocks', name)
      isWritten = true
    }
    settled.push(component)
  }
  const now = isWritten ? await management.components() : inSpace
  for (const component of settled) {
    const there = now.find(({ name }) => name === component.name)
    if (there) records[component.name] = { here: checksum(component), there: blockState(there) }
  }
  save()
  const ours = new Set(components.map(({ name }) => name))
  for (const { name } of inSpace) if (!ours.has(name)) report.alone(`block ${name}`)
}
