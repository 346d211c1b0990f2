import type { ReactNode } from 'react'
import type { Mark, RichText as RichTextDoc, RichTextNode } from '../../contracts/richtext.ts'
import { useTranslate } from '../i18n/messages.ts'
import { inOrder } from './blocks-in.ts'
import { colourClass } from './colour-class.ts'
import { SafeLink } from './links.tsx'
import { NestedBlocks } from './nesting.tsx'
import { Picture, usePictureSource } from './picture.tsx'

/** Deepest nesting, deeper than any real text; below it everything is plain text. */
const deepest = 24
const inline = new Set(['text', 'hard_break', 'emoji', 'image'])

/** Rich text of an editor as elements; no markup of an editor reaches the page (V9). */
export function RichText({ text }: { text: RichTextDoc }) {
  return text.content.length > 0 ? <div className="richtext">{drawAll(text.content, 0)}</div> : null
}

function drawAll(nodes: RichTextNode[], depth: number): ReactNode[] {
  return nodes.map((node, index) => <Drawn key={index} node={node} depth={depth} />)
}

function Drawn({ node, depth }: { node: RichTextNode; depth: number }): ReactNode {
  if (depth > deepest) return textIn([node])
  const within = 'content' in node ? node.content : []
  const children = () => drawAll(within, depth + 1)
  switch (node.type) {
    case 'text':
      return marked(node)
    case 'paragraph':
      return phrase('p', within, depth, alignment(node.attrs.textAlign))
    case 'heading':
      return phrase(headingOf(node.attrs.level), within, depth, alignment(node.attrs.textAlign))
    case 'blockquote':
      return <blockquote>{children()}</blockquote>
    case 'bullet_list':
      return <ul>{items(within, depth)}</ul>
    case 'ordered_list':
      return <ol start={node.attrs.order === 1 ? undefined : node.attrs.order}>{items(within, depth)}</ol>
    case 'code_block':
      return (
        <pre>
          <code className={/^language-[\w-]{1,40}$/.exec(node.attrs.class)?.[0]}>{textIn(within)}</code>
        </pre>
      )
    case 'hard_break':
      return <br />
    case 'horizontal_rule':
      return <hr />
    case 'image':
      return <InText {...node.attrs} />
    case 'emoji':
      return node.attrs.emoji || node.attrs.name
    case 'table':
      return <Table rows={within} depth={depth} />
    case 'blok':
      return <NestedBlocks blocks={node.attrs.body} />
    default:
      // A part of a list or table outside of one, or an unknown node: its text is kept.
      return children()
  }
}

/** A paragraph or heading; with blocks in it a `div`, because browsers close the other two before a block. */
function phrase(
  tag: 'p' | Heading,
  nodes: RichTextNode[],
  depth: number,
  className: string | undefined,
): ReactNode {
  const Tag = nodes.every(({ type }) => inline.has(type)) ? tag : 'div'
  return <Tag className={className}>{drawAll(nodes, depth + 1)}</Tag>
}

type Heading = 'h2' | 'h3' | 'h4' | 'h5' | 'h6'

/** The page has its own `h1`, so headings by editors start at `h2`. */
function headingOf(level: number): Heading {
  const within = Math.min(6, Math.max(2, Math.round(level) || 2))
  return `h${within as 2 | 3 | 4 | 5 | 6}`
}

function alignment(textAlign: string | null): string | undefined {
  return textAlign && textAlign !== 'left' ? `align-${textAlign}` : undefined
}

function items(nodes: RichTextNode[], depth: number): ReactNode[] {
  return nodes.map((node, index) => (
    <li key={index}>{drawAll(node.type === 'list_item' ? node.content : [node], depth + 1)}</li>
  ))
}

function Table({ rows, depth }: { rows: RichTextNode[]; depth: number }) {
  const t = useTranslate()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls needs the keyboard
    <div className="table" role="region" aria-label={t('block_table')} tabIndex={0}>
      <table>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {(row.type === 'tableRow' ? row.content : [row]).map((cell, at) => (
                <Cell key={at} cell={cell} depth={depth + 2} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell, depth }: { cell: RichTextNode; depth: number }) {
  if (cell.type !== 'tableCell' && cell.type !== 'tableHeader') return <td>{drawAll([cell], depth)}</td>
  const Tag = cell.type === 'tableHeader' ? 'th' : 'td'
  const { colspan, rowspan, backgroundColor } = cell.attrs
  return (
    <Tag
      colSpan={colspan > 1 ? colspan : undefined}
      rowSpan={rowspan > 1 ? rowspan : undefined}
      className={colourClass(backgroundColor) || undefined}
    >
      {drawAll(cell.content, depth)}
    </Tag>
  )
}

type Image = Extract<RichTextNode, { type: 'image' }>['attrs']

function InText({ src, alt, title, copyright }: Image) {
  const source = usePictureSource(src)
  if (!source) return null
  return (
    <span className="picture">
      <Picture src={source} alt={alt} title={title} sizes="(width >= 768px) 44rem, 100vw" />
      {copyright && <small className="credit">{copyright}</small>}
    </span>
  )
}

function textIn(nodes: RichTextNode[]): string {
  let text = ''
  for (const node of inOrder(nodes, (each) => ('content' in each ? each.content : []))) {
    if (node.type === 'text') text += node.text
    else if (node.type === 'hard_break') text += '\n'
    else if (node.type === 'emoji') text += node.attrs.emoji
  }
  return text
}

/** A text with its marks, the first one outermost; a second link on the same text is ignored. */
function marked({ text, marks }: Extract<RichTextNode, { type: 'text' }>): ReactNode {
  const link = marks.find(({ type }) => type === 'link')
  // More marks than there are kinds repeat one.
  return marks
    .filter((mark) => mark.type !== 'link' || mark === link)
    .slice(0, 16)
    .reduceRight<ReactNode>((inner, mark) => withMark(mark, inner), text)
}

function withMark(mark: Mark, text: ReactNode): ReactNode {
  switch (mark.type) {
    case 'link':
      return (
        <SafeLink link={mark.attrs} otherwise={text}>
          {text}
        </SafeLink>
      )
    case 'highlight':
      return <mark className={colourClass(mark.attrs.color) || undefined}>{text}</mark>
    case 'textStyle':
      return <span className={colourClass(mark.attrs.color) || undefined}>{text}</span>
    case 'anchor':
      return /^[a-z][\w-]{0,80}$/i.test(mark.attrs.id) ? <span id={mark.attrs.id}>{text}</span> : text
    case 'styled':
      return <span className={styledClass(mark.attrs.class)}>{text}</span>
    case 'unknown':
      return text
    default: {
      const Tag = markTags[mark.type]
      return <Tag>{text}</Tag>
    }
  }
}

const markTags = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
} as const

/** Prefixes the classes of an editor, so that they never match the site's own styles. */
function styledClass(names: string): string | undefined {
  const safe = names.split(/\s+/).filter((name) => /^[\w-]{1,40}$/.test(name))
  return safe.map((name) => `styled-${name}`).join(' ') || undefined
}
