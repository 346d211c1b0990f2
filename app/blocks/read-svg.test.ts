import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSvg } from './read-svg.ts'

const svg = (inner: string, attributes = '') => `<svg viewBox="0 0 1 1"${attributes}>${inner}</svg>`
const path = { tag: 'path', attributes: { d: 'M0 0' }, children: [] }

test('shapes, groups and callouts are kept as they are', () => {
  const drawing = readSvg(
    `\uFEFF<?xml version="1.0"?><!-- by hand -->${svg(`<g class='notes'><text x="1">1<tspan>a &amp; &#x62;</tspan></text></g>`)}\n`,
  )
  expect(drawing).toEqual({
    tag: 'svg',
    attributes: { viewBox: '0 0 1 1' },
    children: [
      {
        tag: 'g',
        attributes: { class: 'notes' },
        children: [
          {
            tag: 'text',
            attributes: { x: '1' },
            children: ['1', { tag: 'tspan', attributes: {}, children: ['a & b'] }],
          },
        ],
      },
    ],
  })
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script in upper case', '<SCRIPT>alert(1)</SCRIPT>'],
  ['a script with a namespace', '<svg:script>alert(1)</svg:script>'],
  ['a script in a character section', '<script><![CDATA[</svg><script>]]></script>'],
  ['a style sheet', '<style>@import "https://evil.example"</style>'],
  ['an embedded page', '<foreignObject><path d="M9 9"/><iframe src="https://evil.example"/></foreignObject>'],
  ['a link with what it holds', '<a href="javascript:alert(1)"><path d="M9 9"/></a>'],
  ['a picture', '<image href="https://evil.example/x.png"/>'],
  ['a reference', '<use href="#x"/>'],
  ['an animation', '<set attributeName="href" to="javascript:alert(1)"/>'],
  ['a comment', '<!-- <path d="M9 9"/> -->'],
  ['text outside of text', 'alert(1)'],
])('%s is dropped', (_, hostile) =>
  expect(readSvg(svg(`${hostile}<path d="M0 0"/>`))?.children).toEqual([path]),
)

test.each([
  ['a handler', 'onload="alert(1)"'],
  ['a handler in upper case', 'ONLOAD="alert(1)"'],
  ['a style', 'style="position:fixed"'],
  ['a link', 'href="javascript:alert(1)"'],
  ['a link with a namespace', 'xlink:href="javascript:alert(1)"'],
  ['an id', 'id="content"'],
  ['a paint from elsewhere', 'fill="url(https://evil.example/#x)"'],
  ['a paint in disguise', 'fill="u&#114;l(https://evil.example/#x)"'],
  ['an escaped paint', 'stroke="\\75rl(https://evil.example)"'],
  ['a property of every object', '__proto__="x" constructor="x"'],
])('%s is dropped from a shape', (_, attribute) =>
  expect(readSvg(svg(`<path ${attribute} d="M0 0"/>`))?.children).toEqual([path]),
)

test('entities declared by a doctype are left out', () => {
  const text = `<!DOCTYPE svg [<!ENTITY a "&#60;script>"><!ENTITY b "&a;&a;">]>${svg('<text>x&b;&constructor;y</text>')}`
  expect(readSvg(text)?.children).toEqual([{ tag: 'text', attributes: {}, children: ['xy'] }])
})

test.each([
  ['nothing', ''],
  ['plain text', 'hello'],
  ['a page', '<html><svg></svg></html>'],
  ['another root', '<path d="M0 0"/>'],
  ['an open element', '<svg><g></svg>'],
  ['an open root', '<svg>'],
  ['a second root', '<svg></svg><svg></svg>'],
  ['text after the root', '<svg></svg>x'],
  ['a tag without an end', '<svg><path d="'],
  ['a tag within a tag', '<svg><path <g></g></svg>'],
  ['an open comment', '<svg><!-- </svg>'],
  ['an open doctype', '<!DOCTYPE svg [ <svg></svg>'],
  ['a million and one characters', svg(' '.repeat(1_000_000))],
  ['a great depth', '<svg>'.repeat(50_000)],
  ['a depth of dropped elements', svg('<x>'.repeat(50_000) + '</x>'.repeat(50_000))],
])('%s is not a drawing', (_, text) => expect(readSvg(text)).toBeNull())

test.each([
  ['open brackets', '<svg>' + '<'.repeat(900_000)],
  ['open comments', '<svg>' + '<!--'.repeat(220_000)],
  ['spaces in a tag', `<svg ${' '.repeat(900_000)}`],
  ['spaces after a name', svg(`<path d${' '.repeat(60_000)}x/>`)],
  ['names without values', svg(`<path ${'a'.repeat(60_000)}/>`)],
  ['quotes', `<svg ${'"'.repeat(900_001)}`],
])('a great many %s are read within a second', (_, text) => {
  const start = performance.now()
  readSvg(text)
  expect(performance.now() - start).toBeLessThan(1000)
})

const assets = new URL('../../content/assets/', import.meta.url)
test.each(readdirSync(assets).filter((name) => name.endsWith('.svg')))(
  '%s loses nothing that is drawn',
  (name) => {
    const text = readFileSync(new URL(name, assets), 'utf8')
    const drawn = JSON.stringify(readSvg(text)).match(/"tag":"(path|circle|text)"/g)?.length
    expect(drawn).toBe(text.match(/<(path|circle|text)\b/g)?.length)
  },
)
