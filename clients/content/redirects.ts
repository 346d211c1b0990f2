const most = 3

/**
 * A fetch for Storyblok's client: it takes `(url, init)`, gives up after a time, and follows redirects also where the
 * fetch below is a service in this process and does not (the answer without `cv` is a redirect). Same origin only:
 * the network's own fetch is told to leave them to this.
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
      if (!location || hops === most) return response
      const target = new URL(location, request.url)
      if (target.origin !== new URL(request.url).origin) return response
      request = new Request(target, { headers: request.headers, redirect: 'manual', signal })
    }
  }
}
