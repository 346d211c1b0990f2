import {
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

interface File {
  /** Stays open, so that no other file gets the number of the inode. */
  descriptor: number
  content: Buffer
}

/**
 * A disk that loses power: it holds only what was fsynced. A file has the content of its last fsync; a name exists when
 * its directory was fsynced since, or the file itself was (as on ext4, XFS and Btrfs); everything else is lost.
 */
export class DiskModel {
  private readonly files = new Map<number, File>()
  private readonly directories = new Map<number, Map<string, number>>()
  /** How often something was fsynced. */
  count = 0

  /** Stands in for the real fsync. */
  readonly fsync = (descriptor: number, path: string): void => {
    this.count += 1
    const { ino } = fstatSync(descriptor)
    if (fstatSync(descriptor).isDirectory()) {
      const names = readdirSync(path).map((name) => [name, lstatSync(join(path, name)).ino] as const)
      this.directories.set(ino, new Map(names))
      return
    }
    const known = this.files.get(ino)
    this.files.set(ino, { descriptor: known?.descriptor ?? openSync(path, 'r'), content: readFileSync(path) })
    const parent = lstatSync(dirname(path)).ino
    const names = this.directories.get(parent) ?? new Map<string, number>()
    this.directories.set(parent, names.set(basename(path), ino))
  }

  /** Writes what a power cut now would leave of the directory `from` to the new directory `to`. */
  writeImage(from: string, to: string): void {
    this.writeDirectory(from, lstatSync(from).ino, to)
  }

  close(): void {
    for (const { descriptor } of this.files.values()) closeSync(descriptor)
    this.files.clear()
  }

  private writeDirectory(from: string, inode: number, to: string): void {
    mkdirSync(to, { mode: 0o700 })
    for (const [name, child] of this.directories.get(inode) ?? []) {
      const isDirectory = this.directories.has(child) || isEmptyDirectory(join(from, name), child)
      if (isDirectory) this.writeDirectory(join(from, name), child, join(to, name))
      else writeFileSync(join(to, name), this.files.get(child)?.content ?? '', { mode: 0o600 })
    }
  }
}

function isEmptyDirectory(path: string, inode: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.ino === inode && found.isDirectory()
}
