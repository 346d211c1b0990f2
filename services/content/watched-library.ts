import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { fingerprint, readLibrary } from './library.ts'
import { createShelf, type Shelf } from './prepared-library.ts'

const checkEveryMs = 500

/**
 * The present content of a folder. With `reload` a call looks for changed files, at most twice a second;
 * content that cannot be read any more is logged, and the last good one stays.
 */
export function createLiveShelf(options: {
  folder: string
  assetBase: string
  reload: boolean
  log: Log
  clock: Clock
}): () => Shelf {
  const { folder, log, clock } = options
  let seen = fingerprint(folder)
  let shelf = read()
  let checkedAt = clock().getTime()
  return () => {
    const now = clock().getTime()
    if (options.reload && Math.abs(now - checkedAt) >= checkEveryMs) {
      checkedAt = now
      refresh()
    }
    return shelf
  }

  function refresh(): void {
    const present = fingerprint(folder)
    if (present === seen) return
    seen = present
    try {
      shelf = read()
    } catch (error) {
      log.error({ folder, err: error }, 'content cannot be read, the last good one stays')
    }
  }

  function read(): Shelf {
    const library = readLibrary(folder)
    for (const problem of library.problems) log.error({ problem }, 'content left out')
    return createShelf(library, options.assetBase)
  }
}
