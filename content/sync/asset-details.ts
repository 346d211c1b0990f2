import type { SpaceAsset, SpaceAssetFolder } from '../../clients/storyblok/management-schemas.ts'
import type { Management } from '../../clients/storyblok/management.ts'
import { isObject, type Json, same } from './json.ts'

const texts = ['alt', 'title', 'copyright', 'source']

/** Returns the path of each asset folder as names, by the folder's id. */
export function assetFolderPaths(folders: SpaceAssetFolder[]): Map<number, string[]> {
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
export function detailsOf(asset: SpaceAsset, paths: Map<number, string[]>): Json {
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
export function asAsset(details: Json, folderId: number): Json {
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
export async function createFolderLookup(management: Management) {
  const known = new Map<string, number>()
  for (const [id, path] of assetFolderPaths(await management.assetFolders()))
    known.set(JSON.stringify(path), id)
  return async (path: string[]): Promise<number> => {
    let parent_id = 0
    for (const [index, name] of path.entries()) {
      const key = JSON.stringify(path.slice(0, index + 1))
      const id: number = known.get(key) ?? (await management.createAssetFolder({ name, parent_id })).id
      known.set(key, id)
      parent_id = id
    }
    return parent_id
  }
}
