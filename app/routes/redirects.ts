import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { storyFolders } from '../../contracts/addresses.ts'
import { storyHref } from '../blocks/story-href.ts'
import { servicesOf, type SiteServices } from '../context.ts'
import { askedAgain } from '../delivery/cacheable.ts'
import { movedPage } from './moved.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

type Services = Pick<SiteServices, 'config'> & {
  content: Pick<SiteServices['content'], 'allAddresses' | 'redirects' | 'storiesOfType'>
}
/** Address of the stories of a kind. */
type StoryPath = (locale: Locale, slug?: string) => string

const kinds = new Map<string, StoryPath>(
  Object.entries({ machines: paths.machines, workshops: paths.workshops } satisfies Record<
    keyof typeof storyFolders,
    unknown
  >),
)

/**
 * `/machines[/{slug}]` redirects to `/maschinen…` or `/en/equipment…`, `/workshops[/{slug}]` to `/kurse…` or
 * `/en/courses…` (R17, R18), and `/de/…` to the address without prefix (R16). Capital letters count as small ones, as they do
 * where routes are matched: otherwise the address would redirect to itself.
 */
export function loader({ url, params, context }: LoaderFunctionArgs): Promise<Response> | Response {
  const [, kind = ''] = /^(?:\/en)?\/(\w+)/i.exec(url.pathname) ?? []
  const pathOf = kinds.get(kind.toLowerCase())
  const services = servicesOf(context)
  return pathOf ? redirectToStory(url, params['slug'], pathOf, services) : withoutGerman(url, services)
}

/** Draws nothing. A route without a component would answer an error as JSON, not with the error screen (E1). */
export default function Redirects() {
  return null
}

/**
 * Redirects permanently to the story with that slug in the language of the address, in one hop. The slug may be that
 * of either language; the query is kept. An unknown slug may be a redirect of the editors (R19).
 * @param asked.visited the address of the visitor, where it is another one
 * @throws 404 'Page not found: {path}' for an unknown slug
 */
export async function redirectToStory(
  asked: Pick<URL, 'pathname' | 'search'> & { visited?: string },
  slug: string | undefined,
  pathOf: StoryPath,
  services: Services,
): Promise<Response> {
  const { pathname, search, visited = pathname } = asked
  const pages = await services.content.allAddresses()
  const page = pages.find(({ de, en }) => de === pathOf('de', slug) || en === pathOf('en', slug))
  const locale = localeOf(pathname)
  if (page) return redirect(((await courseOf(page, locale, services)) ?? page[locale]) + search, askedAgain)
  const moved = await movedPage(services, asked)
  if (moved) return moved
  throw data(`Page not found: ${visited}`, { status: 404 })
}

/** Returns the page of the course that a story is about: its address leads there, which would be a second hop. */
async function courseOf({ uuid }: { uuid: string }, locale: Locale, { content }: Services) {
  const story = (await content.storiesOfType('workshop', locale)).find((each) => each.uuid === uuid)
  return story && storyHref(story, locale)
}

/**
 * Redirects `/de/x` to `/x` and `/en/de/x` to `/en/x` permanently in one hop (R16), also where the target is a
 * redirect itself (`/de/machines/…`). Never to another host.
 * @throws 404 'Page not found: {path}' for an unknown machine or workshop
 */
export function withoutGerman(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  services: Services,
): Response | Promise<Response> {
  const whole = pathname.replace(/[/\\]{2,}/g, '/')
  const bare = whole.replace(/^(\/en)?(?:\/de)+(?=\/|$)/i, '$1') || '/'
  const [, kind = '', slug] = /^(?:\/en)?\/(\w+)(?:\/([^/]+))?\/?$/i.exec(bare) ?? []
  const pathOf = kinds.get(kind.toLowerCase())
  if (!pathOf) return redirect(bare + search, 301)
  return redirectToStory({ pathname: bare, search, visited: pathname }, slug, pathOf, services)
}
