import { join } from 'node:path'
import { createPageReads } from '../../clients/page-reads.ts'
import { openFileCache } from '../../platform/file-cache.ts'
import type { Base } from './base.ts'

/**
 * Opens what pages remember of one service.
 * @param keptNames endpoints whose last answers outlive this process
 */
export function openPageReads({ config, clock, log }: Base, service: string, keptNames: readonly string[]) {
  const warn = ({ message, cause }: { message: string; cause: unknown }) =>
    log.warn({ err: cause, service }, message)
  const store = openFileCache({ folder: join(config.dataDir, 'answers', service), warn })
  const pageReads = createPageReads({
    now: () => clock().getTime(),
    random: Math.random,
    warn,
    kept: { names: keptNames, store },
  })
  return { pageReads, close: () => store.close() }
}
