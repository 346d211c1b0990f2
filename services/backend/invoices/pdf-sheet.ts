import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import type PDFDocument from 'pdfkit'

/** Points; the origin is the top left corner. A4 with the margins of DIN 5008. */
export const page = { width: 595.28, height: 841.89, left: 70.87, right: 538.58, top: 56, bottom: 776 }

export const colors = { ink: '#17171a', quiet: '#55545a', hairline: '#d6d4ce', accent: '#f04e12' }

export interface TextStyle {
  size: number
  isBold?: boolean
  color?: string
  /** Figures of one width, for columns. */
  isTabular?: boolean
}

export interface TextPlace {
  x: number
  /** The baseline. */
  y: number
  style: TextStyle
  /** `right`: x is the right end. */
  align?: 'left' | 'right'
}

export type StructElement = PDFKit.PDFStructureElement

/** The tools of a drawing: text in the fonts of this folder, rules as artifacts, a structure of elements. */
export interface Sheet {
  /** Adds an element at the end of another; `draw` draws its content. */
  add(parent: StructElement, tag: string, draw?: () => void, scope?: 'Column' | 'Row'): StructElement
  text(words: string, place: TextPlace): void
  /** Breaks words into lines of this width. */
  lines(words: string, style: TextStyle, width: number): string[]
  widthOf(words: string, style: TextStyle): number
  /** Draws what is no content: rules, repeated heads, page numbers. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void
  rule(from: [number, number], to: [number, number], color?: string, width?: number): void
}

const folder = new URL('./fonts/', import.meta.url)
const faces = ['latin-400', 'latin-700', 'latin-ext-400', 'latin-ext-700'].map((name) => {
  const font = create(readFileSync(new URL(`${name}.ttf`, folder)))
  if (!('characterSet' in font)) throw new Error(`${name} holds more than one font`)
  // fontkit keeps a glyph as it was first asked for. As a part of another one, such as the O of Ö, it would have no letter,
  // and a screen reader would skip it in each later paper of this thread.
  for (const character of font.characterSet) font.glyphForCodePoint(character)
  rememberRuns(font)
  return { name, font }
})
const covered = (face: string) => new Set(faces.find(({ name }) => name === face)?.font.characterSet)
const latin = covered('latin-400')
const extended = covered('latin-ext-400')

/** @param doc a tagged document; its fonts are registered here */
export function createSheet(doc: typeof PDFDocument): Sheet {
  for (const { name, font } of faces) doc.registerFont(name, font)

  // Shaping letters is most of the work, and breaking lines asks for the same words again.
  const widths = new Map<string, number>()

  function widthOf(words: string, style: TextStyle): number {
    const key = `${style.size} ${style.isBold} ${style.isTabular} ${words}`
    const known = widths.get(key)
    if (known !== undefined) return known
    const width = runsOf(words, style).reduce(
      (sum, run) => sum + doc.font(run.face).fontSize(style.size).widthOfString(run.words, featuresOf(style)),
      0,
    )
    widths.set(key, width)
    return width
  }

  function text(words: string, { x, y, style, align = 'left' }: TextPlace): void {
    doc.fillColor(style.color ?? colors.ink).fontSize(style.size)
    doc.x = align === 'right' ? x - widthOf(words, style) : x
    // Each run ends where the next begins.
    for (const run of runsOf(words, style))
      doc.font(run.face).text(run.words, doc.x, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...featuresOf(style),
      })
  }

  function lines(words: string, style: TextStyle, width: number): string[] {
    const fits = (line: string) => widthOf(line.trimEnd(), style) <= width
    const found = ['']
    for (const word of words.split(/(?<=[ \-–/@])/u)) {
      const parts = fits(word) ? [word] : [...word]
      for (const part of parts) {
        const longer = `${found.at(-1)}${part}`
        if (fits(longer) || found.at(-1) === '') found[found.length - 1] = longer
        else found.push(part)
      }
    }
    return found
  }

  function artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    doc.markContent('Artifact', { type })
    draw()
    doc.endMarkedContent()
  }

  return {
    add(parent, tag, draw, scope) {
      const element = doc.struct(tag, scope && { scope })
      parent.add(element)
      if (draw) element.add(draw)
      return element
    },
    text,
    lines,
    widthOf,
    artifact,
    rule: ([fromX, fromY], [toX, toY], color = colors.ink, width = 0.8) =>
      void doc.moveTo(fromX, fromY).lineTo(toX, toY).lineWidth(width).strokeColor(color).stroke(),
  }
}

/** More than the figures of a long paper. */
const mostRuns = 5000

/**
 * Lets a font shape the same text once: pdfkit keeps no run with features, and shapes each figure of a column twice.
 * It changes the positions that it gets.
 */
export function rememberRuns(font: Font): void {
  const layout = font.layout.bind(font)
  const runs = new Map<string, ReturnType<Font['layout']>>()
  font.layout = (text, features, ...rest) => {
    // pdfkit itself keeps runs without features.
    if (!features || rest.length > 0) return layout(text, features, ...rest)
    const key = `${JSON.stringify(features)} ${text}`
    const run = runs.get(key) ?? layout(text, features)
    if (runs.size >= mostRuns) runs.clear()
    runs.set(key, run)
    const copy = Object.assign(Object.create(Object.getPrototypeOf(run)) as typeof run, run)
    copy.positions = run.positions.map((position) => ({ ...position }))
    return copy
  }
}

interface Run {
  face: string
  words: string
}

/** Parts of a text whose letters are in one font file. PDF/A allows no letter without a glyph: it becomes a question mark. */
function runsOf(text: string, { isBold = false }: TextStyle): Run[] {
  const runs: Run[] = []
  for (const letter of text
    .normalize('NFC')
    .replaceAll(/\s/g, (space) => (latin.has(space.charCodeAt(0)) ? space : ' '))) {
    const point = letter.codePointAt(0) ?? 0
    const isExtended = !latin.has(point) && extended.has(point)
    const face = `${isExtended ? 'latin-ext' : 'latin'}-${isBold ? 700 : 400}`
    const words = isExtended || latin.has(point) ? letter : '?'
    const last = runs.at(-1)
    if (last?.face === face) last.words += words
    else runs.push({ face, words })
  }
  return runs
}

function featuresOf({ isTabular = false }: TextStyle): { features?: 'tnum'[] } {
  return isTabular ? { features: ['tnum'] } : {}
}

// The published types lack what PDF/UA and PDF/A-3 need.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** A font that is read already. */
      registerFont(name: string, font: Font): this
    }
    interface StructureElementOptions {
      scope?: 'Column' | 'Row'
    }
    interface PDFAttachmentOptions {
      relationship?: 'Alternative'
    }
  }
}
