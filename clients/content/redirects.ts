const maxRedirects = 3

/**
 * A fetch for Storyblok's client with a timeout. It takes `(url, init)` and follows redirects itself, because a service
 * in this process does not (a call without `cv` is redirected). Redirects to another origin are not followed.
 */
export function followRedirects(
  fetch: (request: Request) => Promise<Response>,
  timeoutMs: number,
): typeof globalThis.fetch {
  return async (input, init) => {
    const signal = AbortSignal.timeout(timeoutMs)
    let request = new Request(input, { ...init, redirect: 'manual', signal })
    for (let hops = 0; ; hops++) {
      const response = await fetch(request)
      const location = response.status >= 300 && response.status < 400 && response.headers.get('location')
      if (!location || hops === maxRedirects) return response
      const target = new URL(location, request.url)
      if (target.origin !== new URL(request.url).origin) return response
      request = new Request(target, { headers: request.headers, redirect: 'manual', signal })
    }
  }
}
