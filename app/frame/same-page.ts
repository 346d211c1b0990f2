import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Reloads a content page only when its path changes, not its fragment or its query. */
export function samePage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}
