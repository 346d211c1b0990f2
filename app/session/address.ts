/** What the address asks of the session at start (A1, E10). */
export type Asked = 'refusal' | 'callback' | 'nothing'

/**
 * Reads the query. A refused unverified login has no code and may have no transaction. Old Auth0 rules say
 * `unauthorized`, actions say `access_denied`.
 */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search)
  const refused = ['unauthorized', 'access_denied'].includes(query.get('error') ?? '')
  if (refused && query.get('error_description') === 'verify-mail') return 'refusal'
  if (!query.has('state')) return 'nothing'
  return ['code', 'connect_code', 'error'].some((name) => query.has(name)) ? 'callback' : 'nothing'
}

/** Returns the address without the parameters of the provider. */
export function withoutCallback(address: string): string {
  const url = new URL(address)
  for (const name of ['code', 'connect_code', 'state', 'iss', 'error', 'error_description']) {
    url.searchParams.delete(name)
  }
  return url.pathname + url.search + url.hash
}

/**
 * Returns the path to open after sign-in (V11), never another host.
 * @returns `fallback` for anything but a path that starts with exactly one slash
 */
export function safeReturnTo(value: unknown, origin: string, fallback: string): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return fallback
  // The URL parser drops tabs and line ends, so what looks like a path may be a host.
  const url = new URL(value, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
