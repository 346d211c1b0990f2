import type { Block } from '../../contracts/blocks.ts'
import type { RichText, RichTextNode } from '../../contracts/richtext.ts'

const most = 5000

/** Returns all blocks of a list, nested ones and those in rich text included; at most 5,000. */
export function blocksIn(blocks: Block[]): Block[] {
  const found: Block[] = []
  for (const value of inOrder<unknown>(blocks, within)) {
    if (isBlock(value)) found.push(value)
    if (found.length === most) break
  }
  return found
}

/** Yields values and what is within them, in order and without recursion, so that no depth overflows the stack. */
export function* inOrder<T>(values: readonly T[], children: (value: T) => readonly T[]): Generator<T> {
  const waiting = values.toReversed()
  while (waiting.length > 0) {
    const value = waiting.pop() as T
    yield value
    for (const child of children(value).toReversed()) waiting.push(child)
  }
}

function within(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return []
  if (isBlock(value)) return Object.values(value)
  const node = value as Partial<RichText> & Partial<Extract<RichTextNode, { type: 'blok' }>>
  return node.content ?? node.attrs?.body ?? []
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'component' in value
}

/** Returns the id of an answer, by which a link opens it; undefined for a question without a name. */
export function answerAnchor({ _uid }: { _uid: string }): string | undefined {
  const name = _uid.replace(/[^\w-]/g, '')
  return name ? `a-${name}` : undefined
}
