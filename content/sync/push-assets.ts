import { imageSize } from 'image-size'
import type { SpaceAsset } from '../../clients/storyblok/management-schemas.ts'
import { asAsset, assetFolderPaths, detailsOf, createFolderLookup } from './asset-details.ts'
import { hashOf, type LocalAsset } from './folder.ts'
import type { Json } from './json.ts'
import { mayWrite, type Push } from './push-schema.ts'
import { assetAddress } from './rewrite.ts'
import { checksum } from './sync-state.ts'

/** Address and id in the space, by the name of a file. */
export type AssetsInSpace = Map<string, { filename: string; id: number | null }>

/**
 * Pushes the files of `assets/` that are new or changed, and their details in `assets.json`. An asset of the space with
 * the same name and content is adopted.
 */
export async function pushAssets(push: Push): Promise<AssetsInSpace> {
  const { local, management, report, save } = push
  const inSpace = (await management.assets()).filter(({ deleted_at }) => !deleted_at)
  const names: AssetsInSpace = new Map()
  const taken = new Set<number>()
  for (const asset of local.assets) {
    const there = await send(asset, inSpace, push)
    taken.add(there.id)
    names.set(asset.name, { filename: assetAddress(there.filename), id: there.id })
    save()
  }
  await pushDetails(inSpace, push)
  for (const { id, filename } of inSpace) {
    if (!taken.has(id)) report.alone(`file ${filename.split('/').at(-1)}`)
  }
  return names
}

/** Returns a checksum of an asset's address and time; replacing the file changes the time. */
export function assetState({ filename, updated_at }: SpaceAsset): string {
  return checksum({ filename, updated_at: updated_at ?? null })
}

async function send(asset: LocalAsset, inSpace: SpaceAsset[], push: Push): Promise<SpaceAsset> {
  const { local, management, report, save } = push
  const { name, bytes, sha256 } = asset
  const records = local.syncState.assets
  const record = records[name]
  const details = record?.details ?? null
  const there = inSpace.find(({ id }) => id === record?.id)
  // The record keeps the space's old state: a file that was replaced there is still to be pulled.
  if (there && record?.here === sha256) {
    report.unchanged('Files')
    return there
  }
  const found = there ?? (await adopted(asset, inSpace, push))
  if (found && !there) {
    records[name] = { id: found.id, here: sha256, there: assetState(found), details }
    report.unchanged('Files')
    return found
  }
  if (there && !mayWrite(record, assetState(there), push)) {
    report.refused(
      `file ${name} was changed in Storyblok since the last push or pull: pull it first, or push with --force`,
    )
    return there
  }
  records[name] = { id: there?.id ?? 0, here: record?.here ?? '', there: null, details }
  save()
  const sent = await management.upload({ name: shortNameOf(asset), size: sizeOf(bytes), bytes }, there?.id)
  records[name] = { id: sent.id, here: sha256, there: assetState(sent), details }
  report[there ? 'changed' : 'created']('Files', name)
  return sent
}

/** Pushes texts, focus and folder of the assets. Changes of editors stay until the next pull. */
async function pushDetails(before: SpaceAsset[], push: Push): Promise<void> {
  const { local, management, report, save } = push
  const paths = assetFolderPaths(await management.assetFolders())
  const byId = new Map(before.map((asset) => [asset.id, asset]))
  const folderId = await createFolderLookup(management)
  const written = new Map<string, Json>()
  for (const { name } of local.assets) {
    const record = local.syncState.assets[name]
    if (!record) continue
    const there = byId.get(record.id)
    const here = local.details[name] ?? {}
    const now = checksum(there ? detailsOf(there, paths) : {})
    const isSame = checksum(here) === now
    const isTheirs =
      record.details === (local.details[name] ? checksum(here) : null) || record.details === checksum(here)
    if (isSame || (isTheirs && !push.force)) {
      if (isSame) local.syncState.assets[name] = { ...record, details: now }
      else report.alone(`texts of the file ${name} are other in Storyblok: pull them`)
      continue
    }
    const base = record.details === null ? undefined : { here: '', there: record.details }
    if (there && !mayWrite(base, now, push)) {
      report.refused(
        `texts of the file ${name} were changed in Storyblok since the last push or pull: pull them first, or push with --force`,
      )
      continue
    }
    await management.updateAsset(
      record.id,
      name,
      asAsset(here, await folderId((here['folder'] ?? []) as string[])),
    )
    report.changed('Texts of files', name)
    written.set(name, here)
  }
  if (written.size === 0) return
  // Writing texts changes the asset's time; without a new record the next pull would count it as replaced.
  const after = new Map((await management.assets()).map((asset) => [asset.id, asset]))
  for (const [name, here] of written) {
    const record = local.syncState.assets[name]
    const there = record && after.get(record.id)
    if (record && there) {
      local.syncState.assets[name] = { ...record, there: assetState(there), details: checksum(here) }
    }
  }
  save()
}

async function adopted(asset: LocalAsset, inSpace: SpaceAsset[], { management, local }: Push) {
  const name = shortNameOf(asset)
  const ours = new Set(Object.values(local.syncState.assets).map(({ id }) => id))
  for (const candidate of inSpace) {
    if (candidate.is_private || ours.has(candidate.id)) continue
    if (nameIn(candidate.filename) !== name) continue
    const bytes = await management.download(assetAddress(candidate.filename), asset.bytes.length)
    if (bytes && hashOf(bytes) === asset.sha256) return candidate
  }
  return undefined
}

function nameIn(filename: string): string | undefined {
  const last = filename.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

function shortNameOf({ name }: LocalAsset): string {
  return name.split('/').at(-1) ?? name
}

/** Returns `480x360`, a part of the address of a picture; empty for other files. */
function sizeOf(bytes: Buffer): string {
  try {
    const { width, height } = imageSize(bytes)
    return `${width}x${height}`
  } catch {
    return ''
  }
}
