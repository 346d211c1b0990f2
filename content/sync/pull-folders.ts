import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import { entryFor, type FolderEntry, folderInSpace, type Leaf, wantedFolder } from './folders.ts'
import { printed, same } from './json.ts'
import type { Pull } from './pull-schema.ts'
import { folderState } from './push-folders.ts'
import { isFilePath, pathOf } from './space-tree.ts'
import { checksum, pullVerdict } from './sync-state.ts'

/**
 * Pulls the folders into `folders.json`, as far as they differ from what their stories imply. Called after the stories are
 * decided.
 */
export function pullFolders(inSpace: SpaceStory[], pull: Pull): void {
  const { local, report, force, files } = pull
  const stories = storiesAfter(pull)
  const before = new Map(Object.entries(local.syncState.folders).map(([path, { id }]) => [id, path]))
  const entries: FolderEntry[] = []
  const done = new Set<string>()
  for (const there of inSpace) {
    const path = pathOf(there)
    if (!isFilePath(path)) {
      report.alone(`folder ${path}: its address cannot be that of files`)
      continue
    }
    const oldPath = before.get(there.id) ?? path
    const old = local.folders.find((entry) => entry.path === oldPath)
    done.add(oldPath).add(path)
    const folder = folderInSpace(there)
    const entry = entryFor(path, folder, stories)
    const record = local.syncState.folders[oldPath]
    const state = folderState(there)
    const now = { here: checksum(wantedFolder(oldPath, local.stories, local.folders)), there: state }
    const isSame = oldPath === path && same(entry ?? {}, old ?? {})
    const isNew = !old && !record
    const verdict = isSame || isNew ? 'take' : pullVerdict(record, now, { force, isFirst: local.isFirst })
    if (verdict === 'take') {
      if (entry) entries.push(entry)
      if (oldPath !== path) delete local.syncState.folders[oldPath]
      const here = checksum(wantedFolder(path, stories, entry ? [entry] : []))
      local.syncState.folders[path] = { id: there.id, here, there: state }
      if (isSame) report.unchanged('Folders')
      else report.changed('Folders', oldPath === path ? path : `${oldPath} → ${path}`)
    } else {
      if (old) entries.push(old)
      if (verdict === 'keep') report.alone(`folder ${oldPath} was changed only here: push it`)
      else {
        report.refused(
          `folder ${oldPath} was changed here and in Storyblok: undo one of both, or pull with --force to take theirs`,
        )
      }
    }
  }
  entries.push(...remainingEntries(done, pull))
  entries.sort((a, b) => a.path.localeCompare(b.path))
  if (same(entries, local.folders)) return
  files.set('folders.json', entries.length > 0 ? printed(entries, local.folders) : null)
}

/** Returns the entries of folders that the space lacks: new ones stay, those that it deleted go. */
function remainingEntries(done: Set<string>, { local, report }: Pull): FolderEntry[] {
  const records = local.syncState.folders
  return local.folders.filter(({ path }) => {
    if (done.has(path)) return false
    const isGone = records[path]?.here === checksum(wantedFolder(path, local.stories, local.folders))
    delete records[path]
    if (isGone) report.removed('Folders', path)
    else report.alone(`folder ${path} is only here`)
    return !isGone
  })
}

/** Returns the stories after the pull. */
function storiesAfter({ local, files }: Pull): Leaf[] {
  const left = local.stories.filter(({ path }) => !files.has(`stories/${path}.json`))
  const taken = [...files].flatMap(([path, text]): Leaf[] =>
    path.startsWith('stories/') && text !== null
      ? [
          {
            path: path.slice('stories/'.length, -'.json'.length),
            value: JSON.parse(String(text)) as Leaf['value'],
          },
        ]
      : [],
  )
  return [...left, ...taken]
}
