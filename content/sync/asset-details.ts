import type { SpaceAsset, SpaceAssetFolder } from '../../clients/storyblok/management-schemas.ts'
import { isObject, type Json, printed, same } from './json.ts'
import { mayTake, mayWrite, type Sync } from './sync.ts'
import { checksum } from './sync-state.ts'

const texts = ['alt', 'title', 'copyright', 'source']

/** Pushes texts, focus and folder of the assets. Changes of editors stay until the next pull. */
export async function pushDetails(before: SpaceAsset[], sync: Sync): Promise<void> {
  const { local, management, report, save } = sync
  const paths = assetFolderPaths(await management.assetFolders())
  const byId = new Map(before.map((asset) => [asset.id, asset]))
  const folderId = createFolderLookup(paths, sync)
  const written = new Map<string, string>()
  for (const { name } of local.assets) {
    const record = local.syncState.assets[name]
    if (!record) continue
    const there = byId.get(record.id)
    const details = local.details[name] ?? {}
    const here = checksum(details)
    const now = checksum(there ? detailsOf(there, paths) : {})
    // Without details here and on record, those of the space are the editors'.
    const isUnchangedHere = record.details === here || (record.details === null && !local.details[name])
    const base = record.details === null ? undefined : { here: '', there: record.details }
    if (here === now) local.syncState.assets[name] = { ...record, details: now }
    else if (isUnchangedHere && !sync.force) {
      report.alone(`texts of the file ${name} are other in Storyblok: pull them`)
    } else if (!there || mayWrite(sync, `text of the file ${name}`, base, now)) {
      const folder = await folderId((details['folder'] ?? []) as string[])
      await management.updateAsset(record.id, name, asAsset(details, folder))
      report.changed('Texts of files', name)
      written.set(name, here)
    }
  }
  if (written.size === 0) return
  // Writing texts changes the asset's time; without a new record the next pull would count it as replaced.
  const after = new Map((await management.assets()).map((asset) => [asset.id, asset]))
  for (const [name, details] of written) {
    const record = local.syncState.assets[name]
    const there = record && after.get(record.id)
    if (there) local.syncState.assets[name] = { ...record, there: assetState(there), details }
  }
  save()
}

/** Pulls texts, focus and folder of the files into `assets.json`. */
export async function pullDetails(names: Map<SpaceAsset, string>, sync: Sync): Promise<void> {
  const { local, management, report, files } = sync
  const paths = assetFolderPaths(await management.assetFolders())
  const result: Record<string, Json> = { ...local.details }
  for (const [asset, name] of names) {
    const record = local.syncState.assets[name]
    if (record?.id !== asset.id) continue
    const there = detailsOf(asset, paths)
    const now = { here: checksum(local.details[name] ?? {}), there: checksum(there) }
    const base = record.details === null ? undefined : { here: record.details, there: record.details }
    const isFirst = local.isFirst || local.details[name] === undefined
    const isSame = now.here === now.there
    if (!isSame && !mayTake(sync, `text of the file ${name}`, base, now, isFirst)) continue
    local.syncState.assets[name] = { ...record, details: now.there }
    if (!isSame) report.changed('Texts of files', name)
    delete result[name]
    if (Object.keys(there).length > 0) result[name] = there
  }
  for (const [path, bytes] of files) if (bytes === null) delete result[path.replace(/^assets\//, '')]
  if (checksum(result) === checksum(local.details)) return
  const isEmpty = Object.keys(result).length === 0
  const sorted = Object.fromEntries(Object.entries(result).sort(([a], [b]) => a.localeCompare(b)))
  files.set('assets.json', isEmpty ? null : printed(sorted, local.details))
}

/** Returns a checksum of an asset's address and time; replacing the file changes the time. */
export function assetState({ filename, updated_at }: SpaceAsset): string {
  return checksum({ filename, updated_at: updated_at ?? null })
}

/** Returns the path of each asset folder as names, by the folder's id. */
function assetFolderPaths(folders: SpaceAssetFolder[]): Map<number, string[]> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const pathOf = (id: number, below: number[] = []): string[] => {
    const folder = byId.get(id)
    // Guards against a folder inside itself.
    if (!folder || below.includes(id)) return []
    return [...pathOf(folder.parent_id ?? 0, [...below, id]), folder.name]
  }
  return new Map(folders.map(({ id }) => [id, pathOf(id)]))
}

/** Returns texts, focus and folder of an asset in the format of `assets.json`, without empty fields. */
function detailsOf(asset: SpaceAsset, paths: Map<number, string[]>): Json {
  const meta = asset.meta_data ?? {}
  const own = Object.entries(meta).filter(([name, value]) => !texts.includes(name) && !same(value, null))
  const said = [...texts, 'focus', 'publish_at', 'expire_at'].map(
    (name) => [name, asset[name] ?? meta[name]] as const,
  )
  return {
    ...Object.fromEntries(said.filter(([, value]) => !same(value, null))),
    ...(own.length > 0 && { meta_data: Object.fromEntries(own) }),
    ...(asset.asset_folder_id && { folder: paths.get(asset.asset_folder_id) ?? [] }),
  }
}

/** Returns details in the format of the API: `meta_data` repeats the texts, and a removed text is empty. */
function asAsset(details: Json, folderId: number): Json {
  const { folder: _, meta_data, ...said } = details
  const given = Object.fromEntries(texts.map((name) => [name, said[name] ?? '']))
  return {
    focus: '',
    publish_at: null,
    expire_at: null,
    ...said,
    ...given,
    asset_folder_id: folderId || null,
    meta_data: { ...(isObject(meta_data) && meta_data), ...given },
  }
}

/** Returns a function that gives the id of an asset folder by its path and creates missing folders. */
function createFolderLookup(paths: Map<number, string[]>, { management }: Sync) {
  const known = new Map([...paths].map(([id, path]) => [JSON.stringify(path), id]))
  return async (path: string[]): Promise<number> => {
    let parent_id = 0
    for (const [index, name] of path.entries()) {
      const key = JSON.stringify(path.slice(0, index + 1))
      const id: number = known.get(key) ?? (await management.create('folder', { name, parent_id })).id
      known.set(key, id)
      parent_id = id
    }
    return parent_id
  }
}
