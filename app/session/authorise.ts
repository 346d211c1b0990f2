import type { Authorise } from '../../clients/calls.ts'
import { createNonceRetry } from './nonce-retry.ts'
import { loadSdk } from './sdk.ts'
import { dropToken, sessionConfig } from './session.ts'
import { actionFor, loadToken, requireDpop } from './token.ts'

/* What signs the calls of a member. It is apart from `session.ts` because a page of content makes none. */

/**
 * Returns headers with the member's token for one request, bound by a DPoP proof where the provider offers it.
 * @throws what the library throws; an ended session is signed out, any other failure clears the token
 */
export const authorise: Authorise = async ({ method, url }): Promise<Record<string, string>> => {
  const token = await freshToken().catch((error: unknown) => {
    console.error('Token konnte nicht geladen werden', error)
    dropToken(actionFor(error) === 'signedOut')
    throw error
  })
  if (!sessionConfig().identity.dpop) return { authorization: `Bearer ${token}` }
  return { authorization: `DPoP ${token}`, dpop: await dpopProof(method, url, token) }
}

/**
 * Returns the access token, renewed where it has ended.
 * @throws MissingScope, and what the library throws
 */
export async function freshToken(): Promise<string> {
  return loadToken(await loadSdk(sessionConfig().identity))
}

async function dpopProof(method: string, url: string, accessToken: string): Promise<string> {
  const { identity } = sessionConfig()
  const client = await loadSdk(identity)
  requireDpop(identity.dpop)
  const nonce = nonceRetry.nonce()
  return client.generateDpopProof({ method, url, accessToken, ...(nonce !== undefined && { nonce }) })
}

const nonceRetry = createNonceRetry({ authorise, fetch: (request) => fetch(request) })

/** Sends a request that `authorise` signed, also from a device whose clock is wrong. */
export const fetchSigned = nonceRetry.fetch
