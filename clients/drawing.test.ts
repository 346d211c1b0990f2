import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDrawing } from './drawing.ts'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 36">${inside}</svg>`
const children = (inside: string) => parseDrawing(svg(inside))?.children

test.each(readdirSync('content/assets').filter((name) => name.endsWith('.svg')))('%s can be drawn', (name) => {
  const source = readFileSync(`content/assets/${name}`, 'utf8')
  const drawing = parseDrawing(source)
  expect(drawing?.viewBox).toBe('0 0 480 360')
  const shapes = JSON.stringify(drawing).match(/"tag":"(?!g")/g)?.length
  expect(shapes).toBe(source.match(/<(path|line|circle|ellipse|rect|polyline|polygon|text|tspan)\b/g)?.length)
})

test('shapes keep their attributes under the names of React', () => {
  expect(children('<path d="M0 0h4" stroke-width="2" fill="none"/>')).toEqual([
    { tag: 'path', attributes: { d: 'M0 0h4', strokeWidth: '2', fill: 'none' }, children: [] },
  ])
  expect(children('<g class="notes"><text x="4" y="5">Ø 150 &amp; mehr</text></g>')).toEqual([
    {
      tag: 'g',
      attributes: { className: 'notes' },
      children: [{ tag: 'text', attributes: { x: '4', y: '5' }, children: ['Ø 150 & mehr'] }],
    },
  ])
})

describe('what could run, load or restyle is dropped', () => {
  test.each([
    ['script', '<script>alert(1)</script>'],
    ['script that closes inside', '<script><script></script>alert(1)</script>'],
    ['CDATA', '<text><![CDATA[<script>alert(1)</script>]]></text>'.replace('<text>', '').replace('</text>', '')],
    ['style', '<style>*{fill:url(//evil.example)}</style>'],
    ['foreign element', '<foreignObject><iframe src="//evil.example"/></foreignObject>'],
    ['reference', '<use href="//evil.example#a"/>'],
    ['picture', '<image href="//evil.example/a.png"/>'],
    ['link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ['animation', '<set attributeName="href" to="javascript:alert(1)"/>'],
  ])('%s', (_, inside) => {
    const left = JSON.stringify(children(`${inside}<path d="M1 1"/>`))
    expect(left).not.toMatch(/script|evil|href|style|iframe/)
    expect(left).toContain('M1 1')
  })

  test.each([
    ['handler', 'onclick="alert(1)"'],
    ['style', 'style="fill:red"'],
    ['identity', 'id="content"'],
    ['foreign class', 'class="button"'],
    ['reference in a fill', 'fill="url(//evil.example#a)"'],
    ['markup in a value', `d="M0 0'&lt;script&gt;"`],
    ['prototype', '__proto__="x" constructor="x"'],
  ])('attribute: %s', (_, given) => {
    expect(children(`<path ${given}/>`)).toEqual([{ tag: 'path', attributes: {}, children: [] }])
  })
})

test.each([
  ['no SVG', '<html><body/></html>'],
  ['nothing', ''],
  ['no view box', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
  ['cut off', '<svg viewBox="0 0 1 1"><g><path d="M0 0"/>'],
  ['empty', svg('')],
  ['too long', svg(`<path d="${'M0 0'.repeat(60_000)}"/>`)],
  ['too many shapes', svg('<path d="M0 0"/>'.repeat(2001))],
  ['too deep', svg('<g>'.repeat(20) + '</g>'.repeat(20))],
])('%s is not drawn in the page', (_, source) => {
  expect(parseDrawing(source)).toBeNull()
})
