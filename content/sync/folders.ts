import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import { foldersAbove, parentOf } from '../../contracts/story-file.ts'
import { entryFor, folderChanges, folderInSpace, type Leaf, wantedFolder } from './implied-folders.ts'
import { isFilePath, pathOf, slugsToChange } from './space-tree.ts'
import { mayWrite, pullListFile, recordProgress, type Sync } from './sync.ts'
import { checksum } from './sync-state.ts'

/** Pushes the folders of the files' paths and of `folders.json`. Returns their ids by path. */
export async function pushFolders(inSpace: SpaceStory[], sync: Sync): Promise<Map<string, number>> {
  const { local, report } = sync
  const paths = [...local.stories, ...local.folders].map(({ path }) => path)
  const above = foldersAbove(paths)
  const existing = inSpace.filter((story) => story.is_folder)
  const byPath = new Map(existing.map((folder) => [pathOf(folder), folder]))
  const byId = new Map(existing.map((folder) => [folder.id, folder]))
  const ids = new Map<string, number>()
  for (const path of [...new Set([...above, ...local.folders.map(({ path }) => path)])].sort()) {
    const there = byId.get(local.syncState.folders[path]?.id ?? 0) ?? byPath.get(path)
    ids.set(path, await push(path, there, ids, sync))
  }
  const ours = new Set(ids.values())
  for (const [path, { id }] of byPath) if (!ours.has(id)) report.alone(`folder ${path}`)
  noteChangedAddresses(sync)
  return ids
}

async function push(
  path: string,
  summary: SpaceStory | undefined,
  ids: Map<string, number>,
  sync: Sync,
): Promise<number> {
  const { local, management, report, save } = sync
  const records = local.syncState.folders
  const wanted = wantedFolder(path, local.stories, local.folders)
  const there = summary && (await management.story(summary.id))
  const translated_slugs = wanted.translated_slugs.map(({ slug, ...rest }) => ({ ...rest, path: slug }))
  const translated_slugs_attributes = slugsToChange({ translated_slugs }, there)
  const place = { slug: path.split('/').at(-1), parent_id: ids.get(parentOf(path)) ?? 0 }
  const isElsewhere = there && (there.slug !== place.slug || (there.parent_id ?? 0) !== place.parent_id)
  const changes = { ...folderChanges(wanted, there), ...((!there || isElsewhere) && place) }
  const settle = (folder: SpaceStory) => {
    records[path] = { id: folder.id, here: checksum(wanted), there: folderState(folder) }
    return folder.id
  }
  if (there && Object.keys(changes).length === 0 && translated_slugs_attributes.length === 0) {
    report.unchanged('Folders')
    return settle(there)
  }
  const hint = summary && isElsewhere ? ` (there it is ${pathOf(summary)})` : ''
  if (there && !mayWrite(sync, `folder ${path}`, records[path], folderState(there), hint)) return there.id
  recordProgress(sync, 'folders', path, { id: there?.id ?? 0 })
  const body = { ...changes, translated_slugs_attributes }
  const { id } = there ?? (await management.create('story', { ...body, is_folder: true }))
  if (there) await management.update('story', id, { name: there.name, slug: there.slug, ...body })
  report[there ? 'changed' : 'created']('Folders', path)
  settle(await management.story(id))
  save()
  return id
}

function folderState(there: SpaceStory): string {
  return checksum({ ...folderInSpace(there), slug: there.slug, parent_id: there.parent_id ?? 0 })
}

function noteChangedAddresses({ local, report }: Sync): void {
  for (const { path, value } of local.stories) {
    const parents = [...foldersAbove([path])]
    for (const { lang, path: address } of value.translated_slugs) {
      const folders = parents.map((folder) => {
        const { translated_slugs } = wantedFolder(folder, local.stories, local.folders)
        return translated_slugs.find((one) => one.lang === lang)?.slug ?? folder.split('/').at(-1)
      })
      const formed = [...folders, address.split('/').at(-1)].join('/')
      if (formed !== address)
        report.note(`story ${path}: Storyblok makes the ${lang} address ${formed}, not ${address}`)
    }
  }
}

/**
 * Pulls the folders into `folders.json`, as far as they differ from what their stories imply. Called after the stories are
 * decided.
 */
export function pullFolders(inSpace: SpaceStory[], sync: Sync): void {
  const { local, report } = sync
  const stories = storiesAfter(sync)
  const records = local.syncState.folders
  const before = new Map(Object.entries(records).map(([path, { id }]) => [id, path]))
  const safe = inSpace.filter((folder) => isFilePath(pathOf(folder)))
  for (const folder of inSpace) {
    if (!safe.includes(folder)) {
      report.alone(`folder ${pathOf(folder)}: its address cannot be that of files`)
    }
  }
  pullListFile(sync, {
    kind: 'folders',
    title: 'Folders',
    what: 'folder',
    path: 'folders.json',
    entries: local.folders,
    keyOf: ({ path }) => path,
    hereOf: (path) => checksum(wantedFolder(path, local.stories, local.folders)),
    found: safe.map((item) => {
      const key = pathOf(item)
      const oldKey = before.get(item.id) ?? key
      const isNew = !records[oldKey] && !local.folders.some(({ path }) => path === oldKey)
      const theirs = entryFor(key, folderInSpace(item), stories)
      return { item, key, oldKey, theirs, there: folderState(item), isNew }
    }),
    settle({ item, key, oldKey, theirs, there }, _, isSame) {
      if (oldKey !== key) delete records[oldKey]
      const here = checksum(wantedFolder(key, stories, theirs ? [theirs] : []))
      records[key] = { id: item.id, here, there }
      if (!isSame) report.changed('Folders', oldKey === key ? key : `${oldKey} → ${key}`)
    },
  })
}

/** Returns the stories after the pull. */
function storiesAfter({ local, files }: Sync): Leaf[] {
  const left = local.stories.filter(({ path }) => !files.has(`stories/${path}.json`))
  const taken = [...files].flatMap(([file, text]): Leaf[] => {
    const [, path] = /^stories\/(.*)\.json$/.exec(file) ?? []
    return path && text !== null ? [{ path, value: JSON.parse(String(text)) as Leaf['value'] }] : []
  })
  return [...left, ...taken]
}
