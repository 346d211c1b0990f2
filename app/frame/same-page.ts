import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A page of the content service is asked for again only when its address changes, not its hash or its query. */
export function samePage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}
