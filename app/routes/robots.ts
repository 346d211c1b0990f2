import { servicesOf } from '../context.ts'
import { cacheableWithAnyQuery } from '../delivery/cacheable.ts'
import type { Route } from './+types/robots'

/** Names what crawlers need not ask for, and the sitemap (RFC 9309). */
export function loader({ context }: Route.LoaderArgs): Response {
  const { config } = servicesOf(context)
  const closed = [
    '/me',
    '/en/me',
    '/auth',
    '/en/auth',
    '/search',
    '/en/search',
    '/data/',
    '/api/',
    '/connector/',
    '/u/',
  ]
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...cacheableWithAnyQuery, 'content-type': 'text/plain; charset=utf-8' },
  })
}
