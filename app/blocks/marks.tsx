import type { ReactNode } from 'react'
import type { Mark, RichTextNode } from '../../contracts/richtext.ts'
import { colourClass } from './colour-class.ts'
import { SafeLink } from './safe-link.tsx'

type TextNode = Extract<RichTextNode, { type: 'text' }>

/** A text with its marks, the first one outermost; a second link on the same text is ignored. */
export function marked({ text, marks }: TextNode): ReactNode {
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
      return <mark className={colourClass(mark.attrs.color) || undefined}>{text}</mark>
    case 'textStyle':
      return <span className={colourClass(mark.attrs.color) || undefined}>{text}</span>
    case 'anchor':
      return /^[a-z][\w-]{0,80}$/i.test(mark.attrs.id) ? <span id={mark.attrs.id}>{text}</span> : text
    case 'styled':
      return <span className={styledClass(mark.attrs.class)}>{text}</span>
    default:
      return text
  }
}

/** Prefixes the classes of an editor, so that they never match the site's own styles. */
function styledClass(names: string): string | undefined {
  const safe = names.split(/\s+/).filter((name) => /^[\w-]{1,40}$/.test(name))
  return safe.map((name) => `styled-${name}`).join(' ') || undefined
}
