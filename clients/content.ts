import StoryblokClient from 'storyblok-js-client'
import type { Locale } from '../contracts/problem.ts'
import type { LabelGroup, Labels } from '../contracts/label.ts'
import { type ContentTypes, Story, StoryLink, type StoryOf } from '../contracts/story.ts'
import { type Addresses, addressesOf, withHrefs } from './content-addresses.ts'
import { ContentUnavailable, createEditions, type Edition, once, unavailable } from './content-editions.ts'
import { fetchLabels } from './labels.ts'
import { followRedirects } from './redirects.ts'

export interface ContentClientOptions {
  /** Ends in `/v2`, no trailing slash. */
  endpoint: string
  token: string
  fetch: (request: Request) => Promise<Response>
  now: () => number
  warn: (details: { message: string; cause: unknown }) => void
  /** How long a content version is believed, in milliseconds; 0 asks each time (right for an in-process service). */
  versionAgeMs?: number
}

export type ContentClient = ReturnType<typeof createContentClient>

const timeoutMs = 10_000

/**
 * Stories and labels over the Content Delivery API v2, by Storyblok's own client.
 * What was read stays until the content's version changes; without an answer about the version the last one counts,
 * so a site that lost its content service keeps what it has. Returned stories are shared: read them only.
 * Every method but `labels` throws ContentUnavailable.
 */
export function createContentClient(options: ContentClientOptions) {
  const { endpoint, token, now, warn, versionAgeMs = 5000 } = options
  const storyblok = new StoryblokClient({
    accessToken: token,
    endpoint,
    fetch: followRedirects(options.fetch, timeoutMs),
    // Kept here by version instead: the client's own memory is shared by all clients of a process.
    cache: { clear: 'manual', cv: 'manual' },
    maxRetries: 3,
  })
  const edition = createEditions({ ask: () => askVersion(storyblok), now, warn, versionAgeMs })

  /** Where every published story is on the site. */
  function addresses(of: Edition): Promise<Addresses> {
    return once(of, 'addresses', async () => {
      const links = await all('cdn/links', { per_page: 1000, cv: of.version })
      return addressesOf(links.flatMap((link) => StoryLink.safeParse(link).data ?? []))
    })
  }

  async function all(slug: string, parameters: Record<string, unknown>): Promise<unknown[]> {
    return storyblok.getAll(slug, { version: 'published', ...parameters }).catch((cause: unknown) => {
      throw unavailable(slug, cause)
    })
  }

  return {
    /** Number that changes with the content: part of the key of everything made from it. */
    version: async (): Promise<number> => (await edition()).version,
    /**
     * The story at a path of the site in a language, without the language's prefix; '' is the home page.
     * @returns null when there is none at exactly that address
     */
    async story(path: string, locale: Locale): Promise<Story | null> {
      const of = await edition()
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
    /** All published stories of a root content type, in the editors' order. */
    async storiesOfType<Type extends keyof ContentTypes>(
      type: Type,
      locale: Locale,
    ): Promise<StoryOf<Type>[]> {
      const of = await edition()
      const places = await addresses(of)
      return once(of, `type ${locale} ${type}`, async () => {
        const given = { content_type: type, sort_by: 'position:asc', per_page: 100, cv: of.version }
        const found = await all('cdn/stories', { ...inLanguage(locale), ...given })
        const stories = found.map((story) => parsed(story, locale, places))
        return stories.filter((story): story is StoryOf<Type> => story.content.component === type)
      })
    },
    /** The address of the same story in the other language; null when there is no story at this path. */
    async alternate(path: string, from: Locale): Promise<string | null> {
      const places = await addresses(await edition())
      const uuid = places.at(path, from)
      return uuid ? places.of(uuid, from === 'de' ? 'en' : 'de') : null
    },
    /** Both addresses of every published story: for a sitemap and for redirects. */
    async allAddresses(): Promise<{ uuid: string; de: string; en: string }[]> {
      return (await addresses(await edition())).list
    },
    /**
     * The labels of a group in a language; an empty map and a warning when they can't be fetched.
     * @throws Error '[Storyblok] Missing locale or token'
     */
    labels: (group: LabelGroup, locale: Locale): Promise<Labels> =>
      fetchLabels({ endpoint, token, fetch: options.fetch, now, warn }, group, locale),
  }
}

async function askVersion(storyblok: StoryblokClient): Promise<number> {
  const { data } = await storyblok.get('cdn/spaces/me')
  const version: unknown = data?.space?.version
  if (typeof version !== 'number') throw new Error('cdn/spaces/me: no version in the answer')
  return version
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
