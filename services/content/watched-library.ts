import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { fingerprint, type Library, readLibrary } from './library.ts'

const checkEveryMs = 500

/**
 * Reads a folder and returns a function that gives its current content. With `reload` a call looks for changed files,
 * at most twice a second; content that can no longer be read is logged, and the last good content stays.
 */
export function watchLibrary(options: {
  folder: string
  assetBase: string
  reload: boolean
  log: Log
  clock: Clock
}): () => Library {
  const { folder, log, clock } = options
  let lastFingerprint = fingerprint(folder)
  let library = read()
  let checkedAt = clock().getTime()
  return () => {
    const now = clock().getTime()
    if (options.reload && Math.abs(now - checkedAt) >= checkEveryMs) {
      checkedAt = now
      refresh()
    }
    return library
  }

  function refresh(): void {
    const current = fingerprint(folder)
    if (current === lastFingerprint) return
    lastFingerprint = current
    try {
      library = read()
    } catch (error) {
      log.error({ folder, err: error }, 'content cannot be read, the last good content stays')
    }
  }

  function read(): Library {
    const found = readLibrary(folder, options.assetBase)
    for (const problem of found.problems) log.error({ problem }, 'content left out')
    return found
  }
}
