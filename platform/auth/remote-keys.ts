import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'

const maxAgeSeconds = 24 * 60 * 60

/**
 * Returns the keys of a provider elsewhere, asked for anew every ten minutes and for an unknown key.
 * @param url of its key set
 * @param fetch gives the last good key set with its `Age` in seconds while the provider is away: members who are signed
 *   in then stay so for a day
 */
export function createRemoteKeys(
  url: string,
  fetch: (request: Request) => Promise<Response>,
): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), {
    [customFetch]: async (address: string) => {
      const response = await fetch(new Request(address))
      if (Number(response.headers.get('age')) > maxAgeSeconds) {
        throw new Error(`${address} was last read more than a day ago`)
      }
      return response
    },
  })
}

/** Whether a response is a key set. */
export function isKeySet({ status, text }: { status: number; text: string }): boolean {
  if (status !== 200) return false
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) && keys.length > 0
  } catch {
    return false
  }
}
