import StoryblokClient from 'storyblok-js-client'
import { ageHeader } from '../../contracts/age.ts'
import { unavailable } from './content-versions.ts'
import { followRedirects } from './redirects.ts'

interface DeliveryApiOptions {
  /** Ends in `/v2`, no trailing slash. */
  endpoint: string
  token: string
  fetch: (request: Request) => Promise<Response>
}

const timeoutMs = 10_000
export const versionPath = 'cdn/spaces/me'

export type DeliveryApi = ReturnType<typeof createDeliveryApi>

/** Calls the Content Delivery API v2 with Storyblok's client. */
export function createDeliveryApi({ endpoint, token, fetch }: DeliveryApiOptions) {
  const storyblok = new StoryblokClient({
    accessToken: token,
    endpoint,
    fetch: followRedirects(fetch, timeoutMs),
    // Stories are cached by version instead: the client's cache is shared by all clients of a process.
    cache: { clear: 'manual', cv: 'manual' },
    // No retries; 0 would mean the client's default of ten.
    maxRetries: -1,
    responseInterceptor: unresolved,
  })
  return {
    /** @throws Error when the service fails */
    async version(): Promise<{ number: number; isFresh: boolean }> {
      // Not from a cache: no visitor waits for this call.
      const { data, headers } = await storyblok.get(versionPath, {}, { cache: 'no-cache' })
      const number: unknown = data?.space?.version
      if (typeof number !== 'number') throw new Error(`${versionPath}: no version in the response`)
      return { number, isFresh: !(ageHeader in headers) }
    },
    /** Reads all pages of a published list. @throws ContentUnavailable */
    async list(path: string, parameters: Record<string, unknown>): Promise<unknown[]> {
      return storyblok.getAll(path, { version: 'published', ...parameters }).catch((cause: unknown) => {
        throw unavailable(path, cause)
      })
    },
    /** Reads a story by uuid or id; null when it does not exist. @throws ContentUnavailable */
    async story(id: string, parameters: StoryParameters): Promise<unknown> {
      const found = await storyblok.getStory(id, parameters).catch((cause: unknown) => {
        if ((cause as { status?: unknown } | null)?.status === 404) return null
        throw unavailable(`story ${id}`, cause)
      })
      return found && found.data.story
    },
  }
}

interface StoryParameters {
  version: 'published' | 'draft'
  cv: number
  language?: string
  find_by?: 'uuid'
}

/**
 * Stops the client's own resolving of links and relations (`addressesOf` resolves them). No call requests any, but the
 * client looks up every id of the content, and fails on an id such as `constructor`.
 */
function unresolved<Response extends { data: unknown }>(response: Response): Response {
  const { story, stories = [] } = (response.data ?? {}) as { story?: RawStory; stories?: RawStory[] }
  for (const { content } of [...stories, ...(story ? [story] : [])]) {
    if (content) content['_stopResolving'] = true
  }
  return response
}

interface RawStory {
  content?: Record<string, unknown>
}
