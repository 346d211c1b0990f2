import type { Ref } from 'react'
import { Link as RouterLink, type LinkProps } from 'react-router'
import { preloadRoute } from './preload-route.ts'

/** A link within the site; pointing at it or focusing it fetches the screen behind it, at most 4 at once. */
export function Link({ to, ...props }: LinkProps & { to: string; ref?: Ref<HTMLAnchorElement> }) {
  const intend = () => preloadRoute(to)
  return <RouterLink {...props} to={to} onPointerEnter={intend} onFocus={intend} />
}
