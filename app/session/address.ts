/** What the address asks of the session at start (specification section 4, `decisions.md` 14 and 16). */
export type Asked = 'refusal' | 'callback' | 'nothing'

/**
 * A refused unverified login is decided from the query alone: the provider sends no code, and the member may have
 * come without a transaction. Old Auth0 rules say `unauthorized`, actions say `access_denied`.
 */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search)
  const refused = ['unauthorized', 'access_denied'].includes(query.get('error') ?? '')
  if (refused && query.get('error_description') === 'verify-mail') return 'refusal'
  if (!query.has('state')) return 'nothing'
  return ['code', 'connect_code', 'error'].some((name) => query.has(name)) ? 'callback' : 'nothing'
}

/** The address without what the provider added to it. */
export function withoutCallback(address: string): string {
  const url = new URL(address)
  for (const name of ['code', 'connect_code', 'state', 'iss', 'error', 'error_description']) {
    url.searchParams.delete(name)
  }
  return url.pathname + url.search + url.hash
}

/**
 * Where a member goes after signing in: only a path of this origin, never another host.
 * @returns `fallback` for everything that is not a path beginning with exactly one slash
 */
export function safeReturnTo(value: unknown, origin: string, fallback: string): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return fallback
  // The parser drops tabs and line ends, so what looks like a path may be a host.
  const url = new URL(value, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
