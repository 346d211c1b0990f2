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
