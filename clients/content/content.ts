import { ageHeader } from '../../contracts/age.ts'
import { DatasourceEntry, type Labels, type LabelSourceName } from '../../contracts/label.ts'
import type { Locale } from '../../contracts/problem.ts'
import { type ContentTypes, Story, StoryLink, type StoryOf } from '../../contracts/story.ts'
import { type Addresses, addressesOf, withHrefs } from './content-addresses.ts'
import { ContentUnavailable, type ContentVersion, readOnce, trackVersion } from './content-versions.ts'
import { createDeliveryApi, type DeliveryApi, versionPath } from './delivery-api.ts'
import { fetchLabels } from './labels.ts'

export interface ContentClientOptions {
  /** Ends in `/v2`, no trailing slash. */
  endpoint: string
  token: string
  fetch: (request: Request) => Promise<Response>
  /** Reads drafts. */
  previewToken?: string
  /** A fetch without cache, for drafts. */
  draftFetch?: (request: Request) => Promise<Response>
  now: () => number
  warn: Warn
  /** The age in milliseconds at which the version is read again; at 0 each call reads it and waits. */
  versionMaxAgeMs?: number
}

type Warn = (details: { message: string; cause: unknown }) => void

export type ContentClient = ReturnType<typeof createContentClient>

/**
 * Reads stories and labels over the Content Delivery API v2.
 * Everything read is cached until the content's version changes. When the version cannot be read, the last one counts,
 * so the site keeps its content while the service is away. The fetch of `stale-cache.ts` also survives a restart.
 * Returned stories are shared: callers must not change them. Every method but `labels` and `redirects` throws ContentUnavailable.
 */
export function createContentClient(options: ContentClientOptions) {
  const { endpoint, token, now, warn, versionMaxAgeMs: maxAgeMs = 5000 } = options
  const fetch = async (request: Request) => {
    const response = await options.fetch(request)
    if (response.headers.has(ageHeader) && !request.url.includes(versionPath)) versions.noteStaleResponse()
    return response
  }
  const published = createDeliveryApi({ endpoint, token, fetch })
  const drafts = createDeliveryApi({
    endpoint,
    token: options.previewToken ?? token,
    fetch: options.draftFetch ?? options.fetch,
  })
  const versions = trackVersion({ readVersion: published.version, now, warn, maxAgeMs })
  const current = async (): Promise<Current> => {
    const version = await versions.current()
    return { version, addresses: await readAddresses(published, version) }
  }
  return {
    /** Returns a number that changes with the content: part of the key of everything made from it. */
    version: async (): Promise<number> => (await versions.current()).key,
    /** Reads the version now, as after a webhook; resolves when the new content counts. */
    refresh: (): Promise<void> => versions.refresh(),
    ...publishedReads(published, current, warn),
    redirects: () => redirectsOf(published, current, warn),
    ...addressReads(current),
    /** Reads a story in its draft version by its id; null when it does not exist. */
    async draft(id: number, locale: Locale): Promise<Story | null> {
      const { addresses } = await current()
      const found = await drafts.story(String(id), { ...inLanguage(locale), version: 'draft', cv: now() })
      return found ? parsed(found, locale, addresses) : null
    },
    /** Parses a story from the Visual Editor. @throws ContentUnavailable when it is invalid */
    async ofEditor(story: unknown, locale: Locale): Promise<Story> {
      return parsed(story, locale, (await current()).addresses)
    },
    /**
     * Reads the labels of a group in a language; an empty map and a warning when that fails.
     * @param onMissing called when it may succeed later
     * @throws Error '[Storyblok] Missing locale or token'
     */
    labels: (group: LabelSourceName, locale: Locale, onMissing?: () => void): Promise<Labels> =>
      fetchLabels({ endpoint, token, fetch, now, warn }, group, locale, onMissing),
  }
}

interface Current {
  version: ContentVersion
  addresses: Addresses
}

function readAddresses(api: DeliveryApi, version: ContentVersion): Promise<Addresses> {
  return readOnce(version, 'addresses', async () => {
    const links = await api.list('cdn/links', { per_page: 1000, cv: version.number })
    return addressesOf(links.flatMap((link) => StoryLink.safeParse(link).data ?? []))
  })
}

function publishedReads(api: DeliveryApi, current: () => Promise<Current>, warn: Warn) {
  return {
    /**
     * Reads the story at a path of the site, without the language's prefix; '' is the home page.
     * @returns null when there is none at exactly that address
     */
    async story(path: string, locale: Locale): Promise<Story | null> {
      const { version, addresses } = await current()
      const uuid = addresses.at(path, locale)
      if (!uuid) return null
      return readOnce(version, `story ${locale} ${uuid}`, async () => {
        const query = { find_by: 'uuid', version: 'published', cv: version.number } as const
        const found = await api.story(uuid, { ...inLanguage(locale), ...query })
        return found ? parsed(found, locale, addresses) : null
      })
    },
    /** Reads all published stories of a root content type, in the editors' order. Invalid stories are left out. */
    async storiesOfType<Type extends keyof ContentTypes>(
      type: Type,
      locale: Locale,
    ): Promise<StoryOf<Type>[]> {
      const { version, addresses } = await current()
      return readOnce(version, `type ${locale} ${type}`, async () => {
        const query = { content_type: type, sort_by: 'position:asc', per_page: 25, cv: version.number }
        const found = await api.list('cdn/stories', { ...inLanguage(locale), ...query })
        const stories = found.flatMap((story) => parsedOrLeftOut(story, locale, addresses, warn))
        return stories.filter((story): story is StoryOf<Type> => story.content.component === type)
      })
    },
  }
}

/** The redirects of editors, from path to target; empty with a warning when they cannot be read (R19). */
async function redirectsOf(
  api: DeliveryApi,
  current: () => Promise<Current>,
  warn: Warn,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { version } = await current()
    return await readOnce(version, 'redirects', async () => {
      const query = { datasource: 'redirects', per_page: 1000, cv: version.number }
      const entries = await api.list('cdn/datasource_entries', query).catch(noneWithoutDatasource)
      return new Map(
        entries.flatMap((entry) => {
          const { data } = DatasourceEntry.safeParse(entry)
          return data ? [[data.name.trim().replace(/(.)\/+$/, '$1'), data.value.trim()] as const] : []
        }),
      )
    })
  } catch (cause) {
    warn({ message: 'the redirects could not be read', cause })
    return new Map()
  }
}

/** A space may have no datasource of redirects. */
function noneWithoutDatasource(error: unknown): unknown[] {
  const { cause } = error as { cause?: { status?: unknown } }
  if (cause?.status === 404) return []
  throw error
}

function addressReads(current: () => Promise<Current>) {
  return {
    /** Returns the address of the same story in the other language; null when there is no story at this path. */
    async alternate(path: string, from: Locale): Promise<string | null> {
      const { addresses } = await current()
      const uuid = addresses.at(path, from)
      return uuid ? addresses.of(uuid, from === 'de' ? 'en' : 'de') : null
    },
    /** Returns both addresses of every published story, for a sitemap and for redirects. */
    async allAddresses(): Promise<{ uuid: string; de: string; en: string }[]> {
      return (await current()).addresses.list
    },
  }
}

/** German is the default language of the space and has no code. */
function inLanguage(locale: Locale): { language?: string } {
  return locale === 'de' ? {} : { language: locale }
}

function parsedOrLeftOut(raw: unknown, locale: Locale, addresses: Addresses, warn: Warn): Story[] {
  try {
    return [parsed(raw, locale, addresses)]
  } catch (cause) {
    warn({ message: 'a story was left out of a list', cause })
    return []
  }
}

function parsed(raw: unknown, locale: Locale, addresses: Addresses): Story {
  const result = Story.safeParse(withHrefs(raw, (uuid) => addresses.of(uuid, locale)))
  if (!result.success) throw new ContentUnavailable('a story is invalid', { cause: result.error })
  const { uuid } = result.data
  return {
    ...result.data,
    addresses: { de: addresses.of(uuid, 'de') ?? '', en: addresses.of(uuid, 'en') ?? '' },
  }
}
