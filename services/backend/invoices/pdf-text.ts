import { colors, page, type Sheet, type StructElement, type TextStyle } from './pdf-sheet.ts'

export interface Words {
  words: string
  style: TextStyle
}

/** One line, in smaller letters where it is too long. */
export function fitted(sheet: Sheet, words: string, style: TextStyle, width: number): Words {
  const needed = sheet.widthOf(words, style)
  return { words, style: needed > width ? { ...style, size: (style.size * width) / needed } : style }
}

/**
 * Draws lines that are known, broken where they are too wide, and returns the last baseline. The space at their ends is
 * for screen readers.
 */
export function drawParagraph(
  sheet: Sheet,
  parent: StructElement,
  known: (string | null | undefined)[],
  {
    style,
    x,
    y,
    width = page.right - x,
    leading = 12,
    tag = 'P',
  }: { style: TextStyle; x: number; y: number; width?: number; leading?: number; tag?: string },
): number {
  const lines = known.flatMap((line) => (line ? sheet.lines(line, style, width) : []))
  if (lines.length === 0) return y
  sheet.add(parent, tag, () =>
    lines.forEach((line, index) => {
      const end = index < lines.length - 1 && !line.endsWith(' ') ? ' ' : ''
      sheet.text(line + end, { x, y: y + index * leading, style })
    }),
  )
  return y + (lines.length - 1) * leading
}

/** A rule to the right margin that ends like a dimension line of a drawing. */
export function drawDimension(sheet: Sheet, left: number, y: number): void {
  sheet.rule([left, y], [page.right, y], colors.ink)
  for (const x of [left, page.right]) sheet.rule([x - 3, y + 3], [x + 3, y - 3], colors.accent, 1.2)
}
