import { imageSize } from 'image-size'
import type { SpaceAsset } from '../../clients/storyblok/management-schemas.ts'
import { asAsset, assetFolderPaths, detailsOf, folderMaker } from './asset-details.ts'
import { hashOf, type LocalAsset } from './folder.ts'
import type { Json } from './json.ts'
import { mayWrite, type Push } from './push-schema.ts'
import { assetAddress } from './rewrite.ts'
import { checksum } from './twins.ts'

/** What a file is called in the space. */
export type AssetsInSpace = Map<string, { filename: string; id: number | null }>

/**
 * Sends the files of `assets/` that the space does not have, or that have changed since they were sent, and what
 * `assets.json` says of them. A file of the same name and content that is there already is taken for ours.
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

/** Which file of the space's it is, and which of its versions: a replaced file has another time. */
export function assetState({ filename, updated_at }: SpaceAsset): string {
  return checksum({ filename, updated_at: updated_at ?? null })
}

async function send(asset: LocalAsset, inSpace: SpaceAsset[], push: Push): Promise<SpaceAsset> {
  const { local, management, report, save } = push
  const { name, bytes, sha256 } = asset
  const memories = local.twins.assets
  const memory = memories[name]
  const details = memory?.details ?? null
  const there = inSpace.find(({ id }) => id === memory?.id)
  // Not what the space has now: a file that was replaced there is still to be pulled.
  if (there && memory?.here === sha256) {
    report.unchanged('Files')
    return there
  }
  const found = there ?? (await adopted(asset, inSpace, push))
  if (found && !there) {
    memories[name] = { id: found.id, here: sha256, there: assetState(found), details }
    report.unchanged('Files')
    return found
  }
  if (there && !mayWrite(memory, assetState(there), push)) {
    report.refused(
      `file ${name} was changed in Storyblok since the last push or pull: pull it first, or push with --force`,
    )
    return there
  }
  memories[name] = { id: there?.id ?? 0, here: memory?.here ?? '', there: null, details }
  save()
  const sent = await management.upload({ name: shortNameOf(asset), size: sizeOf(bytes), bytes }, there?.id)
  memories[name] = { id: sent.id, here: sha256, there: assetState(sent), details }
  report[there ? 'changed' : 'created']('Files', name)
  return sent
}

/** Texts, focus and folder. What only the editors changed is theirs until the next pull. */
async function pushDetails(before: SpaceAsset[], push: Push): Promise<void> {
  const { local, management, report, save } = push
  const paths = assetFolderPaths(await management.assetFolders())
  const byId = new Map(before.map((asset) => [asset.id, asset]))
  const folderId = await folderMaker(management)
  const written = new Map<string, Json>()
  for (const { name } of local.assets) {
    const memory = local.twins.assets[name]
    if (!memory) continue
    const there = byId.get(memory.id)
    const here = local.details[name] ?? {}
    const now = checksum(there ? detailsOf(there, paths) : {})
    const isSame = checksum(here) === now
    const isTheirs =
      memory.details === (local.details[name] ? checksum(here) : null) || memory.details === checksum(here)
    if (isSame || (isTheirs && !push.force)) {
      if (isSame) local.twins.assets[name] = { ...memory, details: now }
      else report.alone(`texts of the file ${name} are other in Storyblok: pull them`)
      continue
    }
    const base = memory.details === null ? undefined : { here: '', there: memory.details }
    if (there && !mayWrite(base, now, push)) {
      report.refused(
        `texts of the file ${name} were changed in Storyblok since the last push or pull: pull them first, or push with --force`,
      )
      continue
    }
    await management.updateAsset(
      memory.id,
      name,
      asAsset(here, await folderId((here['folder'] ?? []) as string[])),
    )
    report.changed('Texts of files', name)
    written.set(name, here)
  }
  if (written.size === 0) return
  // The texts give the asset another time, by which the next pull would take it for replaced.
  const after = new Map((await management.assets()).map((asset) => [asset.id, asset]))
  for (const [name, here] of written) {
    const memory = local.twins.assets[name]
    const there = memory && after.get(memory.id)
    if (memory && there) {
      local.twins.assets[name] = { ...memory, there: assetState(there), details: checksum(here) }
    }
  }
  save()
}

async function adopted(asset: LocalAsset, inSpace: SpaceAsset[], { management, local }: Push) {
  const name = shortNameOf(asset)
  const ours = new Set(Object.values(local.twins.assets).map(({ id }) => id))
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

/** `480x360`, a part of the address of a picture; empty for what is none. */
function sizeOf(bytes: Buffer): string {
  try {
    const { width, height } = imageSize(bytes)
    return `${width}x${height}`
  } catch {
    return ''
  }
}
