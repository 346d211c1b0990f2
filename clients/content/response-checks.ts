/** Checks the fields of a response of the Content Delivery API, by the last segment of its path. */
const checks: Record<string, (value: Record<string, unknown>) => boolean> = {
  me: ({ space }) => typeof (space as { version?: unknown } | null)?.version === 'number',
  links: ({ links }) => typeof links === 'object' && links !== null,
  stories: ({ stories }) => Array.isArray(stories),
  datasource_entries: (value) => Array.isArray(value['datasource_entries']),
}

/**
 * Whether a response is one of the content service: a proxy's page, a truncated body or an empty object must not
 * replace a good cache entry. A 404 is good for a story, and invalid for an endpoint.
 */
export function isContentResponse({
  url,
  status,
  text,
}: {
  url: URL
  status: number
  text: string
}): boolean {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return false
    const isStory = url.pathname.includes('/cdn/stories/')
    if (status === 404) return isStory
    const fields = value as Record<string, unknown>
    if (isStory) return typeof (fields['story'] as { uuid?: unknown } | null)?.uuid === 'string'
    return checks[url.pathname.split('/').at(-1) ?? '']?.(fields) ?? true
  } catch {
    return false
  }
}

/** Whether a response is a drawing or a 404. */
export function isDrawing({ status, text }: { status: number; text: string }): boolean {
  return status === 404 || text.includes('<svg')
}
