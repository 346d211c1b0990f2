import { createContext, useContext } from 'react'

/** Crawlers as the specification's section 9 and `decisions.md` 28 name them. */
const pattern = /bot|chrome-lighthouse|facebookexternalhit|google/i

/** Bots get the same status, but the error screen is not drawn for them. */
export function isBot(userAgent: string | null | undefined): boolean {
  return pattern.test(userAgent ?? '')
}

/**
 * The user agent of the request while the server renders. It is no loader data: a page of the cache is everybody's.
 */
export const UserAgentContext = createContext<string | null>(null)

/** Whether a crawler looks at this page, on the server and in the browser alike. */
export function useIsBot(): boolean {
  const requested = useContext(UserAgentContext)
  return isBot(typeof window === 'undefined' ? requested : navigator.userAgent)
}
