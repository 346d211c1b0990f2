import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Management } from '../../clients/storyblok/management.ts'
import { type Component, merged } from './components.ts'
import { readContentFolder } from './folder.ts'
import { printed } from './json.ts'
import { pushAssets } from './push-assets.ts'
import { pushDatasources } from './push-labels.ts'
import { type Push, pushComponents } from './push-schema.ts'
import { pushStories } from './push-stories.ts'
import { rehearsal } from './rehearsal.ts'
import { createReport, type Report } from './report.ts'

export interface MoveOptions {
  /** The content folder. */
  folder: string
  space: string
  management: Management
  /** Blocks of `content/schema/index.ts`. */
  own: Component[]
  /** Say what would be done, and do nothing. */
  dryRun: boolean
  /** Overwrite what the other side changed since the last push or pull. */
  force: boolean
}

/**
 * Brings a content folder into a Storyblok space: blocks, datasources, files, stories. A second push writes nothing,
 * one after a change writes only that; nothing that only the space has is deleted.
 * @throws ManagementError when the space refuses; what was written until then stays, and the next push goes on
 * @throws Error when a file of the folder does not fit
 */
export async function pushContent(options: MoveOptions): Promise<Report> {
  const { folder, space, own, dryRun, force } = options
  const local = readContentFolder(folder, space)
  const file = join(folder, 'storyblok.json')
  const push: Push = {
    local,
    management: dryRun ? rehearsal(options.management) : options.management,
    report: createReport(),
    force,
    save: () => {
      if (dryRun) return
      writeFileSync(`${file}.new`, printed(local.twins))
      renameSync(`${file}.new`, file)
    },
  }
  await pushComponents(merged(own, local.additions), push)
  await pushDatasources(push)
  await pushStories(push, await pushAssets(push))
  push.save()
  return push.report
}
