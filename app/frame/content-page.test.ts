import { expect, test } from 'vitest'
import { type ContentPage, pageMeta } from './content-page.tsx'

const page: ContentPage = {
  path: '/kurse/laser',
  title: 'Laser',
  description: 'Schneiden',
  audience: '',
  alternates: { de: '/kurse/laser', en: '/en/courses/laser' },
  html: null,
}

/** Returns the tags of a page in the head of the document. */
function metaOf(change: Partial<ContentPage> = {}): Record<string, string>[] {
  const root = { space: { name: 'Halle 9' }, config: { publicUrl: 'https://halle9.example' } }
  return pageMeta({ loaderData: { ...page, ...change }, matches: [{ loaderData: root }] }) as never
}

const contentOf = (tags: Record<string, string>[], name: string) =>
  tags.find((tag) => tag['name'] === name || tag['property'] === name)?.['content']

test.each([
  ['Kurz und gut.', 'Kurz und gut.'],
  ['a'.repeat(160), 'a'.repeat(160)],
  ['a'.repeat(161), `${'a'.repeat(159)}…`],
  [`${'Wort '.repeat(31)}Schluss`, `${'Wort '.repeat(31).trim()}…`],
])('a description has at most 160 characters and ends with a word: %#', (description, shown) => {
  const tags = metaOf({ description })
  expect(contentOf(tags, 'description')).toBe(shown)
  expect(contentOf(tags, 'og:description')).toBe(shown)
})

test.each([
  ['/', '/events'],
  ['/en/events', '/en/events'],
])('%s announces the feeds of its language, and another page none', (path, feeds) => {
  const typed = (tags: Record<string, string>[]) => tags.filter(({ type }) => type)
  const link = { tagName: 'link', rel: 'alternate', title: 'Halle 9: Termine' }
  expect(typed(metaOf({ path, feeds: 'Termine' }))).toEqual([
    { ...link, type: 'application/rss+xml', href: `https://halle9.example${feeds}.rss` },
    { ...link, type: 'text/calendar', href: `https://halle9.example${feeds}.ics` },
  ])
  expect(typed(metaOf({ path }))).toEqual([])
})

test.each([
  ['/kurse/laser', undefined, '/share/kurse/laser.png'],
  ['/en/courses/laser', undefined, '/en/share/courses/laser.png'],
  ['/', undefined, '/share/home.png'],
  ['/en', undefined, '/en/share/home.png'],
  ['/events', '/', '/share/home.png'],
  ['/entwurf', undefined, '/share/entwurf.png'],
])('%s, shared as %s, has the picture %s', (path, sharedAs, picture) => {
  const tags = metaOf({ path, ...(sharedAs && { sharedAs }) })
  expect(contentOf(tags, 'og:image')).toBe(`https://halle9.example${picture}`)
})
