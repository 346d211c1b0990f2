import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Writes files of a folder all or none: everything is written beside the old ones first (a full disk ends it here),
 * then put in their places.
 * @param files by path below the folder; null removes
 */
export function replaceFiles(folder: string, files: Map<string, Buffer | string | null>): void {
  const staging = join(folder, '.pulled')
  rmSync(staging, { recursive: true, force: true })
  try {
    for (const [path, bytes] of files) {
      if (bytes === null) continue
      mkdirSync(dirname(join(staging, path)), { recursive: true })
      writeFileSync(join(staging, path), bytes, { flush: true })
    }
    for (const [path, bytes] of files) {
      if (bytes === null) continue
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      renameSync(join(staging, path), join(folder, path))
    }
    for (const [path, bytes] of files) if (bytes === null) rmSync(join(folder, path), { force: true })
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}
