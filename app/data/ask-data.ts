import { storeErrorOf } from '../../clients/store-error.ts'
import type { Locale } from '../i18n/locale.ts'
import { authorise } from '../session/session.ts'

/** So old, in milliseconds, live data may become while somebody looks at it. */
export const freshMs = 5000

const timeoutMs = 10_000

/**
 * Asks a data route of the site (`/data/…`), in a member's name where there is one. @throws StoreError when it refuses;
 * what `fetch` throws when there is no connection
 */
export async function askData(path: string, locale: Locale, as: 'member' | 'visitor'): Promise<Response> {
  const url = new URL(path, location.origin).href
  const token = as === 'member' ? await authorise({ method: 'GET', url }) : {}
  const headers = { 'accept-language': locale, ...token }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw await storeErrorOf(response)
  return response
}
