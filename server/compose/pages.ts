import { mayBePage } from '../../contracts/addresses.ts'
import { createPageCache, type PageCache } from '../../platform/http/page-cache.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { createStoryblokWebhook } from '../../services/webhooks/storyblok.ts'
import type { BackendPart } from './backend.ts'
import type { Base } from './base.ts'
import type { ContentPart } from './content.ts'

export type Pages = ReturnType<typeof composePages>

/** The cache of whole pages, and the webhook that refreshes it. */
export function composePages(base: Base, content: ContentPart, { client }: BackendPart, metrics: Metrics) {
  const { config, clock, log } = base
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
        count: (status) => metrics.count('kept', status, 0),
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
