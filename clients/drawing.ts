import type { Drawing, DrawingNode } from '../contracts/drawing.ts'

/** More than any drawing needs; a larger file stays a picture. */
const most = { characters: 200_000, nodes: 2000, depth: 12 }

/**
 * Reads an SVG file as data by an allow-list: known shapes with known attributes and plain values; everything else
 * (scripts, links, styles, references, foreign elements) is dropped with all that is in it.
 * @returns null when it is no SVG drawing that can be drawn in the page
 */
export function parseDrawing(source: string): Drawing | null {
  if (source.length > most.characters) return null
  const root: Open = { node: { attributes: {}, children: [] }, name: '' }
  const open: Open[] = [root]
  let nodes = 0
  // Inside a dropped element: its name and how often it is open.
  let dropped: { name: string; depth: number } | null = null
  for (const [, comment, closing, name = '', attributes = '', selfClosing, text] of source.matchAll(token)) {
    if (comment) continue
    if (dropped) {
      if (name === dropped.name && !selfClosing) dropped.depth += closing ? -1 : 1
      if (dropped.depth === 0) dropped = null
      continue
    }
    const parent = open.at(-1) ?? root
    if (text !== undefined) {
      if (textTags.has(parent.name)) parent.node.children.push(decoded(text))
    } else if (closing) {
      if (open.length > 1 && parent.name === name) open.pop()
    } else if (!isAllowed(name, open)) {
      if (!selfClosing) dropped = { name, depth: 1 }
    } else {
      nodes += 1
      if (nodes > most.nodes || open.length > most.depth) return null
      const node = { tag: name, attributes: allowed(attributes), children: [] }
      parent.node.children.push(node as DrawingNode)
      if (!selfClosing) open.push({ node, name })
    }
  }
  return open.length === 1 ? drawingOf(root) : null
}

interface Open {
  node: { attributes: Record<string, string>; children: (DrawingNode | string)[] }
  name: string
}

/** Comments, declarations and CDATA; a closing tag; an opening tag with its attributes; text between tags. */
const token =
  /(<!--[\s\S]*?(?:-->|$)|<![^>]*>|<\?[\s\S]*?(?:\?>|$))|<(\/?)([A-Za-z][\w:.-]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g
const attribute = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const shapes = new Set(['g', 'path', 'line', 'circle', 'ellipse', 'rect', 'polyline', 'polygon', 'text', 'tspan'])
const textTags = new Set(['text', 'tspan'])

/** Attribute names of the file and of React. */
const attributeNames: Record<string, string> = {
  ...Object.fromEntries(
    ['d', 'points', 'transform', 'fill', 'stroke', 'opacity', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'dx', 'dy'].map(
      (name) => [name, name],
    ),
  ),
  ...Object.fromEntries(['cx', 'cy', 'r', 'rx', 'ry', 'width', 'height'].map((name) => [name, name])),
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
  'stroke-dasharray': 'strokeDasharray',
  'fill-rule': 'fillRule',
  'font-size': 'fontSize',
  'font-weight': 'fontWeight',
  'text-anchor': 'textAnchor',
}

/** Numbers, path data, words and `rotate(…)`; no `url(…)`, no `javascript:`, no `<`. */
const plainValue = /^(?!.*url\s*\()[\w\s.,#%()+-]*$/i

/** Classes that the stylesheet knows. */
const classes = new Set(['notes', 'drawing'])

function isAllowed(name: string, open: Open[]): boolean {
  return open.length === 1 ? name === 'svg' : shapes.has(name)
}

function allowed(source: string): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [, name = '', double, single] of source.matchAll(attribute)) {
    const value = decoded(double ?? single ?? '')
    const known = Object.hasOwn(attributeNames, name) ? attributeNames[name] : undefined
    if (known && plainValue.test(value)) result[known] = value
    if (name === 'viewBox' && /^[\d\s.-]+$/.test(value)) result['viewBox'] = value
    if (name === 'class' && classes.has(value)) result['className'] = value
  }
  return result
}

function drawingOf(root: Open): Drawing | null {
  const [svg, ...others] = root.node.children
  if (typeof svg !== 'object' || others.length > 0) return null
  const { viewBox, width: _width, height: _height, ...attributes } = svg.attributes
  if (!viewBox || svg.children.length === 0) return null
  return { viewBox, attributes, children: svg.children }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
