import type { Fetch } from '../../platform/http/service.ts'

/** Faults that tests switch on. */
export interface Faults {
  /**
   * `down`: no connection. `silent`: no answer, ever. `limited`: 429. `error`: 500. `proxy`: a page of a proxy.
   * `deaf`: carries out the request and loses the answer.
   */
  mode: 'down' | 'silent' | 'limited' | 'error' | 'proxy' | 'deaf' | null
  /** The requests with faults; null = all. */
  only: ((request: Request) => boolean) | null
}

export const noFaults = (): Faults => ({ mode: null, only: null })

const lost = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('lost'), { code: 'ETIMEDOUT' }) })

/** Wraps a fetch with the faults. */
export function faulty(fetch: Fetch, faults: Faults): Fetch {
  return async (request) => {
    if (faults.mode === null || (faults.only && !faults.only(request))) return fetch(request)
    switch (faults.mode) {
      case 'down':
        throw lost()
      case 'silent':
        // Not even the caller's signal ends it.
        return new Promise(() => {})
      case 'limited':
        return failure(429, 'rate_limit', 'Request rate limit exceeded.')
      case 'error':
        return failure(500, undefined, 'An unknown error occurred.')
      case 'proxy':
        return new Response('<h1>502 Bad Gateway</h1>', {
          status: 502,
          headers: { 'content-type': 'text/html' },
        })
      case 'deaf':
        await fetch(request)
        throw lost()
    }
  }
}

function failure(status: number, code: string | undefined, message: string): Response {
  const type = status === 429 ? 'invalid_request_error' : 'api_error'
  return Response.json({ error: { type, ...(code && { code }), message } }, { status })
}
