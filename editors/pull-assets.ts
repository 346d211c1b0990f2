import type { SpaceAsset } from '../clients/management-answers.ts'
import { hashOf } from './folder.ts'
import type { Pull } from './pull-schema.ts'
import { assetAddress, assetKey } from './rewrite.ts'

const maxBytes = 50 * 1024 * 1024

/**
 * Brings the space's files into `assets/`. Gives what each is called here, by the part of its address that stays.
 * Private and very large files stay in the space, where stories go on naming them.
 */
export async function pullAssets({
  local,
  management,
  report,
  force,
  files,
}: Pull): Promise<Map<string, string>> {
  const inSpace = (await management.assets()).filter(({ deleted_at }) => !deleted_at)
  const names = namesFor(inSpace, local)
  const here = new Map(local.assets.map((asset) => [asset.name, asset]))
  const byKey = new Map<string, string>()
  for (const asset of inSpace) {
    const name = names.get(asset)
    const twin = name === undefined ? undefined : local.twins.assets[name]
    if (name === undefined || asset.is_private) {
      report.alone(`file ${asset.filename}: private, or without a name for a file`)
      continue
    }
    const updated_at = asset.updated_at ?? null
    byKey.set(assetKey(asset.filename), name)
    const isSameThere = twin?.updated_at === updated_at
    const isSameHere = twin?.sha256 === here.get(name)?.sha256
    if (twin && isSameThere && isSameHere) {
      report.unchanged('Files')
      continue
    }
    if (twin && here.has(name) && !isSameHere && !force) {
      if (isSameThere) report.alone(`file ${name} was changed only here: push it`)
      else report.refused(`file ${name} was changed here and in Storyblok: pull with --force to take theirs`)
      continue
    }
    const bytes = await management.download(assetAddress(asset.filename), maxBytes)
    if (!bytes) {
      byKey.delete(assetKey(asset.filename))
      report.alone(`file ${asset.filename}: larger than ${maxBytes / 1024 / 1024} MB`)
      continue
    }
    const sha256 = hashOf(bytes)
    local.twins.assets[name] = { id: asset.id, updated_at, sha256 }
    if (here.get(name)?.sha256 === sha256) report.unchanged('Files')
    else {
      files.set(`assets/${name}`, bytes)
      report[here.has(name) ? 'changed' : 'created']('Files', name)
    }
  }
  const taken = new Set(names.values())
  for (const { name } of local.assets) if (!taken.has(name)) removeOrKeep(name, { local, report, files })
  return byKey
}

/** A file that the space had and has no more goes here too, unless it was changed here since. */
function removeOrKeep(
  name: string,
  { local, report, files }: Pick<Pull, 'local' | 'report' | 'files'>,
): void {
  const twin = local.twins.assets[name]
  const { sha256 } = local.assets.find((asset) => asset.name === name) ?? {}
  if (!twin || twin.sha256 !== sha256) {
    report.alone(`file ${name} is only here`)
    return
  }
  delete local.twins.assets[name]
  files.set(`assets/${name}`, null)
  report.removed('Files', name)
}

/** Each file's name here: the one it had, else its own; the number goes in where two are called the same. */
function namesFor(inSpace: SpaceAsset[], { twins }: Pull['local']): Map<SpaceAsset, string> {
  const known = new Map(Object.entries(twins.assets).map(([name, { id }]) => [id, name]))
  const names = new Map<SpaceAsset, string>()
  for (const asset of inSpace) {
    const name = known.get(asset.id)
    if (name !== undefined) names.set(asset, name)
  }
  for (const asset of inSpace) {
    if (names.has(asset)) continue
    const name = fileNameOf(asset.filename)
    if (!name) continue
    const isTaken = [...names.values()].includes(name)
    names.set(asset, isTaken ? name.replace(/(\.[^.]*)?$/, `-${asset.id}$1`) : name)
  }
  return names
}

/** The last part of the address, if it can be the name of a file: an address is no path to write to. */
function fileNameOf(filename: string): string | null {
  try {
    const name = decodeURIComponent(filename.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
    return /^[^./\\\0][^/\\\0]{0,200}$/.test(name) ? name : null
  } catch {
    return null
  }
}
