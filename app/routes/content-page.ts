import { data, type MetaDescriptor } from 'react-router'
import { loadPage, type LoadedPage } from '../blocks/load-page.ts'
import type { SiteServices } from '../context.ts'
import { localeOf } from '../i18n/locale.ts'

/**
 * A page of the content service at a path of the site.
 * @throws 404 'Page not found: {path}', not fatal (specification section 8)
 */
export async function contentPage(pathname: string, services: SiteServices): Promise<LoadedPage> {
  const path = decoded(pathname)
  const locale = localeOf(path)
  const slug = path.replace(/^\/en(?=\/|$)/, '').replace(/^\/|\/$/g, '')
  const page = await loadPage(services, locale, slug)
  if (!page) throw data(`Page not found: ${path}`, { status: 404 })
  return page
}

/** Title, description, and the addresses of both languages, absolute (decision 19). */
export function contentMeta(
  page: LoadedPage | undefined,
  siteName: string,
  publicUrl: string,
): MetaDescriptor[] {
  if (!page) return [{ title: siteName }]
  const { title, description, alternates, locale } = page
  const link = (rel: string, href: string, hrefLang?: string) => ({
    tagName: 'link',
    rel,
    href: publicUrl + href,
    ...(hrefLang && { hrefLang }),
  })
  return [
    { title: title.includes(siteName) ? title : `${title} – ${siteName}` },
    { name: 'description', content: description },
    link('canonical', alternates[locale]),
    link('alternate', alternates.de, 'de'),
    link('alternate', alternates.en, 'en'),
    link('alternate', alternates.de, 'x-default'),
  ]
}

/** A path that cannot be decoded has no page either. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
