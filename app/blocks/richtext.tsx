import { Fragment, type ReactNode } from 'react'
import type { Mark, RichText as Tree, RichTextNode } from '../../contracts/richtext.ts'
import { useTranslate } from '../i18n/messages.ts'
import { colourClass } from './richtext-colour.ts'
import { SafeLink } from './safe-link.tsx'
import { safeSource } from './picture.tsx'

interface RichTextProps {
  text: Tree
  /** Headings of the text begin at this level; the page's `h1` is never theirs. */
  from?: 2 | 3 | 4
}

/** A rich text as React elements from the editor's tree, never as HTML; colours and alignment become classes. */
export function RichText({ text, from = 2 }: RichTextProps) {
  return drawAll(text.content, { from })
}

interface Place {
  from: 2 | 3 | 4
}

type NodeOf<Type extends RichTextNode['type']> = Extract<RichTextNode, { type: Type }>

function drawAll(nodes: RichTextNode[], place: Place): ReactNode {
  return nodes.map((node, index) => <Fragment key={index}>{draw(node, place)}</Fragment>)
}

function draw(node: RichTextNode, place: Place): ReactNode {
  const inside = () => ('content' in node ? drawAll(node.content, place) : null)
  switch (node.type) {
    case 'text':
      return node.marks.reduce<ReactNode>((text, mark) => marked(mark, text), node.text)
    case 'paragraph':
      return <p className={aligned(node.attrs.textAlign)}>{inside()}</p>
    case 'heading':
      return heading(node, place, inside())
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>
    case 'bullet_list':
      return <ul>{inside()}</ul>
    case 'ordered_list':
      return <ol start={node.attrs.order === 1 ? undefined : node.attrs.order}>{inside()}</ol>
    case 'list_item':
      return <li>{inside()}</li>
    case 'code_block':
      return (
        <pre>
          <code>{inside()}</code>
        </pre>
      )
    case 'hard_break':
      return <br />
    case 'horizontal_rule':
      return <hr />
    case 'image':
      return picture(node)
    case 'emoji':
      return node.attrs.emoji || node.attrs.name
    case 'table':
      return <Table>{drawRows(node, place)}</Table>
    case 'tableRow':
      return <tr>{inside()}</tr>
    case 'tableCell':
      return <td {...spans(node)}>{inside()}</td>
    case 'tableHeader':
      return (
        <th scope="col" {...spans(node)}>
          {inside()}
        </th>
      )
    default:
      return inside()
  }
}

/** A table whose first rows are headers gets a head. */
function drawRows(table: NodeOf<'table'>, place: Place): ReactNode {
  const isHead = (row: RichTextNode) =>
    row.type === 'tableRow' && row.content.length > 0 && row.content.every(({ type }) => type === 'tableHeader')
  const firstBody = table.content.findIndex((row) => !isHead(row))
  const head = firstBody === -1 ? table.content.length : firstBody
  return (
    <>
      {head > 0 && <thead>{drawAll(table.content.slice(0, head), place)}</thead>}
      <tbody>{drawAll(table.content.slice(head), place)}</tbody>
    </>
  )
}

/** Wide tables scroll inside the page, also by keyboard. */
function Table({ children }: { children: ReactNode }) {
  const t = useTranslate()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard
    <div className="table-scroll" role="region" aria-label={t('site_table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

function heading({ attrs }: NodeOf<'heading'>, { from }: Place, children: ReactNode): ReactNode {
  // The editor's h1 and h2 both become the first level that the page has left.
  const level = Math.min(6, Math.max(from, attrs.level + from - 2))
  const Heading = `h${level as 2 | 3 | 4 | 5 | 6}` as const
  return <Heading className={aligned(attrs.textAlign)}>{children}</Heading>
}

function picture({ attrs }: NodeOf<'image'>): ReactNode {
  const source = safeSource(attrs.src)
  return source && <img src={source} alt={attrs.alt} loading="lazy" />
}

function spans({ attrs }: NodeOf<'tableCell' | 'tableHeader'>) {
  return {
    colSpan: attrs.colspan > 1 ? attrs.colspan : undefined,
    rowSpan: attrs.rowspan > 1 ? attrs.rowspan : undefined,
    className: colourClass('fill', attrs.backgroundColor),
  }
}

function aligned(align: 'left' | 'center' | 'right' | 'justify' | null): string | undefined {
  return align === 'center' || align === 'right' ? `align-${align}` : undefined
}

function marked(mark: Mark, text: ReactNode): ReactNode {
  switch (mark.type) {
    case 'link':
      return (
        <SafeLink href={mark.attrs.href} target={mark.attrs.target}>
          {text}
        </SafeLink>
      )
    case 'bold':
      return <strong>{text}</strong>
    case 'italic':
      return <em>{text}</em>
    case 'strike':
      return <s>{text}</s>
    case 'underline':
      return <u>{text}</u>
    case 'code':
      return <code>{text}</code>
    case 'superscript':
      return <sup>{text}</sup>
    case 'subscript':
      return <sub>{text}</sub>
    case 'highlight':
      return <mark className={colourClass('fill', mark.attrs.color)}>{text}</mark>
    case 'textStyle':
      return <span className={colourClass('ink', mark.attrs.color)}>{text}</span>
    case 'styled':
      return styles.has(mark.attrs.class) ? <span className={mark.attrs.class}>{text}</span> : text
    case 'anchor':
      return /^[\w-]{1,80}$/.test(mark.attrs.id) ? <span id={mark.attrs.id}>{text}</span> : text
    default:
      return text
  }
}

/** Custom styles that editors may use. */
const styles = new Set(['lead', 'quiet'])
