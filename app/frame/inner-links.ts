import type { MouseEvent, SyntheticEvent } from 'react'
import { preloadRoute } from '../delivery/preload-route.ts'

/** Follows a plain click on a link of this site by the router; everything else stays the browser's. */
export function followLink(event: MouseEvent, navigate: (path: string) => void): void {
  const link = linkOf(event)
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  // A place on the same page is the browser's own matter.
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  markSubject(link)
  navigate(link.pathname + link.search + link.hash)
}

/** Pointing at a link or focusing it fetches the screen behind it, at most 4 at once (specification section 9). */
export function preload(event: SyntheticEvent): void {
  const link = linkOf(event)
  if (link) preloadRoute(link.pathname)
}

/** A link within the site to a screen; files and new windows are not the router's. */
function linkOf(event: SyntheticEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || (link.target && link.target !== '_self')) return null
  if (link.hasAttribute('download') || /^\/(content|data|api)\/|\.(ics|rss|xml|pdf)$/.test(link.pathname))
    return null
  return link
}

/** The picture of the card that was clicked moves to its place on the page behind it (`sheet.css`). */
function markSubject(link: HTMLAnchorElement): void {
  const picture = link.closest('.card')?.querySelector<HTMLElement>('.drawing')
  if (picture) picture.style.viewTransitionName = 'subject'
}
