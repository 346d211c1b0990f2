import type { Management } from '../../clients/storyblok/management.ts'
import { blockState, type Component, differs, withFieldsOf } from './components.ts'
import type { ContentFolder } from './folder.ts'
import type { Report } from './report.ts'
import { checksum, mayWriteThere, type Memory } from './twins.ts'

export interface Push {
  local: ContentFolder
  management: Management
  report: Report
  /** Overwrite what editors changed in the space since the last push or pull. */
  force: boolean
  /** Writes `storyblok.json`, so that a push which ends early is known to have begun. */
  save(): void
}

/** Whether the space's side may be written over: no, when an editor changed it since, because that would be lost. */
export function mayWrite(memory: Memory | undefined, there: string, { local, force }: Push): boolean {
  return force || mayWriteThere(memory, there, local.isFirst)
}

/** Brings blocks into the space. Blocks and fields that only the space has stay as they are. */
export async function pushComponents(components: Component[], push: Push): Promise<void> {
  const { local, management, report, save } = push
  const memories = local.twins.blocks
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
    else if (there && !mayWrite(memories[name], blockState(there), push)) {
      report.refused(
        `block ${name} was changed in Storyblok since the last push or pull: pull it first, or push with --force`,
      )
      continue
    } else {
      memories[name] = { here: memories[name]?.here ?? '', there: null }
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
    if (there) memories[component.name] = { here: checksum(component), there: blockState(there) }
  }
  save()
  const ours = new Set(components.map(({ name }) => name))
  for (const { name } of inSpace) if (!ours.has(name)) report.alone(`block ${name}`)
}
