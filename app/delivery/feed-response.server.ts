import { createHash } from 'node:crypto'

/**
 * Returns a feed for programs that ask again and again, to be cached for five minutes; 304 without a body when the
 * program has this one already (RFC 9110 13.1.2).
 * @param isSecret whether the address is a secret: then no shared cache may store the feed
 */
export function feedResponse(
  request: Request,
  text: string,
  { type, isSecret }: { type: 'text/calendar' | 'application/rss+xml'; isSecret: boolean },
): Response {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  const headers = {
    // Weak, because a proxy may compress the feed.
    etag: `W/${tag}`,
    'cache-control': `${isSecret ? 'private' : 'public'}, max-age=300`,
  }
  const known = request.headers.get('if-none-match') ?? ''
  if (known.trim() === '*' || known.includes(tag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } })
}
