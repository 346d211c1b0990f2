interface AssetSource {
  /** Addresses that begin so are read from here. */
  prefix: string
  fetch: (request: Request) => Promise<Response>
}

const timeoutMs = 5000
const mostCharacters = 200_000

/**
 * Reads the text of an asset of the content service; null when it cannot be had, is too long, or lies elsewhere:
 * what an editor puts into a story never makes the server ask a foreign host.
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
      return text.length <= mostCharacters ? text : null
    } catch {
      return null
    }
  }
}
