import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Replaces all files of a folder or none. New files are written to a staging folder first (a full disk stops it there),
 * then moved; when a move fails, the old files are moved back.
 * @param files by path below the folder; null removes
 */
export function replaceFiles(folder: string, files: Map<string, Buffer | string | null>): void {
  const staging = join(folder, '.pulled')
  rmSync(staging, { recursive: true, force: true })
  const undo: (() => void)[] = []
  const move = (from: string, to: string) => {
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
    undo.push(() => renameSync(to, from))
  }
  try {
    for (const [path, bytes] of files) {
      if (bytes === null) continue
      const staged = join(staging, 'new', path)
      mkdirSync(dirname(staged), { recursive: true })
      writeFileSync(staged, bytes, { flush: true })
    }
    // A path may change from a file to a folder, so all old files are moved away first.
    for (const path of files.keys()) {
      const old = lstatSync(join(folder, path), { throwIfNoEntry: false })
      if (old?.isDirectory()) throw new Error(`${path} is a folder here, and a file in Storyblok.`)
      if (old) move(join(folder, path), join(staging, 'old', path))
    }
    for (const [path, bytes] of files) {
      if (bytes !== null) move(join(staging, 'new', path), join(folder, path))
    }
  } catch (error) {
    for (const back of undo.toReversed()) back()
    throw error
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}
