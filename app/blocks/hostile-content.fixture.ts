import { schema } from '../../content/schema/index.ts'

type Json = Record<string, unknown>

interface Field {
  name: string
  type: string
}

const components = Object.values(schema.blocks) as unknown as { name: string; fields: readonly Field[] }[]
const byName = new Map(components.map((each) => [each.name, each.fields]))

export const rootTypes = ['page', 'machine', 'workshop', 'project-card', 'trainer', 'instruction'] as const
const nestable = components.map(({ name }) => name).filter((name) => !rootTypes.includes(name as 'page'))

/** Content of a story as the content service sends it, with `payload` in every text; a page holds every block. */
export function hostileContent(root: (typeof rootTypes)[number], payload: string): Json {
  return filled(root, payload, root === 'page' ? 0 : 1)
}

function filled(component: string, payload: string, depth: number): Json {
  const fields = byName.get(component) ?? []
  return {
    component,
    _uid: payload,
    _editable: `<!--#storyblok#${JSON.stringify({ name: payload, uid: payload, id: payload })}-->`,
    ...Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type, payload, depth)])),
  }
}

/** @param depth number of blocks around it */
function valueOf(type: string, payload: string, depth: number): unknown {
  switch (type) {
    case 'asset':
      return asset(payload)
    case 'multilink':
      return link(payload)
    case 'richtext':
      return richText(payload, depth)
    case 'table':
      return { tbody: [{ body: [{ value: payload }, { value: payload }, { value: payload }] }] }
    case 'options':
      return [payload]
    case 'bloks':
      return within(depth).map((name) => filled(name, payload, depth + 1))
    default:
      return payload
  }
}

/** Blocks that nest: all in the page, a few in each of these, none in the others. */
function within(depth: number): string[] {
  if (depth === 0) return nestable
  return depth === 1 ? ['feature', 'faq', 'teaser'] : []
}

const asset = (payload: string) => ({
  fieldtype: 'asset',
  id: 1,
  filename: payload,
  alt: payload,
  title: payload,
  copyright: payload,
  focus: payload,
})

/** `href` is as a client that resolves links sets it. */
const link = (payload: string) => ({
  fieldtype: 'multilink',
  linktype: 'url',
  id: payload,
  url: payload,
  cached_url: payload,
  target: payload,
  href: payload,
})

function richText(payload: string, depth: number): Json {
  const text = (...marks: Json[]) => ({ type: 'text', text: payload, marks })
  const mark = (type: string, attrs: Json = {}) => ({ type, attrs })
  const node = (type: string, attrs: Json, ...content: Json[]) => ({ type, attrs, content })
  const links = ['url', 'story', 'email', 'asset', payload].map((linktype) =>
    mark('link', { href: payload, uuid: payload, anchor: payload, target: payload, linktype }),
  )
  const styled = ['highlight', 'textStyle', 'anchor', 'styled', 'bold', 'code', payload].map((type) =>
    mark(type, { color: payload, id: payload, class: payload, style: payload, onclick: payload }),
  )
  const aligned = { textAlign: payload, class: payload, style: payload, id: payload }
  return {
    type: 'doc',
    content: [
      node(
        'paragraph',
        aligned,
        text(),
        ...links.map((each) => text(each)),
        ...styled.map((each) => text(each)),
      ),
      node('paragraph', {}, text(...links, ...styled)),
      ...[1, 2, 6, 7, -1, payload].map((level) => node('heading', { ...aligned, level }, text())),
      node('blockquote', {}, node('paragraph', {}, text())),
      node('bullet_list', { class: payload }, node('list_item', {}, node('paragraph', {}, text()))),
      node('ordered_list', { order: payload }, node('list_item', {}, node('paragraph', {}, text()))),
      node('code_block', { class: payload }, text()),
      node('code_block', { class: `language-${payload}` }, text()),
      node('image', { src: payload, alt: payload, title: payload, copyright: payload }),
      node('emoji', { name: payload, emoji: payload, fallbackImage: payload }),
      node(
        'table',
        {},
        node(
          'tableRow',
          {},
          node('tableHeader', { backgroundColor: payload, colspan: payload }, node('paragraph', {}, text())),
          node('tableCell', { backgroundColor: payload, rowspan: payload }, node('paragraph', {}, text())),
        ),
      ),
      node(payload, { onclick: payload }, text()),
      { type: 'blok', attrs: { id: payload, body: valueOf('bloks', payload, depth) } },
    ],
  }
}
