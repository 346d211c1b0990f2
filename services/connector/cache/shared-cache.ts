import { openNotices, type NoticesOptions } from '../../../platform/database/notify.ts'
import { type Cache, createCache } from './cache.ts'
import type { Change } from './keys.ts'
import type { Clock } from '../../../platform/clock.ts'

export interface SharedCache extends Cache {
  /** Whether invalidations of other processes arrive. */
  isInformed(): boolean
  close(): Promise<void>
}

/**
 * The cache of one process of several on the same PostgreSQL: each caches for itself and tells the others what it
 * invalidates. See docs/decisions/023-shared-cache.md.
 */
export function createSharedCache({
  clock,
  ...connection
}: { clock: Clock } & Pick<NoticesOptions, 'databaseUrl' | 'db' | 'log'>): SharedCache {
  const cache = createCache({ clock })
  const notices = openNotices({
    ...connection,
    channel: 'workshop_cache',
    receive: (changes) => void cache.invalidate(changes as Change[]),
    // Notices of the time before are lost.
    listening: () => void cache.invalidate(['*']),
  })
  return {
    get: cache.get,
    recover: cache.recover,
    async invalidate(changes) {
      await cache.invalidate(changes)
      await notices.send(changes)
    },
    isInformed: notices.arrive,
    close: notices.close,
  }
}
