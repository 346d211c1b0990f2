import { expect, test } from 'vitest'
import { rssFeed } from './rss.ts'

const item = {
  id: 'date-101@halle9.example',
  title: 'Löten & "Stecken" <jetzt>',
  link: 'https://halle9.example/events/5-loeten?a=1&b=2',
  description: "it's ]]> done\u0000\ud800",
  category: 'Workshop',
  published: new Date('2026-11-01T09:00:00Z'),
}
const feed = {
  title: 'Termine',
  description: 'Alle Termine',
  language: 'de-DE',
  link: 'https://halle9.example/events',
  self: 'https://halle9.example/events.rss',
}

test('texts are escaped, and what XML cannot hold is left out', () => {
  const xml = rssFeed({ ...feed, items: [item] })
  expect(xml).toContain('<title>Löten &amp; &quot;Stecken&quot; &lt;jetzt&gt;</title>')
  expect(xml).toContain('<link>https://halle9.example/events/5-loeten?a=1&amp;b=2</link>')
  expect(xml).toContain('<description>it&apos;s ]]&gt; done</description>')
  expect(xml).toContain('<guid isPermaLink="false">date-101@halle9.example</guid>')
  expect(xml).toContain('<pubDate>Sun, 01 Nov 2026 09:00:00 GMT</pubDate>')
  expect(xml).toContain('<atom:link href="https://halle9.example/events.rss" rel="self"')
})

test('a feed without items', () => {
  expect(rssFeed({ ...feed, items: [] })).not.toContain('<item>')
})
