import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { expect, test, vi } from 'vitest'
import { rememberRuns } from './pdf-sheet.ts'

const file = readFileSync(new URL('./fonts/latin-400.ttf', import.meta.url))

function openFont(): Font {
  const font = create(file)
  if (!('characterSet' in font)) throw new Error('the file holds more than one font')
  // pdfkit scales the positions that it gets, where the unit of a font is not its own.
  Object.defineProperty(font, 'unitsPerEm', { value: 2048 })
  return font
}

/** Columns of figures: each sum is measured, then drawn. */
async function digestOf(font: Font): Promise<string> {
  const doc = new PDFDocument({ info: { CreationDate: new Date(0) } })
  const hash = createHash('sha256')
  doc.on('data', (chunk: Buffer) => hash.update(chunk))
  const ended = new Promise((resolve) => doc.once('end', resolve))
  doc.registerFont('figures', font).font('figures')
  for (let line = 0; line < 40; line++) {
    const words = `1.${100 + (line % 7)},95 €`
    const options = { features: ['tnum' as const], lineBreak: false }
    const size = line % 2 === 0 ? 9 : 14
    doc.fontSize(size).text(words, 300 - doc.widthOfString(words, options), 40 + line * 15, options)
  }
  doc.end()
  await ended
  return hash.digest('hex')
}

test('a font that remembers its runs draws the same bytes, and shapes each text once', async () => {
  const remembering = openFont()
  const layout = vi.spyOn(remembering, 'layout')
  rememberRuns(remembering)
  const plain = await digestOf(openFont())
  expect([await digestOf(remembering), await digestOf(remembering)]).toEqual([plain, plain])
  expect(layout.mock.calls.filter(([, features]) => features).length).toBe(7)
})
