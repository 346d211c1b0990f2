import { data, redirect } from 'react-router'
import { loadPage } from '../blocks/load-page.ts'
import { renderStory } from '../blocks/render-story.server.tsx'
import { storyHref } from '../blocks/story-href.ts'
import { servicesOf, type SiteServices } from '../context.ts'
import { askedAgain, cacheable, cacheableWithAnyQuery, uncached } from '../delivery/cacheable.ts'
import { storyHtml } from '../delivery/story-html.ts'
import { movedPage } from './moved.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { type ContentPage, ContentPageMain, samePage } from '../frame/content-page.tsx'
import { isPageAddress, validateRoute } from '../guards/validate-route.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { previewed, previewHeaders } from '../preview/preview.ts'
import type { Route } from './+types/content'

export { pageHeaders as headers, pageMeta as meta } from '../frame/content-page.tsx'
export const middleware = [validateRoute(isPageAddress)]
export const shouldRevalidate = samePage

/**
 * Loads a page of the content service: every address that no screen has (R15); `/` is the story `home` (R26).
 * @throws a redirect of the editors (R19), or 404 'Page not found: {path}', not fatal (E1)
 * @throws 503 with Retry-After when the content service is away and the page was never loaded
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const path = decoded(url.pathname)
  const locale = localeOf(path)
  const slug = path.replace(/^\/en(?=\/|$)/i, '').replace(/^\/|\/$/g, '')
  const services = servicesOf(context)
  const draft = services.isPreview(url.searchParams) ? Number(url.searchParams.get('_storyblok')) : 0
  const [page, space] = await Promise.all([
    loadPage(services, locale, draft || slug).catch(upstreamFailure(services, url)),
    services.space(locale),
  ])
  if (!page) throw (await movedPage(services, url)) ?? (await notFound(services, path, locale))
  const { story, content } = page
  const own = storyHref(story, locale)
  // A course has one page, with what can be booked; the editors' preview shows its story.
  if (!draft && own !== story.addresses[locale]) throw redirect(own + url.search, askedAgain)
  const html = renderStory(page, { publicUrl: services.config.publicUrl, space })
  // A navigation of the router asks for data only, which includes the HTML.
  const isDocument = !new URL(request.url).pathname.endsWith('.data')
  if (isDocument) context.set(storyHtml, html)
  const shown: ContentPage = {
    path,
    title: (content.title || story.name).replace(/\u00ad/g, ''),
    description: content.component === 'page' ? content.description : content.summary,
    audience: 'audience' in content ? content.audience : '',
    alternates: story.addresses,
    ...(story.addresses.de === '/' && { feeds: translate(locale, 'events_title') }),
    html: isDocument ? null : html,
    isPreview: draft > 0,
  }
  if (draft) context.set(previewed, true)
  // The router may ask for parts of the data (`?_routes=`), and a part is not the whole.
  const sharing = !page.isWhole ? uncached : isDocument ? cacheableWithAnyQuery : cacheable
  return data(shown, { headers: draft ? previewHeaders : sharing })
}

export default function Content({ loaderData }: Route.ComponentProps) {
  return <ContentPageMain page={loaderData} />
}

/** The error screen with pages that the visitor may have meant (T22). */
async function notFound({ search }: SiteServices, path: string, locale: Locale) {
  const near = await search.near(path, locale).catch(() => [])
  const suggestions = near.map(({ title, href }) => ({ label: title, href }))
  return data({ message: `Page not found: ${path}`, suggestions }, { status: 404 })
}

/** A path that cannot be decoded has no page. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
