/** One item of a feed; `id` never changes. Texts may hold any character. */
export interface FeedItem {
  id: string
  title: string
  link: string
  description: string
  category: string
  published: Date
}

interface Feed {
  title: string
  description: string
  /** BCP 47 */
  language: string
  link: string
  /** Address of the feed itself. */
  self: string
  items: FeedItem[]
}

/** Writes a feed of RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function rssFeed({ title, description, language, link, self, items }: Feed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(title)}</title>
<link>${escaped(link)}</link>
<description>${escaped(description)}</description>
<language>${escaped(language)}</language>
<ttl>60</ttl>
<atom:link href="${escaped(self)}" rel="self" type="application/rss+xml"/>
${items.map(item).join('\n')}
</channel>
</rss>
`
}

function item({ id, title, link, description, category, published }: FeedItem): string {
  return `<item>
<title>${escaped(title)}</title>
<link>${escaped(link)}</link>
<guid isPermaLink="false">${escaped(id)}</guid>
<description>${escaped(description)}</description>
<category>${escaped(category)}</category>
<pubDate>${published.toUTCString()}</pubDate>
</item>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for XML 1.0; characters that it cannot hold in any form are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
