import { setTimeout as delay } from 'node:timers/promises'
import type { Fetch } from '../../platform/http/service.ts'
import { Refused } from './paging.ts'

/** Faults that tests, or a developer, switch on. */
export interface Faults {
  /**
   * `down`: no connection. `slow`: answers after `slowMs`. `limited`: 429. `error`: 500. `malformed`: answers go
   * through `mangle`. `deaf`: carries out the request and loses the answer.
   */
  mode: 'down' | 'slow' | 'limited' | 'error' | 'malformed' | 'deaf' | null
  slowMs: number
  /** Seconds of `Retry-After` with a 429; null = no header, because Fabman does not document one. */
  retryAfter: number | null
  mangle: (text: string) => string
  /** The requests with faults; null = all. */
  only: ((request: Request) => boolean) | null
}

export const noFaults = (): Faults => ({
  mode: null,
  slowMs: 5000,
  retryAfter: null,
  mangle: (text) => text.slice(0, text.length / 2),
  only: null,
})

const lost = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('lost'), { code: 'ECONNRESET' }) })

/** Wraps a fetch with the faults. */
export function faulty(fetch: Fetch, faults: Faults): Fetch {
  return async (request) => {
    if (faults.mode === null || (faults.only && !faults.only(request))) return fetch(request)
    switch (faults.mode) {
      case 'down':
        throw new TypeError('fetch failed', {
          cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
        })
      case 'limited':
        return tooMany(faults.retryAfter)
      case 'error':
        return Response.json({ statusCode: 500, error: 'Internal Server Error' }, { status: 500 })
      case 'slow':
        await delay(faults.slowMs, undefined, { ref: false })
        return fetch(request)
      case 'deaf':
        await fetch(request)
        throw lost()
      case 'malformed': {
        const { status, headers, body } = await fetch(request)
        return new Response(faults.mangle(body ? await new Response(body).text() : ''), {
          status: status === 204 ? 200 : status,
          headers,
        })
      }
    }
  }
}

export function tooMany(retryAfter: number | null): Response {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  return new Refused(429, 'Rate limit exceeded', undefined, headers).response
}
