import { data, redirect } from 'react-router'
import type { SiteServices } from '../../context.ts'
import { type Locale, localeOf } from '../../i18n/locale.ts'

/**
 * A permanent redirect to the page with that slug in the folder of the page's language, in one hop; the slug may be
 * that of either language.
 * @throws 404 'Page not found: {path}' when there is no such page
 */
export async function redirectToStory(
  { pathname, search }: URL,
  slug: string | undefined,
  folders: Record<Locale, string>,
  { content }: Pick<SiteServices, 'content'>,
): Promise<Response> {
  const locale = localeOf(pathname)
  const wanted = (language: Locale) =>
    `${language === 'en' ? '/en' : ''}/${folders[language]}${slug ? `/${slug}` : ''}`
  const pages = await content.allAddresses()
  const page = pages.find(({ de, en }) => de === wanted('de') || en === wanted('en'))
  if (!page) throw data(`Page not found: ${pathname}`, { status: 404 })
  return redirect(page[locale] + search, 301)
}
