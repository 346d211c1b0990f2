import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RichText as Contract, type RichTextNode } from '../../contracts/richtext.ts'
import { RichText } from './richtext.tsx'

/** Renders nodes of an editor's story, through the contract as the site does. */
const html = (...content: unknown[]) => drawn(Contract.parse({ type: 'doc', content }).content)
const drawn = (content: RichTextNode[]) =>
  renderToStaticMarkup(<RichText text={{ type: 'doc', content }} />)
    .replace(/^<div class="richtext">/, '')
    .replace(/<\/div>$/, '')
const text = (value: string, ...marks: unknown[]) => ({ type: 'text', text: value, marks })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'ftp://evil.example',
  'page',
  '',
])('a link to %j keeps its text only', (href) =>
  expect(html(paragraph(text('x', { type: 'link', attrs: { href } })))).toBe('<p>x</p>'),
)

test.each(['https://a.example/?b=1', 'http://a.example', 'mailto:a@b.example', 'tel:+49', '/en/faq#x'])(
  'a link to %j is a link',
  (href) => expect(html(paragraph(text('x', { type: 'link', attrs: { href } })))).toContain(`href="${href}"`),
)

test('two links on one text are one link', () => {
  const link = { type: 'link', attrs: { href: '/faq' } }
  expect(html(paragraph(text('x', link, link))).match(/<a /g)).toHaveLength(1)
})

test.each([
  [99, 'h6'],
  [3, 'h3'],
  [1, 'h2'],
  [-5, 'h2'],
  ['<script>', 'h2'],
  [null, 'h2'],
])('a heading of level %j is an %s', (level, tag) =>
  expect(html({ type: 'heading', attrs: { level }, content: [text('x')] })).toBe(`<${tag}>x</${tag}>`),
)

test('a level that the contract did not check is clamped too', () => {
  const heading = (level: number) => ({ type: 'heading', attrs: { level, textAlign: null }, content: [] })
  expect(drawn([heading(99), heading(Number.NaN)] as unknown as RichTextNode[])).toBe('<h6></h6><h2></h2>')
})

test('50,000 levels of nesting render as text without an error', () => {
  let node: RichTextNode = { type: 'text', text: 'deep', marks: [] }
  for (let depth = 0; depth < 50_000; depth++) node = { type: 'blockquote', content: [node] }
  const markup = drawn([node])
  expect(markup).toContain('deep')
  expect(markup.match(/<blockquote>/g)?.length).toBeLessThan(50)
})

test('markup in a text is text', () =>
  expect(html(paragraph(text('<img src=x onerror=alert(1)>')))).toBe(
    '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
  ))

test.each([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strike', 's'],
  ['underline', 'u'],
  ['code', 'code'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
])('the mark %s is <%s>', (type, tag) =>
  expect(html(paragraph(text('x', { type })))).toBe(`<p><${tag}>x</${tag}></p>`),
)

test('colours and alignment are classes, never styles', () => {
  const markup = html(
    {
      type: 'paragraph',
      attrs: { textAlign: 'center' },
      content: [
        text('a', { type: 'highlight', attrs: { color: '#ff0000' } }),
        text('b', { type: 'textStyle', attrs: { color: 'rgb(0, 0, 250)' } }),
        text('c', { type: 'textStyle', attrs: { color: 'red;position:fixed' } }),
      ],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [{ type: 'tableCell', attrs: { backgroundColor: '#0f0' }, content: [] }],
        },
      ],
    },
  )
  expect(markup).toContain('class="align-center"')
  expect(markup).toContain(
    '<mark class="colour-red">a</mark><span class="colour-blue">b</span><span>c</span>',
  )
  expect(markup).toContain('<td class="colour-green">')
  expect(markup).not.toContain('style')
})

test('anchors and styled text accept plain names only', () => {
  const anchor = (id: string) => html(paragraph(text('x', { type: 'anchor', attrs: { id } })))
  expect(anchor('prices')).toBe('<p><span id="prices">x</span></p>')
  expect(anchor('__x" onclick="y')).toBe('<p>x</p>')
  const styled = html(paragraph(text('x', { type: 'styled', attrs: { class: 'quiet skip"link' } })))
  expect(styled).toBe('<p><span class="styled-quiet">x</span></p>')
})

test('lists, code, breaks, rules, emoji and pictures', () => {
  expect(
    html(
      { type: 'ordered_list', attrs: { order: 3 }, content: [{ type: 'list_item', content: [text('x')] }] },
      { type: 'bullet_list', content: [text('loose')] },
      { type: 'code_block', attrs: { class: 'language-js" x' }, content: [text('a < b', { type: 'bold' })] },
      paragraph(text('a'), { type: 'hard_break' }, { type: 'emoji', attrs: { name: 'saw', emoji: '🪚' } }),
      { type: 'horizontal_rule' },
      { type: 'image', attrs: { src: 'javascript:alert(1)' } },
    ),
  ).toBe(
    '<ol start="3"><li>x</li></ol><ul><li>loose</li></ul><pre><code>a &lt; b</code></pre>' +
      '<p>a<br/>🪚</p><hr/>',
  )
  expect(html({ type: 'image', attrs: { src: '/f/1.png', alt: 'A' } })).toContain('src="/f/1.png" alt="A"')
})

test('a foreign node in a table stays readable, and an unknown node keeps its text', () => {
  expect(html({ type: 'table', content: [paragraph(text('x'))] })).toContain('<tr><td><p>x</p></td></tr>')
  expect(html({ type: 'marquee', content: [text('still here')] })).toBe('still here')
  expect(html(paragraph(paragraph(text('x'))))).toBe('<div><p>x</p></div>')
})
