import { servicesOf } from '../context.ts'
import { cacheableWithAnyQuery } from '../delivery/cacheable.ts'
import { localeOf } from '../i18n/locale.ts'
import { webManifest } from '../offline/manifest.ts'
import type { Route } from './+types/web-manifest'

/** `/manifest.webmanifest`: names the site on the home screen of a phone. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const locale = localeOf(url.pathname)
  const { name } = await servicesOf(context).space(locale)
  return new Response(JSON.stringify(webManifest(name, locale)), {
    headers: { ...cacheableWithAnyQuery, 'content-type': 'application/manifest+json' },
  })
}
