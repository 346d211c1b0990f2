interface AssetSource {
  /** The beginning of the addresses that are read from this source. */
  prefix: string
  fetch: (request: Request) => Promise<Response>
}

const timeoutMs = 5000
const maxCharacters = 200_000

/**
 * Reads the text of an asset of the content service; null when it is unavailable, too long, or at another address: an
 * address in a story never makes the server call a foreign host.
 */
export function createAssetReader(sources: AssetSource[]): (url: string) => Promise<string | null> {
  return async (url) => {
    const source = sources.find(({ prefix }) => url.startsWith(prefix))
    if (!source || url.includes('..')) return null
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await source.fetch(new Request(url, { redirect: 'error', signal }))
      if (!response.ok) return null
      const text = await response.text()
      return text.length <= maxCharacters ? text : null
    } catch {
      return null
    }
  }
}
