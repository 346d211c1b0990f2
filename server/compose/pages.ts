import { mayBePage } from '../../contracts/addresses.ts'
import { createPageCache, type PageCache } from '../../platform/http/page-cache.ts'
import { createStoryblokWebhook } from '../../services/webhooks/storyblok.ts'
import { accessLine } from '../access-log.ts'
import type { BackendPart } from './backend.ts'
import type { Base } from './base.ts'
import type { ContentPart } from './content.ts'

export type Pages = ReturnType<typeof composePages>

/** The cache of whole pages, and the webhook that refreshes it. */
export function composePages(base: Base, content: ContentPart, { client }: BackendPart) {
  const { config, clock, log, metrics } = base
  let catalogue = 0
  let lastVersion = ''
  /** The version of everything that a cached page is made from; the hour, because past dates leave pages. */
  const version = async () => {
    if (content.isEmbedded) await content.client.refresh()
    // A backend that is away makes no page wrong: its last version stands.
    catalogue = await client.catalogueVersion().catch(() => catalogue)
    lastVersion = `${await content.client.version()} ${catalogue} ${clock().toISOString().slice(0, 13)}`
    return lastVersion
  }
  let cache: PageCache | null = null
  return {
    lastVersion: () => lastVersion,
    webhook: createStoryblokWebhook({
      secret: config.content.webhookSecret,
      refresh: async () => {
        await content.client.refresh()
        await cache?.refresh()
      },
      log,
    }),
    /** Starts the cache; once per process, never in development. */
    start(): PageCache {
      cache = createPageCache({
        version,
        isPage: mayBePage,
        isPersonal,
        count: (status, { method = '', url = '/' }) => {
          metrics.count('kept', status, 0)
          // Most requests are these, so their lines are written for those that look for something.
          if (!log.isLevelEnabled('debug')) return
          const path = url.split('?')[0] ?? '/'
          log.debug(accessLine({ method, path, status, ms: 0, challenge: null }), 'kept page')
        },
        log,
      })
      return cache
    },
  }
}

/** Whether a request needs more than the shared page: a preview, or the home page after choosing English. */
function isPersonal(address: string, cookies: string): boolean {
  if (address.includes('_storyblok')) return true
  return /^\/(\?|$)/.test(address) && /(^|;\s*)i18n_redirected=en\b/.test(cookies)
}
