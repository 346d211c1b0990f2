import { data, redirect } from 'react-router'
import type { SiteServices } from '../../context.ts'
import { type Locale, localeOf } from '../../i18n/locale.ts'

/**
 * Redirects permanently to the story with that slug in the language of the address, in one hop. The slug may be that
 * of either language; the query is kept.
 * @param place address of such stories: `paths.machines` or `paths.workshops`
 * @throws 404 'Page not found: {path}' for an unknown slug
 */
export async function redirectToStory(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  slug: string | undefined,
  place: (locale: Locale, slug?: string) => string,
  { content }: { content: Pick<SiteServices['content'], 'allAddresses'> },
): Promise<Response> {
  const pages = await content.allAddresses()
  const page = pages.find(({ de, en }) => de === place('de', slug) || en === place('en', slug))
  if (!page) throw data(`Page not found: ${pathname}`, { status: 404 })
  return redirect(page[localeOf(pathname)] + search, 301)
}
