import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPictures } from '../../platform/images/render-image.ts'
import { serveFiles, smallSpace } from './content.fixture.ts'
import { readImageOptions } from './image-service.ts'

let served: ReturnType<typeof serveFiles>
let made = 0

beforeAll(async () => {
  const bench = sharp({ create: { width: 1000, height: 500, channels: 3, background: '#c52' } })
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const rough = sharp({ create: { width: 400, height: 400, channels: 3, background: '#888', noise } })
  const pictures = createPictures()
  const counted: typeof pictures = {
    ...pictures,
    resized: (...options) => {
      made++
      return pictures.resized(...options)
    },
  }
  const files = {
    ...smallSpace(),
    // Rotated by its EXIF orientation, with author and place.
    'assets/bench.jpg': await bench
      .clone()
      .withExif({ IFD0: { Artist: 'canary' }, IFD3: { GPSLatitude: '50/1 56/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
    'assets/bench.png': await bench.clone().png().toBuffer(),
    'assets/rough.jpg': await rough.jpeg({ quality: 100 }).toBuffer(),
    'assets/bomb.png': emptyPng(14_000),
    'assets/broken.png': (await bench.clone().png().toBuffer()).subarray(0, 200),
    'assets/no-picture.jpg': '<script>alert(1)</script>',
    'assets/terms.pdf': '%PDF-1.7',
  }
  served = serveFiles(files, { pictures: counted })
})
afterAll(() => served.remove())

/** A white square picture; `size` in pixels. It has a few thousand bytes. */
function emptyPng(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head[8] = 1
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(size / 8)) * size))
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

async function ask(path: string, accept = '*/*') {
  const response = await served.content(new Request(`http://x/f/7/${path}`, { headers: { accept } }))
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    headers: response.headers,
    bytes,
  }
}

test.each([
  ['bench.png/m/400x0', 400, 200],
  ['bench.png/m/0x240', 480, 240],
  ['bench.png/m/400x400', 400, 400],
  ['bench.png/m/400x400/smart', 400, 400],
  ['bench.png/m/fit-in/400x400', 400, 200],
  ['bench.png/m/fit-in/400x400/filters:quality(60)', 400, 200],
  // Sizes go up in steps of 80, and no picture gets larger than it is.
  ['bench.png/m/401x0', 480, 240],
  ['bench.png/m/9999x0', 1000, 500],
  ['bench.png/m/', 1000, 500],
  // Turned by its EXIF orientation.
  ['bench.jpg/m/240x0', 240, 480],
])('%s is %i × %i', async (path, width, height) => {
  const { status, bytes } = await ask(path)
  expect(status).toBe(200)
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height })
})

test.each([
  ['bench.jpg/m/80x0', 'image/avif,image/webp,image/*', 'image/avif'],
  ['bench.jpg/m/80x0', 'image/webp,image/*', 'image/webp'],
  ['bench.jpg/m/80x0', '*/*', 'image/jpeg'],
  ['bench.png/m/80x0', '*/*', 'image/png'],
  ['bench.png/m/80x0/filters:format(webp)', '*/*', 'image/webp'],
  ['bench.jpg/m/filters:quality(50):format(png)', 'image/avif', 'image/png'],
])('%s for %s is %s', async (path, accept, type) => {
  const response = await ask(path, accept)
  expect(response).toMatchObject({ status: 200, type })
  expect(response.headers.get('vary')).toBe('accept')
  expect(`image/${(await sharp(response.bytes).metadata()).format}`).toBe(
    type === 'image/avif' ? 'image/heif' : type,
  )
})

test('a smaller quality is a smaller file', async () => {
  const best = await ask('rough.jpg/m/filters:quality(95)')
  const worst = await ask('rough.jpg/m/filters:quality(10)')
  expect(worst.bytes.length).toBeLessThan(best.bytes.length / 3)
})

test('the metadata of a picture (author, place) is removed', async () => {
  const original = (await ask('bench.jpg')).bytes
  expect(original.includes('canary')).toBe(true)
  const small = (await ask('bench.jpg/m/400x0')).bytes
  expect(small.includes('canary')).toBe(false)
  const { exif, orientation } = await sharp(small).metadata()
  expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
})

test.each([
  'bench.png/m/99999x0',
  'bench.png/m/-1x5',
  'bench.png/m/1e3x5',
  'bench.png/m/ax5',
  'bench.png/m/400',
  'bench.png/m/400x400x400',
  'bench.png/m/smart',
  'bench.png/m/400x0/../../space.json',
  'bench.png/m/400x0/%2e%2e/space.json',
  'bench.png/m/../../space.json',
  'bench.png/m/400x0/filters:format(webp)<script>',
  `bench.png/m/filters:${'blur(1):'.repeat(99)}`,
  'nothing.png/m/400x0',
  '..%2fspace.json/m/400x0',
  '__proto__/m/400x0',
  'bomb.png/m/400x0',
  'broken.png/m/400x0',
  'no-picture.jpg/m/400x0',
])('%s is 404', async (path) => {
  expect((await ask(path)).status).toBe(404)
})

test('an invalid filter is ignored, as at Storyblok', async () => {
  const response = await ask('bench.png/m/80x0/filters:format(exe):quality(999):blur(9)')
  expect(response).toMatchObject({ status: 200, type: 'image/png' })
})

test('an SVG or PDF stays the original', async () => {
  expect(await ask('terms.pdf/m/400x0')).toMatchObject({ status: 200, type: 'application/pdf' })
  expect((await ask('lamp.svg/m/400x0')).bytes.toString()).toContain('<svg')
})

test('a form is made once for three requests at the same time', async () => {
  const before = made
  const request = (width: number) => ask(`bench.jpg/m/${width}x0`, 'image/webp')
  await Promise.all([request(160), request(160), request(160)])
  await request(159)
  expect(made - before).toBe(1)
})

test('an invalid address is refused', async () => {
  expect((await ask('bench.png/m/%00')).status).toBe(400)
  expect((await ask('bench.png/m/%e0%a4')).status).toBe(404)
})

test('any suffix gives options of bounded size or null', () => {
  const part = fc.constantFrom(
    'fit-in/',
    '400x300',
    '0x0',
    '9999x9999',
    '/smart',
    'filters:',
    'quality(80)',
    ':',
  )
  const suffix = fc.oneof(
    fc.string(),
    fc.array(part).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(suffix, (text) => {
      const options = readImageOptions(text)
      if (!options) return
      expect(options.width).toBeLessThanOrEqual(9999)
      expect(options.height).toBeLessThanOrEqual(9999)
      expect(options.quality ?? 1).toBeLessThanOrEqual(100)
      expect(options.quality ?? 1).toBeGreaterThan(0)
    }),
  )
})
