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
import { simulateWrites } from './dry-run.ts'
import { createReport, type Report } from './report.ts'

export interface MoveOptions {
  /** The content folder. */
  folder: string
  space: string
  management: Management
  /** Blocks of `content/schema/index.ts`. */
  own: Component[]
  /** Reports the changes without making them. */
  dryRun: boolean
  /** Overwrites what the other side changed since the last push or pull. */
  force: boolean
}

/**
 * Pushes a content folder into a Storyblok space: blocks, datasources, files, stories. It writes only differences and
 * deletes nothing.
 * @throws ManagementError when the space refuses; earlier writes stay, and the next push continues
 * @throws Error when a file of the folder is invalid
 */
export async function pushContent(options: MoveOptions): Promise<Report> {
  const { folder, space, own, dryRun, force } = options
  const local = readContentFolder(folder, space)
  const file = join(folder, 'storyblok.json')
  const push: Push = {
    local,
    management: dryRun ? simulateWrites(options.management) : options.management,
    report: createReport(),
    force,
    save: () => {
      if (dryRun) return
      writeFileSync(`${file}.new`, printed(local.syncState))
      renameSync(`${file}.new`, file)
    },
  }
  await pushComponents(merged(own, local.additions), push)
  await pushDatasources(push)
  await pushStories(push, await pushAssets(push))
  push.save()
  return push.report
}
