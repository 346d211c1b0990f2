import type { SpaceStory } from '../../clients/storyblok/management-schemas.ts'
import { foldersAbove, parentOf } from './folder.ts'
import { folderChanges, folderInSpace, type Leaf, wantedFolder } from './folders.ts'
import type { Json } from './json.ts'
import { mayWrite, type Push } from './push-schema.ts'
import { pathOf, slugsToChange } from './space-tree.ts'
import { checksum } from './sync-state.ts'

/** Pushes the folders of the files' paths and of `folders.json`. Returns their ids by path. */
export async function pushFolders(inSpace: SpaceStory[], push: Push): Promise<Map<string, number>> {
  const { local, report } = push
  const stories: Leaf[] = local.stories
  const named = local.folders.flatMap(({ path }) => [path, ...foldersAbove([path])])
  const paths = [...new Set([...foldersAbove(stories.map(({ path }) => path)), ...named])].sort()
  const existing = inSpace.filter((story) => story.is_folder)
  const byPath = new Map(existing.map((folder) => [pathOf(folder), folder]))
  const byId = new Map(existing.map((folder) => [folder.id, folder]))
  const ids = new Map<string, number>()
  for (const path of paths) {
    const there = byId.get(local.syncState.folders[path]?.id ?? 0) ?? byPath.get(path)
    const id = there ? await change(path, there, ids, push) : await create(path, ids, push)
    ids.set(path, id)
  }
  const ours = new Set(ids.values())
  for (const [path, { id }] of byPath) if (!ours.has(id)) report.alone(`folder ${path}`)
  noteChangedAddresses(stories, push)
  return ids
}

async function create(path: string, ids: Map<string, number>, push: Push): Promise<number> {
  const { local, management, report, save } = push
  const { translated_slugs, real_path, ...wanted } = wantedFolder(path, local.stories, local.folders)
  local.syncState.folders[path] = { id: 0, here: '', there: null }
  save()
  const made = await management.createStory({
    ...wanted,
    ...(real_path !== undefined && { path: real_path }),
    slug: path.split('/').at(-1),
    is_folder: true,
    parent_id: ids.get(parentOf(path)) ?? 0,
    translated_slugs_attributes: translated_slugs,
  })
  report.created('Folders', path)
  await remember(path, made.id, push)
  return made.id
}

async function change(
  path: string,
  summary: SpaceStory,
  ids: Map<string, number>,
  push: Push,
): Promise<number> {
  const { local, management, report, save } = push
  const wanted = wantedFolder(path, local.stories, local.folders)
  const there = await management.story(summary.id)
  const translated_slugs = wanted.translated_slugs.map(({ slug, ...rest }) => ({ ...rest, path: slug }))
  const slugs = slugsToChange({ translated_slugs }, there)
  const place = { slug: path.split('/').at(-1), parent_id: ids.get(parentOf(path)) ?? 0 }
  const isElsewhere = there.slug !== place.slug || (there.parent_id ?? 0) !== place.parent_id
  const changes: Json = { ...folderChanges(wanted, there), ...(isElsewhere && place) }
  if (Object.keys(changes).length === 0 && slugs.length === 0) {
    report.unchanged('Folders')
    local.syncState.folders[path] = { id: there.id, here: checksum(wanted), there: folderState(there) }
    return there.id
  }
  const record = local.syncState.folders[path]
  if (!mayWrite(record, folderState(there), push)) {
    const now = isElsewhere ? ` (there it is ${pathOf(summary)})` : ''
    report.refused(
      `folder ${path} was changed in Storyblok since the last push or pull${now}: pull it first, or push with --force`,
    )
    return there.id
  }
  local.syncState.folders[path] = { id: there.id, here: record?.here ?? '', there: null }
  save()
  const body = { name: there.name, slug: there.slug, ...changes, translated_slugs_attributes: slugs }
  await management.updateStory(there.id, body, false)
  report.changed('Folders', path)
  await remember(path, there.id, push)
  return there.id
}

/** Returns a checksum of a folder of the space. */
export function folderState(there: SpaceStory): string {
  return checksum({ ...folderInSpace(there), slug: there.slug, parent_id: there.parent_id ?? 0 })
}

async function remember(path: string, id: number, { local, management, save }: Push): Promise<void> {
  const there = await management.story(id)
  const here = checksum(wantedFolder(path, local.stories, local.folders))
  local.syncState.folders[path] = { id, here, there: folderState(there) }
  save()
}

function noteChangedAddresses(stories: Leaf[], { local, report }: Push): void {
  for (const { path, value } of stories) {
    for (const { lang, path: address } of value.translated_slugs ?? []) {
      const parents = path.split('/').slice(0, -1)
      const folders = parents.map((slug, index) => {
        const { translated_slugs } = wantedFolder(
          parents.slice(0, index + 1).join('/'),
          stories,
          local.folders,
        )
        return translated_slugs.find((one) => one.lang === lang)?.slug ?? slug
      })
      const formed = [...folders, address.split('/').at(-1)].join('/')
      if (formed !== address)
        report.note(`story ${path}: Storyblok makes the ${lang} address ${formed}, not ${address}`)
    }
  }
}
