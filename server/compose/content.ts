import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAssetReader } from '../../clients/content/assets.ts'
import { createContentClient } from '../../clients/content/content.ts'
import { isContentResponse, isDrawing } from '../../clients/content/response-checks.ts'
import { createStaleFetch, type StaleFetchOptions } from '../../clients/content/stale-cache.ts'
import { openFileCache } from '../../platform/file-cache.ts'
import { behindPrefix } from '../../platform/http/behind-prefix.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { createPictures } from '../../platform/images/render-image.ts'
import { createContent } from '../../services/content/content.ts'
import { type Base, type Mounts, remoteFetch, serves } from './base.ts'

const mount = '/content'

/** The content service and its client: in this process where it serves content, else Storyblok or another process. */
export function composeContent(base: Base, { development }: { development: boolean }) {
  const { config, clock, log } = base
  const ownUrl = config.publicUrl + mount
  const isEmbedded = !config.content.endpoint && serves(base, 'content')
  const pictures = createPictures()
  const service = createContent({
    pictures,
    folder: fileURLToPath(new URL('../../content', import.meta.url)),
    publicToken: config.content.token,
    previewToken: config.content.previewToken,
    assetBase: ownUrl,
    reload: !config.production,
    log,
  })
  const warn = ({ message, cause }: { message: string; cause: unknown }) => log.warn({ err: cause }, message)
  const files = openFileCache({ folder: join(config.dataDir, 'content'), warn })
  const now = () => clock().getTime()
  const elsewhere = remoteFetch(base, 'content')
  /** Stores good responses on disk and serves them while the content service is away. */
  const staleOnError = (isGood: StaleFetchOptions['isGood']): Fetch =>
    createStaleFetch({ fetch: elsewhere, store: files, isGood, now, random: Math.random, warn })

  const endpoint = config.content.endpoint ?? `${ownUrl}/v2`
  const local = behindPrefix(mount, service)
  const directFetch = isEmbedded ? local : elsewhere
  const client = createContentClient({
    endpoint,
    token: config.content.token,
    previewToken: config.content.previewToken,
    fetch: isEmbedded ? local : staleOnError(isContentResponse),
    draftFetch: directFetch,
    now,
    // An editor of the folder sees a change at once in development; cached pages ask by themselves.
    ...(isEmbedded && { versionMaxAgeMs: development ? 0 : 500 }),
    warn,
  })
  return {
    isEmbedded,
    mounts: (serves(base, 'content') ? { [mount]: service } : {}) as Mounts,
    client,
    pictures,
    readAsset: createAssetReader([
      { prefix: `${ownUrl}/f/`, fetch: serves(base, 'content') ? local : staleOnError(isDrawing) },
      { prefix: 'https://a.storyblok.com/f/', fetch: staleOnError(isDrawing) },
    ]),
    /** @throws when the content service does not say its version: a proxy's page is no answer of it */
    async check(signal: AbortSignal): Promise<void> {
      const url = new URL(`${endpoint}/cdn/spaces/me?token=${config.content.token}`)
      const response = await directFetch(new Request(url, { signal }))
      const isGood = isContentResponse({ url, status: response.status, text: await response.text() })
      if (!response.ok || !isGood) throw new Error('no answer of a content service')
    },
    close: () => files.close(),
  }
}

export type ContentPart = ReturnType<typeof composeContent>
