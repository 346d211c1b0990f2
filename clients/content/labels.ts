import { DatasourceEntries, type LabelSourceName, type Labels, labelsOf } from '../../contracts/label.ts'

export interface LabelSource {
  /** Ends in `/v2`. */
  endpoint: string
  token: string
  fetch: (request: Request) => Promise<Response>
  now: () => number
  warn: (details: { message: string; cause: unknown }) => void
}

/**
 * Reads the labels of a group by technical key (C26), with per_page because the API gives 25 without it. A failure gives
 * a warning and an empty map (E23).
 * @param onMissing called when the group may be there later: a space may lack a datasource (404)
 * @throws Error '[Storyblok] Missing locale or token'
 */
export async function fetchLabels(
  source: LabelSource,
  group: LabelSourceName,
  locale: string,
  onMissing?: () => void,
): Promise<Labels> {
  const { endpoint, token, fetch, now, warn } = source
  if (!locale || !token) throw new Error('[Storyblok] Missing locale or token')
  const query = new URLSearchParams({
    datasource: group,
    token,
    dimension: locale,
    cv: String(now()),
    per_page: '1000',
  })
  let isAbsent = false
  try {
    const response = await fetch(
      new Request(`${endpoint}/cdn/datasource_entries?${query}`, { signal: AbortSignal.timeout(10_000) }),
    )
    isAbsent = response.status === 404
    if (!response.ok) throw new Error(`status ${response.status}`)
    return labelsOf(DatasourceEntries.parse(await response.json()).datasource_entries)
  } catch (cause) {
    warn({ message: `[Storyblok] Fetching the datasource ${group} failed`, cause })
    if (!isAbsent) onMissing?.()
    return {}
  }
}
