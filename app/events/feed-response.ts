/** A file for other programs, cached for five minutes. */
export function feedResponse(text: string, type: 'text/calendar' | 'application/rss+xml'): Response {
  return new Response(text, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' },
  })
}
