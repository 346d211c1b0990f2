import { additionOf, blockState, type Component, differs, merged, mergedSchema } from './components.ts'
import { mayWrite, pullListFile, recordProgress, type Sync } from './sync.ts'
import { checksum } from './sync-state.ts'

/** Pushes the blocks. Blocks and fields that only the space has stay unchanged. */
export async function pushBlocks(own: Component[], sync: Sync): Promise<void> {
  const { local, management, report, save } = sync
  const components = merged(own, local.additions)
  const records = local.syncState.blocks
  const inSpace = await management.components()
  const settled: Component[] = []
  let isWritten = false
  for (const component of components) {
    const { name, schema } = component
    const there = inSpace.find((one) => one.name === name)
    for (const field of Object.keys(there?.schema ?? {})) {
      if (!schema[field]) report.alone(`field ${name}.${field}`)
    }
    if (there && !differs(there, component)) report.unchanged('Blocks')
    else if (there && !mayWrite(sync, `block ${name}`, records[name], blockState(there))) continue
    else {
      recordProgress(sync, 'blocks', name, {})
      // An update replaces the whole schema, so it repeats the fields that only the space has.
      const whole = { ...component, schema: mergedSchema(there?.schema ?? {}, schema) }
      if (there) await management.update('block', there.id, whole)
      else await management.create('block', component)
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

/**
 * Writes what the space's blocks add to ours or change in them to `schema/components.json`; the schema in TypeScript
 * stays the source of our blocks.
 */
export async function pullBlocks(own: Component[], sync: Sync): Promise<void> {
  const { local, management, report } = sync
  const inSpace = await management.components()
  for (const { name, schema } of own) {
    const there = inSpace.find((component) => component.name === name)
    if (!there) report.alone(`block ${name} is only here`)
    for (const field of Object.keys(schema)) {
      if (there && !there.schema?.[field]) report.alone(`field ${name}.${field} is only here`)
    }
  }
  const ours = new Map(merged(own, local.additions).map((component) => [component.name, component]))
  pullListFile(sync, {
    kind: 'blocks',
    title: 'Blocks',
    what: 'block',
    path: 'schema/components.json',
    entries: local.additions,
    keyOf: ({ name }) => name,
    hereOf: (name) => checksum(ours.get(name) ?? {}),
    found: inSpace.map((item) => ({
      item,
      key: item.name,
      oldKey: item.name,
      theirs: additionOf(item, own),
      there: blockState(item),
      isNew: !ours.has(item.name),
    })),
    settle({ item, key: name, theirs, there }, old, isSame) {
      const ownBlock = own.filter((one) => one.name === name)
      const [settled] = merged(ownBlock, theirs ? [theirs] : [])
      // While ours is changed and not pushed, the sides are not equal.
      if (settled && (!isSame || !differs(item, settled))) {
        local.syncState.blocks[name] = { here: checksum(settled), there }
      }
      if (!isSame) report[!theirs ? 'removed' : old ? 'changed' : 'created']('Blocks', name)
    },
  })
}
