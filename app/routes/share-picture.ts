import { isKnown, storyCard } from '../blocks/load-page.ts'
import { readDrawings } from '../blocks/read-drawings.ts'
import { servicesOf } from '../context.ts'
import { localeOf } from '../i18n/locale.ts'
import { sharePicture } from '../seo/share-picture.tsx'
import { cacheableWithAnyQuery, uncached } from '../delivery/cacheable.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import type { Route } from './+types/share-picture'

/** `/share/{path}.png`: the link preview picture of a page; `/share/home.png` of the home page. */
export async function loader({ url, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const slug = /^(.+)\.png$/.exec(params['*'] ?? '')?.[1] ?? ''
  const story = slug
    ? await services.content.story(slug === 'home' ? '' : slug, locale).catch(upstreamFailure(services, url))
    : null
  if (!story || !isKnown(story)) return new Response(null, { status: 404 })
  const card = storyCard(story, locale)
  let isWhole = true
  const files = card.picture ? [card.picture.filename] : []
  const [space, drawings] = await Promise.all([
    services.space(locale),
    readDrawings(files, services.readAsset, () => {
      isWhole = false
    }),
  ])
  const picture = await sharePicture(services.pictures, {
    title: card.title.replace(/\u00ad/g, ''),
    siteName: space.name,
    audience: 'audience' in story.content ? story.content.audience : '',
    drawing: Object.values(drawings)[0] ?? null,
  })
  return new Response(new Uint8Array(picture), {
    headers: { ...(isWhole ? cacheableWithAnyQuery : uncached), 'content-type': 'image/png' },
  })
}
