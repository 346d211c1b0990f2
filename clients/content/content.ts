import StoryblokClient from 'storyblok-js-client'
import type { Locale } from '../../contracts/problem.ts'
import type { LabelGroup, Labels } from '../../contracts/label.ts'
import { type ContentTypes, Story, StoryLink, type StoryOf } from '../../contracts/story.ts'
import { type Addresses, addressesOf, withHrefs } from './content-addresses.ts'
import { ContentUnavailable, createEditions, type Edition, once, unavailable } from './content-versions.ts'
import { ageHeader } from '../../contracts/age.ts'
import { fetchLabels } from './labels.ts'
import { followRedirects } from './redirects.ts'

export interface ContentClientOptions {
  /** Ends in `/v2`, no trailing slash. */
  endpoint: string
  token: string
  fetch: (request: Request) => Promise<Response>
  /** Reads drafts; without one there are none to read. */
  previewToken?: string
  /** A fetch that keeps nothing, for drafts. */
  draftFetch?: (request: Request) => Promise<Response>
  now: () => number
  warn: (details: { message: string; cause: unknown }) => void
  /** After how many milliseconds the version is asked for again; 0 asks and waits each time (for an in-process service). */
  versionAgeMs?: number
}

export type ContentClient = ReturnType<typeof createContentClient>

const timeoutMs = 10_000

/**
 * Stories and labels over the Content Delivery API v2, by Storyblok's own client.
 * What was read stays until the content's version changes; without an answer about the version the last one counts,
 * so a site that lost its content service keeps what it has. Returned stories are shared: read them only.
 * With a fetch of `kept-answers.ts` it also gives what was read before a restart.
 * Every method but `labels` throws ContentUnavailable.
 */
export function createContentClient(options: ContentClientOptions) {
  const { endpoint, token, now, warn, versionAgeMs = 5000 } = options
  const fetch = async (request: Request) => {
    const response = await options.fetch(request)
    if (response.headers.has(ageHeader) && !request.url.includes(versionPath)) editions.spoil()
    return response
  }
  const storyblok = new StoryblokClient({
    accessToken: token,
    endpoint,
    fetch: followRedirects(fetch, timeoutMs),
    // Kept here by version instead: the client's own memory is shared by all clients of a process.
    cache: { clear: 'manual', cv: 'manual' },
    // None: a limited service is left alone, and 0 would mean the client's default of ten.
    maxRetries: -1,
    responseInterceptor: unresolved,
  })
  const drafts = new StoryblokClient({
    accessToken: options.previewToken ?? token,
    endpoint,
    // Drafts are never kept: an editor sees the present or an error.
    fetch: followRedirects(options.draftFetch ?? options.fetch, timeoutMs),
    cache: { clear: 'manual', cv: 'manual' },
    maxRetries: -1,
    responseInterceptor: unresolved,
  })
  const editions = createEditions({ ask: () => askVersion(storyblok), now, warn, versionAgeMs })

  /** Where every published story is on the site. */
  function addresses(of: Edition): Promise<Addresses> {
    return once(of, 'addresses', async () => {
      const links = await all('cdn/links', { per_page: 1000, cv: of.version })
      return addressesOf(links.flatMap((link) => StoryLink.safeParse(link).data ?? []))
    })
  }

  /** One story that does not fit is left out of a list: it spoils no page but its own. */
  function fitting(raw: unknown, locale: Locale, places: Addresses): Story[] {
    try {
      return [parsed(raw, locale, places)]
    } catch (cause) {
      warn({ message: 'a story was left out of a list', cause })
      return []
    }
  }

  async function all(slug: string, parameters: Record<string, unknown>): Promise<unknown[]> {
    return storyblok.getAll(slug, { version: 'published', ...parameters }).catch((cause: unknown) => {
      throw unavailable(slug, cause)
    })
  }

  return {
    /** Number that changes with the content: part of the key of everything made from it. */
    version: async (): Promise<number> => (await editions.present()).key,
    /** Asks for the version now, as after a webhook; resolves when the new content counts. */
    refresh: (): Promise<void> => editions.refresh(),
    /**
     * The story at a path of the site in a language, without the language's prefix; '' is the home page.
     * @returns null when there is none at exactly that address
     */
    async story(path: string, locale: Locale): Promise<Story | null> {
      const of = await editions.present()
      const places = await addresses(of)
      const uuid = places.at(path, locale)
      if (!uuid) return null
      return once(of, `story ${locale} ${uuid}`, async () => {
        const found = await storyblok
          .getStory(uuid, { ...inLanguage(locale), find_by: 'uuid', version: 'published', cv: of.version })
          .catch((cause: unknown) => {
            if ((cause as { status?: unknown } | null)?.status === 404) return null
            throw unavailable(`story ${uuid}`, cause)
          })
        return found && parsed(found.data.story, locale, places)
      })
    },
    /** A story as editors see it, published or not, by its id. @throws ContentUnavailable; null when there is none */
    async draft(id: number, locale: Locale): Promise<Story | null> {
      const places = await addresses(await editions.present())
      const found = await drafts
        .getStory(String(id), { ...inLanguage(locale), version: 'draft', cv: now() })
        .catch((cause: unknown) => {
          if ((cause as { status?: unknown } | null)?.status === 404) return null
          throw unavailable(`draft ${id}`, cause)
        })
      return found && parsed(found.data.story, locale, places)
    },
    /** A story as the Visual Editor sends it while somebody types. @throws ContentUnavailable when it is none */
    async ofEditor(story: unknown, locale: Locale): Promise<Story> {
      return parsed(story, locale, await addresses(await editions.present()))
    },
    /** All published stories of a root content type, in the editors' order. */
    async storiesOfType<Type extends keyof ContentTypes>(
      type: Type,
      locale: Locale,
    ): Promise<StoryOf<Type>[]> {
      const of = await editions.present()
      const places = await addresses(of)
      return once(of, `type ${locale} ${type}`, async () => {
        const given = { content_type: type, sort_by: 'position:asc', per_page: 25, cv: of.version }
        const found = await all('cdn/stories', { ...inLanguage(locale), ...given })
        const stories = found.flatMap((story) => fitting(story, locale, places))
        return stories.filter((story): story is StoryOf<Type> => story.content.component === type)
      })
    },
    /** The address of the same story in the other language; null when there is no story at this path. */
    async alternate(path: string, from: Locale): Promise<string | null> {
      const places = await addresses(await editions.present())
      const uuid = places.at(path, from)
      return uuid ? places.of(uuid, from === 'de' ? 'en' : 'de') : null
    },
    /** Both addresses of every published story: for a sitemap and for redirects. */
    async allAddresses(): Promise<{ uuid: string; de: string; en: string }[]> {
      return (await addresses(await editions.present())).list
    },
    /**
     * The labels of a group in a language; an empty map and a warning when they can't be fetched.
     * @throws Error '[Storyblok] Missing locale or token'
     */
    labels: (group: LabelGroup, locale: Locale): Promise<Labels> =>
      fetchLabels({ endpoint, token, fetch, now, warn }, group, locale),
  }
}

const versionPath = 'cdn/spaces/me'

async function askVersion(storyblok: StoryblokClient): Promise<{ version: number; isFresh: boolean }> {
  // No visitor waits for this, so that it is really asked.
  const { data, headers } = await storyblok.get(versionPath, {}, { cache: 'no-cache' })
  const version: unknown = data?.space?.version
  if (typeof version !== 'number') throw new Error(`${versionPath}: no version in the answer`)
  return { version, isFresh: !(ageHeader in headers) }
}

/**
 * Links and relations are ours to resolve (`addressesOf`); none are asked for. The client looks for some all the same,
 * by ids as they stand in the content, and breaks off on one like `constructor`: it is told to leave stories alone.
 */
function unresolved<Response extends { data: unknown }>(response: Response): Response {
  const { story, stories = [] } = (response.data ?? {}) as { story?: Raw; stories?: Raw[] }
  for (const { content } of [...stories, ...(story ? [story] : [])]) {
    if (content) content['_stopResolving'] = true
  }
  return response
}

interface Raw {
  content?: Record<string, unknown>
}

/** German is the default language of the space and has no code. */
function inLanguage(locale: Locale): { language?: string } {
  return locale === 'de' ? {} : { language: locale }
}

function parsed(raw: unknown, locale: Locale, places: Addresses): Story {
  const result = Story.safeParse(withHrefs(raw, (uuid) => places.of(uuid, locale)))
  if (!result.success) throw new ContentUnavailable('a story does not fit', { cause: result.error })
  const { uuid } = result.data
  return {
    ...result.data,
    addresses: { de: places.of(uuid, 'de') ?? '', en: places.of(uuid, 'en') ?? '' },
  }
}
