import { imageSize } from 'image-size'
import type { SpaceAsset } from '../../clients/storyblok/management-schemas.ts'
import { assetState, pullDetails, pushDetails } from './asset-details.ts'
import { hashOf, type LocalAsset } from './folder.ts'
import { assetAddress, assetKey } from './rewrite.ts'
import { mayTake, mayWrite, recordProgress, type Sync } from './sync.ts'

/** Address and id in the space, by the name of a file. */
export type AssetsInSpace = Map<string, { filename: string; id: number | null }>

const maxBytes = 50 * 1024 * 1024

/**
 * Pushes the files of `assets/` that are new or changed, and their details in `assets.json`. An asset of the space with
 * the same name and content is adopted.
 */
export async function pushAssets(sync: Sync): Promise<AssetsInSpace> {
  const { local, management, report, save } = sync
  const inSpace = await management.assets()
  const names: AssetsInSpace = new Map()
  const taken = new Set<number>()
  for (const asset of local.assets) {
    const there = await send(asset, inSpace, sync)
    taken.add(there.id)
    names.set(asset.name, { filename: assetAddress(there.filename), id: there.id })
    save()
  }
  await pushDetails(inSpace, sync)
  for (const { id, filename } of inSpace) if (!taken.has(id)) report.alone(`file ${lastOf(filename)}`)
  return names
}

async function send(asset: LocalAsset, inSpace: SpaceAsset[], sync: Sync): Promise<SpaceAsset> {
  const { local, management, report } = sync
  const { name, bytes, sha256 } = asset
  const records = local.syncState.assets
  const record = records[name]
  const details = record?.details ?? null
  const there = inSpace.find(({ id }) => id === record?.id)
  // The record keeps the space's old state: a file that was replaced there is still to be pulled.
  const same = there && record?.here === sha256 ? there : undefined
  const adopted = there ? undefined : await equalFile(asset, inSpace, sync)
  if (adopted) records[name] = { id: adopted.id, here: sha256, there: assetState(adopted), details }
  const found = same ?? adopted
  if (found) {
    report.unchanged('Files')
    return found
  }
  if (there && !mayWrite(sync, `file ${name}`, record, assetState(there))) return there
  recordProgress(sync, 'assets', name, { id: there?.id ?? 0, details })
  const sent = await management.upload({ name: lastOf(name), size: sizeOf(bytes), bytes }, there?.id)
  records[name] = { id: sent.id, here: sha256, there: assetState(sent), details }
  report[there ? 'changed' : 'created']('Files', name)
  return sent
}

/** Returns the asset of the space with the same name and content that belongs to no file yet. */
async function equalFile({ name, bytes, sha256 }: LocalAsset, inSpace: SpaceAsset[], sync: Sync) {
  const ours = new Set(Object.values(sync.local.syncState.assets).map(({ id }) => id))
  for (const candidate of inSpace) {
    const { id, filename, is_private } = candidate
    if (is_private || ours.has(id) || decoded(lastOf(filename)) !== lastOf(name)) continue
    const content = await sync.management.download(assetAddress(filename), bytes.length)
    if (content && hashOf(content) === sha256) return candidate
  }
  return undefined
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

/**
 * Pulls the space's files into `assets/`. Returns our name of each file by its `assetKey`. Private and very large files
 * stay in the space, and stories keep their addresses there.
 */
export async function pullAssets(sync: Sync): Promise<Map<string, string>> {
  const { local, management, report, files } = sync
  const inSpace = await management.assets()
  const names = namesFor(inSpace, sync)
  const byKey = new Map<string, string>()
  for (const asset of inSpace) {
    const name = names.get(asset)
    const isKnown = name !== undefined && local.syncState.assets[name]?.id === asset.id
    let nameHere: string | null = null
    if (name === undefined || asset.is_private) {
      report.alone(`file ${asset.filename}: private, or without a name for a file`)
    } else {
      nameHere = await take(asset, name, sync)
      if (nameHere === null) report.alone(`file ${asset.filename}: larger than ${maxBytes / 1024 / 1024} MB`)
      else names.set(asset, nameHere)
    }
    const known = nameHere ?? (isKnown ? name : undefined)
    if (known !== undefined) byKey.set(assetKey(asset.filename), known)
  }
  const taken = new Set(names.values())
  for (const { name } of local.assets) {
    if (taken.has(name)) continue
    if (await isRemoved(name, sync)) files.set(`assets/${name}`, null)
    else report.alone(`file ${name} is only here`)
  }
  await pullDetails(names, sync)
  return byKey
}

/** Returns the file's name here; null when it is too large. */
async function take(asset: SpaceAsset, wanted: string, sync: Sync): Promise<string | null> {
  const { local, management, report, files } = sync
  const records = local.syncState.assets
  const record = records[wanted]?.id === asset.id ? records[wanted] : undefined
  const there = assetState(asset)
  const here = local.assets.find(({ name }) => name === wanted)
  if (record && record.there === there && record.here === here?.sha256) {
    report.unchanged('Files')
    return wanted
  }
  if (record && here && !mayTake(sync, `file ${wanted}`, record, { here: here.sha256, there })) return wanted
  const bytes = await management.download(assetAddress(asset.filename), maxBytes)
  if (!bytes) return null
  const sha256 = hashOf(bytes)
  // A different file with the same name that was never pushed keeps its name.
  const isOther = !record && here && here.sha256 !== sha256 && !local.isFirst
  const name = isOther ? numbered(wanted, asset) : wanted
  records[name] = { id: asset.id, here: sha256, there, details: record?.details ?? null }
  if (here?.sha256 === sha256) report.unchanged('Files')
  else {
    files.set(`assets/${name}`, bytes)
    report[here && !isOther ? 'changed' : 'created']('Files', name)
  }
  return name
}

/** Whether the space deleted a file that did not change here since the last push or pull. */
async function isRemoved(name: string, { local, management, report }: Sync): Promise<boolean> {
  const record = local.syncState.assets[name]
  const { sha256 } = local.assets.find((asset) => asset.name === name) ?? {}
  if (!record || record.here !== sha256 || !(await management.isAssetGone(record.id))) return false
  delete local.syncState.assets[name]
  report.removed('Files', name)
  return true
}

/** Returns our name of each asset: the recorded one, else its own; equal names get the asset's id. */
function namesFor(inSpace: SpaceAsset[], { local }: Sync): Map<SpaceAsset, string> {
  const known = new Map(Object.entries(local.syncState.assets).map(([name, { id }]) => [id, name]))
  const names = new Map<SpaceAsset, string>()
  for (const asset of inSpace) {
    const name = known.get(asset.id)
    if (name !== undefined) names.set(asset, name)
  }
  for (const asset of inSpace) {
    const name = decoded(lastOf(asset.filename.split(/[?#]/)[0] ?? ''))
    // The name must be safe as that of a file.
    if (names.has(asset) || !/^[^./\\\0][^/\\\0]{0,200}$/.test(name)) continue
    // Some file systems ignore case.
    const isTaken = [...names.values()].some((other) => other.toLowerCase() === name.toLowerCase())
    names.set(asset, isTaken ? numbered(name, asset) : name)
  }
  return names
}

function numbered(name: string, { id }: SpaceAsset): string {
  return name.replace(/(\.[^.]*)?$/, `-${id}$1`)
}

function lastOf(path: string): string {
  return path.split('/').at(-1) ?? path
}

/** Returns a text without percent-encoding, or as it is when that is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
