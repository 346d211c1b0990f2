import { redirect } from 'react-router'
import { storyHref } from '../blocks/story-href.ts'
import type { SiteServices } from '../context.ts'
import { localeOf } from '../i18n/locale.ts'

interface Services {
  content: Pick<SiteServices['content'], 'redirects' | 'storiesOfType'>
  config: Pick<SiteServices['config'], 'publicUrl'>
}

/**
 * Returns the permanent redirect that editors gave an address without a page (R19), in one hop, null where there is
 * none. The query is kept where the target has none. A loop and a target like `//host` count as no redirect.
 */
export async function movedPage(
  { content, config }: Services,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): Promise<Response | null> {
  const target = targetOf(await content.redirects(), pathname, config.publicUrl)
  if (!target) return null
  if (!target.search) target.search = search
  const { origin, pathname: path, search: query, hash, href } = target
  if (origin !== new URL(config.publicUrl).origin) return redirect(href, 301)
  return redirect((await courseAt(content, path)) + query + hash, 301)
}

/** Returns the page of the course whose story has that address, which would be a second hop; any other path itself. */
async function courseAt(content: Services['content'], path: string): Promise<string> {
  const locale = localeOf(path)
  const stories = await content.storiesOfType('workshop', locale)
  const story = stories.find(({ addresses }) => addresses[locale] === path)
  return story ? storyHref(story, locale) : path
}

/** Follows the redirects from a path to their end; null for none and for a loop. */
function targetOf(redirects: ReadonlyMap<string, string>, from: string, publicUrl: string): URL | null {
  const { origin } = new URL(publicUrl)
  const seen = new Set<string>()
  let target: URL | null = null
  let path = plain(from)
  for (;;) {
    const to = redirects.get(path)
    if (to === undefined) return target
    if (seen.has(path)) return null
    seen.add(path)
    target = addressOf(to, origin)
    if (!target || target.origin !== origin) return target
    path = plain(target.pathname)
  }
}

/** A path of this site or an absolute address; null for anything else. */
function addressOf(to: string, origin: string): URL | null {
  const isAbsolute = /^https?:\/\//i.test(to)
  if (!isAbsolute && !to.startsWith('/')) return null
  const url = URL.canParse(to, origin) ? new URL(to, origin) : null
  // `//host` and `/\host` are addresses of another site.
  return url && (isAbsolute || url.origin === origin) ? url : null
}

/** A path as editors write it: decoded, without a slash at its end. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path).replace(/(.)\/+$/, '$1')
  } catch {
    return path
  }
}
