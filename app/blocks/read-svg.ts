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
    'stroke-opacity fill fill-opacity fill-rule font-size font-family text-anchor vector-effect data-machine'
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
  let end = text.startsWith('\uFEFF') ? 1 : 0
  for (const [token, slash, name, rest = ''] of text.slice(end).matchAll(tokens)) {
    end += token.length
    const parent = open.at(-1)
    if (name && slash) {
      if (rest.trim() || open.pop()?.name !== name) return null
    } else if (name) {
      if ((!parent && (root || name !== 'svg')) || open.length >= deepest) return null
      const node = (!parent || parent.node) && tags.has(name) ? nodeOf(name, rest) : null
      if (node) parent?.node?.children.push(node)
      root ??= node
      if (!rest.endsWith('/')) open.push({ name, node })
    } else if (!token.startsWith('<')) {
      if (!parent && token.trim()) return null
      if (parent?.node && withText.has(parent.node.tag)) parent.node.children.push(decoded(token))
    }
  }
  return end === text.length && open.length === 0 ? root : null
}

/**
 * Text; a comment, instruction, character section or doctype with its declarations; a tag with quoted values. Each
 * alternative reads forward over characters that fit one branch only, so the time is linear in the length.
 */
const tokens =
  /[^<]+|<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<!(?!--|\[)[^>[]*(?:\[[^\]]*\][^>]*)?>|<(\/?)([A-Za-z_][\w:.-]*)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gy

function nodeOf(tag: string, rest: string): DrawingNode {
  const kept: Record<string, string> = {}
  for (const [, key = '', double, single] of rest.matchAll(
    /(?<![^\s"'])([^\s=/"']{1,64})\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    const value = decoded(double ?? single ?? '')
    // A paint such as `url(https://…)` would make every visitor's browser request another host.
    if (attributes.has(key) && !/url\s*\(|[\\<]/i.test(value)) kept[key] = value
  }
  return { tag, attributes: kept, children: [] }
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
