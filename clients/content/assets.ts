interface AssetSource {
  /** The beginning of the addresses that are read from this source. */
  prefix: string
  fetch: (request: Request) => Promise<Response>
}

const timeoutMs = 5000
const maxCharacters = 200_000

/**
 * Reads the text of an asset of the content service; null when there is none, it is too long, or at another address: an
 * address in a story never makes the server call a foreign host. The reader throws Error while the service is away.
 */
export function createAssetReader(sources: AssetSource[]): (url: string) => Promise<string | null> {
  return async (url) => {
    const source = sources.find(({ prefix }) => url.startsWith(prefix))
    if (!source || url.includes('..')) return null
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await source.fetch(new Request(url, { redirect: 'error', signal }))
    if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`)
    if (!response.ok) return null
    const text = await response.text()
    return text.length <= maxCharacters ? text : null
  }
}
