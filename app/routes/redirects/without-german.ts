import { redirect } from 'react-router'
import * as paths from '../../paths.ts'
import { redirectToStory } from './redirect-to-story.ts'

/**
 * `/de/x` is `/x` and `/en/de/x` is `/en/x` (`decisions.md` 19), for ever, in one hop: what would be redirected once
 * more (`/de/machines/…`) goes to its end at once. Never another host.
 * @throws 404 'Page not found: {path}' for a machine or workshop that there is not
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
