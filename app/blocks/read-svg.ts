/** One element of a drawing; `tag` and `attributes` are from the allow-lists below. */
export interface DrawingNode {
  tag: string
  attributes: Record<string, string>
  children: (DrawingNode | string)[]
}

const tags = new Set('svg g path line circle rect polyline polygon ellipse text tspan title'.split(' '))
const withText = new Set(['text', 'tspan', 'title'])
const attributes = new Set(
  (
    'd x y x1 y1 x2 y2 cx cy r rx ry dx dy width height points pathLength transform viewBox class opacity ' +
    'stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset ' +
    'stroke-opacity fill fill-opacity fill-rule font-size font-family text-anchor vector-effect'
  ).split(' '),
)
const longest = 1_000_000
const deepest = 32

/**
 * Parses an SVG file into the elements and attributes of the allow-lists. Anything else is dropped with its content
 * (scripts, styles, links, embedded pages, comments, the doctype and its entities).
 * @param text at most a million characters
 * @returns null for text that is not well-formed SVG, is longer, or nests deeper than 32 elements
 */
export function readSvg(text: string): DrawingNode | null {
  if (text.length > longest) return null
  /** Open elements by name; `node` is null for a dropped one and for all within it. */
  const open: { name: string; node: DrawingNode | null }[] = []
  let root: DrawingNode | null = null
  let position = text.startsWith('\uFEFF') ? 1 : 0
  while (position < text.length) {
    const token = nextToken(text, position)
    if (!token) return null
    position = token.end
    const parent = open.at(-1)
    if (token.kind === 'text') {
      if (!parent && token.text.trim()) return null
      if (parent?.node && withText.has(parent.node.tag)) parent.node.children.push(decoded(token.text))
    } else if (token.kind === 'close') {
      if (open.pop()?.name !== token.name) return null
    } else if (token.kind === 'open') {
      if (!parent && (root || token.name !== 'svg')) return null
      if (open.length >= deepest) return null
      const node = (!parent || parent.node) && tags.has(token.name) ? nodeOf(token) : null
      if (node) parent?.node?.children.push(node)
      root ??= node
      if (!token.closed) open.push({ name: token.name, node })
    }
  }
  return open.length === 0 ? root : null
}

type Token = { end: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'close'; name: string }
  | { kind: 'open'; name: string; rest: string; closed: boolean }
  | { kind: 'skipped' }
)

/** Every branch only looks forward, so the time is linear in the length. */
function nextToken(text: string, start: number): Token | null {
  if (text[start] !== '<') {
    const end = text.indexOf('<', start)
    return {
      kind: 'text',
      text: text.slice(start, end < 0 ? undefined : end),
      end: end < 0 ? text.length : end,
    }
  }
  if (text.startsWith('<!--', start)) return skipTo(text, '-->', start + 4)
  if (text.startsWith('<?', start)) return skipTo(text, '?>', start + 2)
  if (text.startsWith('<![CDATA[', start)) return skipTo(text, ']]>', start + 9)
  if (text.startsWith('<!', start)) return skipTo(text, '>', doctypeEnd(text, start))
  const end = tagEnd(text, start + 1)
  if (end < 0) return null
  const inner = text.slice(start + 1, end - 1)
  const [, slash, name, rest = ''] = /^(\/?)([A-Za-z_][\w:.-]*)(?=[\s/]|$)([^]*)$/.exec(inner) ?? []
  if (!name) return null
  if (slash) return rest.trim() ? null : { kind: 'close', name, end }
  const closed = rest.endsWith('/')
  return { kind: 'open', name, rest: closed ? rest.slice(0, -1) : rest, closed, end }
}

function skipTo(text: string, mark: string, from: number): Token | null {
  const at = from < 0 ? -1 : text.indexOf(mark, from)
  return at < 0 ? null : { kind: 'skipped', end: at + mark.length }
}

/** Returns where the declarations of a doctype (`[ … ]`) end; -1 = never. */
function doctypeEnd(text: string, start: number): number {
  const close = text.indexOf('>', start)
  const bracket = text.indexOf('[', start)
  return bracket < 0 || close < bracket ? start : text.indexOf(']', bracket)
}

/** Returns the index after the `>` of a tag, outside quoted values; -1 = none, or another tag starts before it. */
function tagEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '>') return at + 1
    if (char === '<') return -1
    if (char === '"' || char === "'") {
      at = text.indexOf(char, at + 1)
      if (at < 0) return -1
    }
  }
  return -1
}

function nodeOf({ name, rest }: { name: string; rest: string }): DrawingNode {
  const kept: Record<string, string> = {}
  for (const [, key = '', double, single] of rest.matchAll(
    /(?<![^\s"'])([^\s=/"']{1,64})\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    const value = decoded(double ?? single ?? '')
    // A paint such as `url(https://…)` would make every visitor's browser request another host.
    if (attributes.has(key) && !/url\s*\(|[\\<]/i.test(value)) kept[key] = value
  }
  return { tag: name, attributes: kept, children: [] }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes XML's five entities and character references; entities declared by a doctype are left out. */
function decoded(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,32}));/gi,
    (_, hex?: string, decimal?: string, name = '') => {
      if (!hex && !decimal) return Object.hasOwn(named, name) ? (named[name] ?? '') : ''
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code >= 0x20 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
    },
  )
}
