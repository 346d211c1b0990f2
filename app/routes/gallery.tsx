import { data } from 'react-router'
import { renderGallery } from '../blocks/gallery.server.tsx'
import { servicesOf } from '../context.ts'
import { localeOf } from '../i18n/locale.ts'
import { storyHtml } from '../delivery/story-html.ts'
import { fullTitle } from '../i18n/titled.ts'
import type { Route } from './+types/gallery'
import { type ContentPage, ContentPageMain, samePage } from '../frame/content-page.tsx'

export const shouldRevalidate = samePage

/** Every block in every variant, for developers. @throws 404 'Page not found: {path}' in production */
export async function loader({ request, url, context }: Route.LoaderArgs): Promise<ContentPage> {
  const path = url.pathname
  const services = servicesOf(context)
  if (!services.config.gallery) throw data({ message: `Page not found: ${path}` }, { status: 404 })
  const html = await renderGallery(services, localeOf(path))
  const isDocument = !new URL(request.url).pathname.endsWith('.data')
  if (isDocument) context.set(storyHtml, html)
  const alternates = { de: '/dev/blocks', en: '/en/dev/blocks' }
  const title = 'Blocks'
  return { path, title, description: '', audience: '', alternates, html: isDocument ? null : html }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: fullTitle(loaderData?.title ?? '', matches[0].loaderData?.space.name ?? '') },
  { name: 'robots', content: 'noindex' },
]

export default function Gallery({ loaderData }: Route.ComponentProps) {
  return <ContentPageMain page={loaderData} />
}
