import type { Block } from '../../contracts/blocks.ts'
import type { RichText, RichTextNode } from '../../contracts/richtext.ts'

const most = 5000

/** Returns all blocks of a list, nested ones and those in rich text included; at most 5,000, without recursion. */
export function blocksIn(blocks: Block[]): Block[] {
  const waiting: unknown[] = blocks.toReversed()
  const found: Block[] = []
  for (let value = waiting.pop(); value !== undefined && found.length < most; value = waiting.pop()) {
    if (isBlock(value)) {
      found.push(value)
      waiting.push(...Object.values(value).filter(isNested).toReversed())
    } else if (Array.isArray(value)) {
      for (const item of value.toReversed()) waiting.push(item)
    } else if (isNested(value)) {
      const node = value as Partial<RichText> & Partial<Extract<RichTextNode, { type: 'blok' }>>
      waiting.push(node.content ?? node.attrs?.body ?? [])
    }
  }
  return found
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'component' in value
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
