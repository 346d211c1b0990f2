import { readFileSync } from 'node:fs'
import type { Font } from 'fontkit'

/** Lines of text as outlines, so that no system font decides on their look. */
export interface Lettering {
  /** SVG path data, the first line's baseline at `size`. */
  path: string
  lines: number
}

export interface LetteringBox {
  /** Font size, in the units of the picture. */
  size: number
  width: number
  mostLines: number
  lineHeight: number
}

/** Draws text with the letters of a font file (its default instance), broken into lines at spaces and hyphens. */
export function createLettering(fontFile: URL) {
  let font: Promise<Font> | null = null

  return async (text: string, box: LetteringBox): Promise<Lettering> => {
    font ??= open(fontFile)
    const face = await font
    const measure = (words: string) => (face.layout(words).advanceWidth / face.unitsPerEm) * box.size
    const lines = broken(text, box, measure)
    const path = lines
      .map((line, index) => outline(face, line, box.size, box.size + index * box.size * box.lineHeight))
      .join('')
    return { path, lines: lines.length }
  }
}

async function open(file: URL): Promise<Font> {
  const { create } = await import('fontkit')
  const font = create(readFileSync(file))
  if (!('layout' in font)) throw new Error(`${file.pathname} holds more than one font`)
  return font
}

function outline(font: Font, line: string, size: number, baseline: number): string {
  const { glyphs, positions } = font.layout(line)
  const scale = size / font.unitsPerEm
  let x = 0
  return glyphs
    .map((glyph, index) => {
      const at = positions[index]
      const moved = glyph.path
        .transform(scale, 0, 0, -scale, x + (at?.xOffset ?? 0) * scale, baseline)
        .toSVG()
        .replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10))
      x += (at?.xAdvance ?? 0) * scale
      return moved
    })
    .join('')
}

/** Breaks words into lines that fit; an ellipsis ends a last line that is too long. */
function broken(
  text: string,
  { width, mostLines }: LetteringBox,
  measure: (words: string) => number,
): string[] {
  const words = text.trim().split(/\s+|(?<=[-–/])/u)
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line ? line + (/[-–/]$/.test(line) ? '' : ' ') + word : word
    if (line && measure(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  lines.push(line)
  if (lines.length <= mostLines) return lines
  return [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1]} …`]
}
