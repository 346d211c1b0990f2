import { redirect } from 'react-router'
import type { Route } from './+types/german'

/** `/de/x` is `/x` and `/en/de/x` is `/en/x` (`decisions.md` 19), never another host. */
export function loader({ url: { pathname, search } }: Route.LoaderArgs) {
  const path = pathname.replace(/^(\/en)?\/de(?=\/|$)/, '$1').replace(/^[/\\]+/, '/')
  return redirect((path || '/') + search, 301)
}
