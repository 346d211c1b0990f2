import { storeErrorOf } from '../../clients/store-error.ts'
import { ageOf } from '../../contracts/age.ts'
import type { Locale } from '../i18n/locale.ts'
import { authorise } from '../session/session.ts'

/** So old, in milliseconds, live data may become while somebody looks at it. */
export const freshMs = 5000

const timeoutMs = 10_000

/** What a data route says. */
export interface Live<T> {
  data: T
  /** The instant from which it is, where that is not now: workshop management is away or slow. */
  asOf: string | null
}

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

/** The same for one that answers JSON, with how old that is. */
export async function askLive<T>(path: string, locale: Locale, as: 'member' | 'visitor'): Promise<Live<T>> {
  const response = await askData(path, locale, as)
  const age = ageOf(response.headers)
  return {
    data: (await response.json()) as T,
    asOf: age === null ? null : new Date(Date.now() - age * 1000).toISOString(),
  }
}
