import type { SpaceAsset } from '../../clients/storyblok/management-schemas.ts'
import { assetFolderPaths, detailsOf } from './asset-details.ts'
import { hashOf } from './folder.ts'
import { type Json, printed } from './json.ts'
import type { Pull } from './pull-schema.ts'
import { assetState } from './push-assets.ts'
import { assetAddress, assetKey } from './rewrite.ts'
import { checksum, pullVerdict } from './sync-state.ts'

const maxBytes = 50 * 1024 * 1024

/**
 * Pulls the space's files into `assets/`. Returns our name of each file by its `assetKey`. Private and very large files
 * stay in the space, and stories keep their addresses there.
 */
export async function pullAssets(pull: Pull): Promise<Map<string, string>> {
  const { local, management, report, files } = pull
  const inSpace = (await management.assets()).filter(({ deleted_at }) => !deleted_at)
  const names = namesFor(inSpace, local)
  const byKey = new Map<string, string>()
  for (const asset of inSpace) {
    const name = names.get(asset)
    const isKnown = name !== undefined && local.syncState.assets[name]?.id === asset.id
    if (name === undefined || asset.is_private) {
      report.alone(`file ${asset.filename}: private, or without a name for a file`)
      if (isKnown) byKey.set(assetKey(asset.filename), name)
      continue
    }
    const nameHere = await take(asset, name, pull)
    if (nameHere === null) report.alone(`file ${asset.filename}: larger than ${maxBytes / 1024 / 1024} MB`)
    else names.set(asset, nameHere)
    if (nameHere !== null || isKnown) byKey.set(assetKey(asset.filename), nameHere ?? name)
  }
  const taken = new Set(names.values())
  for (const { name } of local.assets) {
    if (taken.has(name)) continue
    if (await isRemoved(name, pull)) files.set(`assets/${name}`, null)
    else report.alone(`file ${name} is only here`)
  }
  await pullDetails(names, pull)
  return byKey
}

/** Returns the file's name here; null when it is too large. */
async function take(asset: SpaceAsset, wanted: string, pull: Pull): Promise<string | null> {
  const { local, management, report, force, files } = pull
  const records = local.syncState.assets
  const record = records[wanted]?.id === asset.id ? records[wanted] : undefined
  const there = assetState(asset)
  const here = local.assets.find(({ name }) => name === wanted)
  const details = record?.details ?? null
  if (record && record.there === there && record.here === here?.sha256) {
    report.unchanged('Files')
    return wanted
  }
  if (record && here) {
    const verdict = pullVerdict(record, { here: here.sha256, there }, { force, isFirst: false })
    if (verdict === 'keep') report.alone(`file ${wanted} was changed only here: push it`)
    if (verdict === 'conflict') {
      report.refused(`file ${wanted} was changed here and in Storyblok: pull with --force to take theirs`)
    }
    if (verdict !== 'take') return wanted
  }
  const bytes = await management.download(assetAddress(asset.filename), maxBytes)
  if (!bytes) return null
  const sha256 = hashOf(bytes)
  // A different file with the same name that was never pushed keeps its name.
  const isOther = !record && here && here.sha256 !== sha256 && !local.isFirst
  const name = isOther ? numbered(wanted, asset) : wanted
  records[name] = { id: asset.id, here: sha256, there, details }
  if (here && here.sha256 === sha256) report.unchanged('Files')
  else {
    files.set(`assets/${name}`, bytes)
    report[here && !isOther ? 'changed' : 'created']('Files', name)
  }
  return name
}

/** Whether the space deleted a file that did not change here since the last push or pull. */
async function isRemoved(name: string, { local, management, report }: Pull): Promise<boolean> {
  const record = local.syncState.assets[name]
  const { sha256 } = local.assets.find((asset) => asset.name === name) ?? {}
  if (!record || record.here !== sha256 || !(await management.isAssetGone(record.id))) return false
  delete local.syncState.assets[name]
  report.removed('Files', name)
  return true
}

/** Pulls texts, focus and folder of the files into `assets.json`. */
async function pullDetails(names: Map<SpaceAsset, string>, pull: Pull): Promise<void> {
  const { local, management, report, force, files } = pull
  const paths = assetFolderPaths(await management.assetFolders())
  const result: Record<string, Json> = { ...local.details }
  for (const [asset, name] of names) {
    const record = local.syncState.assets[name]
    if (record?.id !== asset.id) continue
    const there = detailsOf(asset, paths)
    const now = { here: checksum(local.details[name] ?? {}), there: checksum(there) }
    const base = record.details === null ? undefined : { here: record.details, there: record.details }
    const isFirst = local.isFirst || local.details[name] === undefined
    const verdict = now.here === now.there ? 'take' : pullVerdict(base, now, { force, isFirst })
    if (verdict === 'keep') report.alone(`texts of the file ${name} were changed only here: push them`)
    if (verdict === 'conflict') {
      report.refused(
        `texts of the file ${name} were changed here and in Storyblok: pull with --force to take theirs`,
      )
    }
    if (verdict !== 'take') continue
    local.syncState.assets[name] = { ...record, details: now.there }
    if (now.here !== now.there) report.changed('Texts of files', name)
    delete result[name]
    if (Object.keys(there).length > 0) result[name] = there
  }
  for (const [path, bytes] of files) if (bytes === null) delete result[path.replace(/^assets\//, '')]
  if (checksum(result) === checksum(local.details)) return
  const isEmpty = Object.keys(result).length === 0
  const sorted = Object.fromEntries(Object.entries(result).sort(([a], [b]) => a.localeCompare(b)))
  files.set('assets.json', isEmpty ? null : printed(sorted, local.details))
}

/** Returns our name of each asset: the recorded one, else its own; equal names get the asset's id. */
function namesFor(inSpace: SpaceAsset[], { syncState }: Pull['local']): Map<SpaceAsset, string> {
  const known = new Map(Object.entries(syncState.assets).map(([name, { id }]) => [id, name]))
  const names = new Map<SpaceAsset, string>()
  for (const asset of inSpace) {
    const name = known.get(asset.id)
    if (name !== undefined) names.set(asset, name)
  }
  for (const asset of inSpace) {
    if (names.has(asset)) continue
    const name = fileNameOf(asset.filename)
    if (!name) continue
    // Some file systems ignore case.
    const isTaken = [...names.values()].some((other) => other.toLowerCase() === name.toLowerCase())
    names.set(asset, isTaken ? numbered(name, asset) : name)
  }
  return names
}

function numbered(name: string, { id }: SpaceAsset): string {
  return name.replace(/(\.[^.]*)?$/, `-${id}$1`)
}

/** Returns the last segment of an address; null when it is not safe as the name of a file. */
function fileNameOf(filename: string): string | null {
  try {
    const name = decodeURIComponent(filename.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
    return /^[^./\\\0][^/\\\0]{0,200}$/.test(name) ? name : null
  } catch {
    return null
  }
}
