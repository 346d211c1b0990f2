import { expect, test } from 'vitest'
import { createLettering } from './text-outlines.ts'
import { createPictures } from './render-image.ts'

const letters = createLettering(new URL('../../app/ui/fonts/heading-full.woff2', import.meta.url))
const box = { size: 50, width: 400, mostLines: 3, lineHeight: 1.1 }

test.each([
  ['Laser', 1],
  ['  Laser  ', 1],
  ['Formatkreissäge sicher bedienen', 2],
  ['3D-Druck: vom Modell zum ersten eigenen Teil in einem Abend und noch viel mehr davon', 3],
  ['', 1],
])('%j takes %i lines', async (text, lines) => {
  expect((await letters(text, box)).lines).toBe(lines)
})

test('letters stay in their box, but for a word that is longer than it', async () => {
  const furthest = async (text: string) => {
    const { path } = await letters(text, { ...box, mostLines: 99 })
    const points = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)|(-?[\d.]+),(-?[\d.]+)/g)]
    return Math.max(...points.map(([, x = '0']) => Number(x)))
  }
  expect(await furthest('Ein Abend in der Werkstatt mit vielen kurzen Wörtern')).toBeLessThanOrEqual(400)
})

test.each(['<script>&"', '中文 العربية 🪚', '\u0000\u202e\ud800', 'x'.repeat(5000)])(
  '%j becomes outlines and nothing else',
  async (text) => {
    const { path } = await letters(text, box)
    expect(path).toMatch(/^[MLQCZ0-9 ,.eE-]*$/)
  },
)

test('a text that ends early says so', async () => {
  const long = 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn'
  const cut = await letters(long, { ...box, mostLines: 1 })
  const whole = await letters('eins zwei drei', { ...box, mostLines: 1 })
  expect(cut.lines).toBe(1)
  expect(cut.path.length).toBeGreaterThan(whole.path.length)
})

test('drawn as a picture, it has the size of its sheet', async () => {
  const { path } = await letters('Halle 9', box)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path d="${path}"/></svg>`
  const png = await createPictures().png(svg)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})
