import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readContentFolder } from './folder.ts'
import { printed } from './json.ts'
import { pullAssets } from './pull-assets.ts'
import { type Pull, pullComponents, pullDatasources } from './pull-schema.ts'
import { pullStories } from './pull-stories.ts'
import type { MoveOptions } from './push.ts'
import { replaceFiles } from './replace-files.ts'
import { createReport, type Report } from './report.ts'

/**
 * Pulls a Storyblok space into a content folder. It reads everything before it replaces files, so a failure leaves the
 * folder unchanged. Equal files are not written.
 * @throws ManagementError when the space refuses or does not respond
 * @throws Error when a file of the folder is invalid
 */
export async function pullContent(options: MoveOptions): Promise<Report> {
  const { folder, space, management, own, dryRun, force } = options
  const local = readContentFolder(folder, space)
  const report = createReport()
  const pull: Pull = { local, management, report, force, files: new Map() }
  await pullComponents(own, pull)
  await pullDatasources(pull)
  await pullStories(pull, await pullAssets(pull))
  if (!existsSync(join(folder, 'space.json'))) pull.files.set('space.json', await spaceFile(pull, space))
  pull.files.set('storyblok.json', printed(local.syncState))
  if (!dryRun) replaceFiles(folder, pull.files)
  return report
}

/** Returns `space.json` for an empty folder, with the languages of the stories' translations. */
async function spaceFile({ management, files }: Pull, space: string): Promise<string> {
  const texts = [...files].flatMap(([path, bytes]) =>
    path.startsWith('stories/') && bytes ? [String(bytes)] : [],
  )
  const codes = texts.flatMap((text) =>
    [...text.matchAll(/__i18n__([a-z]{2}(?:_[a-z]{2})?)"/g)].map(([, code]) => code),
  )
  const language_codes = [...new Set(codes)].map((code) => code?.replace('_', '-')).sort()
  return printed({ id: Number(space), name: await management.spaceName(), domain: '', language_codes })
}
