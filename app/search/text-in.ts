import type { Block } from '../../contracts/blocks.ts'
import { blocksIn } from '../blocks/blocks-in.ts'

const textFields = ['title', 'text', 'question', 'caption', 'items', 'value', 'eyebrow'] as const

/** What people read in blocks, as one text; `except` leaves out blocks that are found on their own. */
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

/** The words of a rich text, by a list instead of recursion: no depth is too deep. */
export function richTextIn(document: { content: unknown[] }): string {
  const waiting: unknown[] = document.content.toReversed()
  const words: string[] = []
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { text, content } = node as { text?: unknown; content?: unknown }
    if (typeof text === 'string') words.push(text)
    if (Array.isArray(content)) for (const child of content.toReversed()) waiting.push(child)
  }
  return words
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
