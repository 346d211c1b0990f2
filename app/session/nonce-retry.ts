import type { Authorise } from '../../clients/calls.ts'

interface NonceRetryOptions {
  /** Signs a request; asks `nonce()` for what the proof must have. */
  authorise: Authorise
  fetch: (request: Request) => Promise<Response>
}

/**
 * Sends requests of a member whose clock is wrong: the server refuses the first with a nonce (RFC 9449 section 9), which
 * this one and the following proofs then have. Such a refusal comes before anything is done, so a write may be repeated.
 */
export function createNonceRetry({ authorise, fetch }: NonceRetryOptions) {
  let nonce: string | undefined
  return {
    /** The nonce of the server; undefined as long as it asked for none. */
    nonce: (): string | undefined => nonce,

    /** Sends an authorised request, and once more where the server asks for its nonce. */
    async fetch(request: Request): Promise<Response> {
      const again = request.clone()
      const response = await fetch(request)
      const given = response.headers.get('dpop-nonce')
      if (given === null || !isAskedFor(response)) return response
      nonce = given
      const headers = new Headers(again.headers)
      const signed = await authorise({ method: again.method, url: again.url })
      for (const [name, value] of Object.entries(signed)) headers.set(name, value)
      return fetch(new Request(again, { headers }))
    },
  }
}

function isAskedFor({ status, headers }: Response): boolean {
  return status === 401 && (headers.get('www-authenticate') ?? '').includes('error="use_dpop_nonce"')
}
