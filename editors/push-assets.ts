import { imageSize } from 'image-size'
import type { SpaceAsset } from '../clients/management-answers.ts'
import type { Management } from '../clients/storyblok-management.ts'
import { type ContentFolder, hashOf, type LocalAsset } from './folder.ts'
import type { Report } from './report.ts'
import { assetAddress } from './rewrite.ts'

/** What a file is called in the space. */
export type AssetsInSpace = Map<string, { filename: string; id: number | null }>

/**
 * Sends the files of `assets/` that the space does not have, or that have changed since they were sent.
 * A file of the same name and content that is there already is taken for ours.
 */
export async function pushAssets(
  local: ContentFolder,
  management: Management,
  report: Report,
): Promise<AssetsInSpace> {
  const inSpace = (await management.assets()).filter(({ deleted_at }) => !deleted_at)
  const names: AssetsInSpace = new Map()
  const taken = new Set<number>()
  for (const asset of local.assets) {
    const there = await push(asset, inSpace, local, management, report)
    taken.add(there.id)
    const filename = assetAddress(there.filename)
    names.set(asset.name, { filename, id: there.id })
    const { sha256 } = asset
    local.twins.assets[asset.name] = { id: there.id, updated_at: there.updated_at ?? null, sha256 }
  }
  for (const { id, filename } of inSpace) {
    if (!taken.has(id)) report.alone(`file ${filename.split('/').at(-1)}`)
  }
  return names
}

async function push(
  asset: LocalAsset,
  inSpace: SpaceAsset[],
  { twins }: ContentFolder,
  management: Management,
  report: Report,
): Promise<SpaceAsset> {
  const twin = twins.assets[asset.name]
  const there = twin && inSpace.find(({ id }) => id === twin.id)
  if (there && twin.sha256 === asset.sha256) {
    report.unchanged('Files')
    return there
  }
  const found = there ?? (await adopted(asset, inSpace, management))
  if (!there && found) {
    report.unchanged('Files')
    return found
  }
  const { bytes } = asset
  const upload = { name: shortNameOf(asset), size: sizeOf(bytes), bytes }
  const sent = await management.upload(upload, there?.id)
  if (there) report.changed('Files', asset.name)
  else report.created('Files', asset.name)
  return sent
}

async function adopted(asset: LocalAsset, inSpace: SpaceAsset[], management: Management) {
  const name = shortNameOf(asset)
  for (const candidate of inSpace) {
    if (candidate.is_private || decodeURI(candidate.filename).split('/').at(-1) !== name) continue
    const bytes = await management.download(assetAddress(candidate.filename), asset.bytes.length)
    if (bytes && hashOf(bytes) === asset.sha256) return candidate
  }
  return undefined
}

function shortNameOf({ name }: LocalAsset): string {
  return name.split('/').at(-1) ?? name
}

/** `480x360`, a part of the address of a picture; empty for what is none. */
function sizeOf(bytes: Buffer): string {
  try {
    const { width, height } = imageSize(bytes)
    return `${width}x${height}`
  } catch {
    return ''
  }
}
