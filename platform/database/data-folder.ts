import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'

/**
 * The embedded database writes only while this many bytes are free: its log grows by up to 64 MB between checkpoints, and
 * PostgreSQL ends the process when the log cannot grow.
 */
const leastFreeBytes = 96 * 1024 * 1024

/**
 * Makes the data folder where it is missing.
 * @throws Error that says how to mend it when it cannot be written, or when its file system has no room
 */
export function prepareDataFolder(path: string, hasRoom: () => boolean): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    for (const each of [path, join(path, 'db'), join(path, 'db.lock')]) {
      if (existsSync(each)) accessSync(each, constants.R_OK | constants.W_OK)
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(
      `DATA_DIR ${path} cannot be written (${code}). Make it writable for the user that runs Werkbank; nothing was changed.`,
      { cause },
    )
  }
  if (hasRoom()) return
  throw new Error(
    `DATA_DIR ${path} has less than ${megabytes(leastFreeBytes)} MB free. Free space on its disk; nothing was changed.`,
  )
}

/** Returns a function that says whether the file system of a folder has room to write, also for so many bytes more. It logs each change. */
export function watchRoom(path: string, log: Log): (more?: number) => boolean {
  let had = true
  return (more = 0) => {
    const { bavail, bsize } = statfsSync(path)
    const has = bavail * bsize >= leastFreeBytes
    if (had && !has)
      log.error({ freeMb: megabytes(bavail * bsize) }, 'disk of DATA_DIR is full: the database only reads')
    if (!had && has) log.info({ freeMb: megabytes(bavail * bsize) }, 'disk of DATA_DIR has room again')
    had = has
    return bavail * bsize >= leastFreeBytes + more
  }
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / (1024 * 1024))
}
