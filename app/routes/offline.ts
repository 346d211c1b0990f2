import { servicesOf } from '../context.ts'
import { contentPolicy } from '../delivery/content-policy.ts'
import { localeOf } from '../i18n/locale.ts'
import { offlineDocument } from '../offline/offline-document.tsx'
import type { Route } from './+types/offline'

/** `/offline`: what the service worker stores and shows without a connection. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  const html = await offlineDocument(services, localeOf(url.pathname))
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy(html, services.config),
      'cache-control': 'no-cache',
    },
  })
}
