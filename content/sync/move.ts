import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Management } from '../../clients/storyblok/management.ts'
import { pullAssets, pushAssets } from './assets.ts'
import { pullBlocks, pushBlocks } from './blocks.ts'
import type { Component } from './components.ts'
import { pullDatasources, pushDatasources } from './datasources.ts'
import { simulateWrites } from './dry-run.ts'
import { readContentFolder } from './folder.ts'
import { printed } from './json.ts'
import { pullStories } from './pull-stories.ts'
import { pushStories } from './push-stories.ts'
import { replaceFiles } from './replace-files.ts'
import { createReport, type Report } from './report.ts'
import type { Sync } from './sync.ts'

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
  const { own, dryRun } = options
  const sync = startSync({
    ...options,
    management: dryRun ? simulateWrites(options.management) : options.management,
  })
  await pushBlocks(own, sync)
  await pushDatasources(sync)
  await pushStories(sync, await pushAssets(sync))
  sync.save()
  return sync.report
}

/**
 * Pulls a Storyblok space into a content folder. It reads everything before it replaces files, so a failure leaves the
 * folder unchanged. Equal files are not written.
 * @throws ManagementError when the space refuses or does not respond
 * @throws Error when a file of the folder is invalid
 */
export async function pullContent(options: MoveOptions): Promise<Report> {
  const { folder, space, own, dryRun } = options
  const sync = startSync(options)
  const { local, files, report } = sync
  await pullBlocks(own, sync)
  await pullDatasources(sync)
  await pullStories(sync, await pullAssets(sync))
  if (!existsSync(join(folder, 'space.json'))) files.set('space.json', await spaceFile(sync, space))
  files.set('storyblok.json', printed(local.syncState))
  if (!dryRun) replaceFiles(folder, files)
  return report
}

function startSync({ folder, space, management, force, dryRun }: MoveOptions): Sync {
  const local = readContentFolder(folder, space)
  const save = () => {
    if (dryRun) return
    const file = join(folder, 'storyblok.json')
    writeFileSync(`${file}.new`, printed(local.syncState))
    renameSync(`${file}.new`, file)
  }
  return { local, management, report: createReport(), force, files: new Map(), save }
}

/** Returns `space.json` for an empty folder, with the languages of the stories' translations. */
async function spaceFile({ management, files }: Sync, space: string): Promise<string> {
  const stories = [...files].flatMap(([path, text]) => (path.startsWith('stories/') && text ? [text] : []))
  const codes = [...stories.join('\n').matchAll(/__i18n__([a-z]{2}(?:_[a-z]{2})?)"/g)].map(([, code]) => code)
  const language_codes = [...new Set(codes)].map((code) => code?.replace('_', '-')).sort()
  return printed({ id: Number(space), name: await management.spaceName(), domain: '', language_codes })
}
