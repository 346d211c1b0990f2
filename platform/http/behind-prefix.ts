import type { Fetch } from './service.ts'

/** Returns a service that sees its own paths: `prefix` is cut off every address before `fetch` gets the request. */
export function behindPrefix(prefix: string, fetch: Fetch): Fetch {
  return (request) => {
    const url = new URL(request.url)
    url.pathname = url.pathname.slice(prefix.length) || '/'
    return fetch(new Request(url, request))
  }
}
