import { createContext, useContext } from 'react'

/** K15 */
const pattern = /bot|chrome-lighthouse|facebookexternalhit|google/i

/** Whether a user agent is a bot: bots get the status of an error without its screen (T21). */
export function isBot(userAgent: string | null | undefined): boolean {
  return pattern.test(userAgent ?? '')
}

/** The user agent of the request during server rendering. It is not loader data: a cached page serves everybody. */
export const UserAgentContext = createContext<string | null>(null)

/** Whether a bot reads this page, on the server and in the browser. */
export function useIsBot(): boolean {
  const requested = useContext(UserAgentContext)
  return isBot(typeof window === 'undefined' ? requested : navigator.userAgent)
}
