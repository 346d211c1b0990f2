import type { MouseEvent, SyntheticEvent } from 'react'
import { preloadRoute } from '../delivery/preload-route.ts'

/** Follows a plain click on a link of this site by the router; the browser handles everything else. */
export function followLink(event: MouseEvent, navigate: (path: string) => void): void {
  const link = linkOf(event)
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  // The browser scrolls to a fragment of the same page by itself.
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  markSubject(link)
  navigate(link.pathname + link.search + link.hash)
}

/** Fetches the screen behind a link that is pointed at or focused (K4). */
export function preload(event: SyntheticEvent): void {
  const link = linkOf(event)
  if (link) preloadRoute(link.pathname)
}

/** Returns the link to a screen of this site; null for files and links that open a new window. */
function linkOf(event: SyntheticEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || (link.target && link.target !== '_self')) return null
  if (link.hasAttribute('download') || /^\/(content|data|api)\/|\.(ics|rss|xml|pdf)$/.test(link.pathname))
    return null
  return link
}

/** Marks the picture of a clicked card, so that it moves to its position on the next page (`sheet.css`). */
function markSubject(link: HTMLAnchorElement): void {
  const picture = link.closest('.card')?.querySelector<HTMLElement>('.drawing')
  if (picture) picture.style.viewTransitionName = 'subject'
}
