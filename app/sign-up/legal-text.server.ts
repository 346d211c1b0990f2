/** Blocks of rich text, which begin a new line. */
const blocks = new Set(['paragraph', 'heading', 'list_item', 'tableRow'])

/** Returns the words of a story as plain text, a line for each paragraph: what somebody agreed to. */
export function plainText(content: unknown): string {
  const words: string[] = []
  collect(content, words)
  return words
    .join('')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
}

function collect(node: unknown, words: string[]): void {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, words)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type, text } = node as { type?: unknown; text?: unknown }
  if (type === 'text' && typeof text === 'string') words.push(text)
  for (const child of Object.values(node)) collect(child, words)
  if (typeof type === 'string' && blocks.has(type)) words.push('\n')
}
