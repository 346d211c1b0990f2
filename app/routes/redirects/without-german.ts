import { redirect } from 'react-router'
import * as paths from '../../paths.ts'
import { redirectToStory } from './redirect-to-story.ts'

/**
 * Redirects `/de/x` to `/x` and `/en/de/x` to `/en/x` permanently in one hop (R16), also where the target is a
 * redirect itself (`/de/machines/…`). Never to another host.
 * @throws 404 'Page not found: {path}' for an unknown machine or workshop
 */
export function withoutGerman(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  services: Parameters<typeof redirectToStory>[3],
): Response | Promise<Response> {
  const bare = pathname.replace(/^(\/en)?(?:\/+de)+(?=\/|$)/, '$1').replace(/^[/\\]+/, '/') || '/'
  const [, kind, slug] = /^(?:\/en)?\/(machines|workshops)(?:\/([^/]+))?\/?$/.exec(bare) ?? []
  const place = kind && { machines: paths.machines, workshops: paths.workshops }[kind]
  if (place) return redirectToStory({ pathname: bare, search }, slug, place, services)
  return redirect(bare + search, 301)
}
