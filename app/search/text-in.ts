import type { Block } from '../../contracts/blocks.ts'
import { blocksIn, inOrder } from '../blocks/blocks-in.ts'

const textFields = ['title', 'text', 'question', 'caption', 'items', 'value', 'eyebrow'] as const

/** Returns the readable text of blocks. @param except component that has documents of its own */
export function textIn(blocks: Block[], except?: string): string {
  return blocksIn(blocks)
    .filter(({ component }) => component !== except)
    .flatMap((block) => Object.entries(block))
    .flatMap(([field, value]) => {
      if (typeof value === 'string') return (textFields as readonly string[]).includes(field) ? [value] : []
      return isDocument(value) ? [richTextIn(value)] : []
    })
    .join(' ')
}

/** Returns the text of a rich text. */
export function richTextIn(document: { content: unknown[] }): string {
  const nodes = inOrder(document.content, (node) => (node as { content?: unknown[] }).content ?? [])
  return [...nodes]
    .flatMap((node) => (node as { text?: string }).text ?? [])
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
}

function isDocument(value: unknown): value is { content: unknown[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'doc' &&
    'content' in value
  )
}
