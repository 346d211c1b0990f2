import type { Ref } from 'react'
import { Link as RouterLink, NavLink as RouterNavLink, type LinkProps } from 'react-router'
import { preloadRoute } from '../delivery/preload-route.ts'

type Props = LinkProps & { to: string; ref?: Ref<HTMLAnchorElement> }

/** A link within the site; pointing at it or focusing it fetches the screen behind it (K4). */
export function Link({ to, ...props }: Props) {
  return <RouterLink {...props} {...withIntent(to)} />
}

/** A `Link` that marks itself as current on its own page. */
export function NavLink({ to, ...props }: Props) {
  return <RouterNavLink {...props} {...withIntent(to)} />
}

function withIntent(to: string) {
  const intend = () => preloadRoute(to)
  return { to, onPointerEnter: intend, onFocus: intend }
}
