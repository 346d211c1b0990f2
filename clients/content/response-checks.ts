/** What every answer of the Content Delivery API holds, by the last part of its address. */
const holds: Record<string, (value: Record<string, unknown>) => boolean> = {
  me: ({ space }) => typeof (space as { version?: unknown } | null)?.version === 'number',
  links: ({ links }) => typeof links === 'object' && links !== null,
  stories: ({ stories }) => Array.isArray(stories),
  datasource_entries: (value) => Array.isArray(value['datasource_entries']),
}

/**
 * Whether an answer of the content service is one: a proxy's page, a cut body or an empty object must not take the
 * place of a good one. That a story does not exist is an answer; that a whole endpoint does not is none.
 */
export function isContentAnswer({ url, status, text }: { url: URL; status: number; text: string }): boolean {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return false
    const isStory = url.pathname.includes('/cdn/stories/')
    if (status === 404) return isStory
    const fields = value as Record<string, unknown>
    if (isStory) return typeof (fields['story'] as { uuid?: unknown } | null)?.uuid === 'string'
    return holds[url.pathname.split('/').at(-1) ?? '']?.(fields) ?? true
  } catch {
    return false
  }
}

/** Whether an answer is a drawing, or says that there is none. */
export function isDrawing({ status, text }: { status: number; text: string }): boolean {
  return status === 404 || text.includes('<svg')
}
