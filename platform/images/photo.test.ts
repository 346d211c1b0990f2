import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createPictures } from './render-image.ts'

const pictures = createPictures()
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } })

async function made(bytes: Uint8Array): Promise<Buffer> {
  const answer = await pictures.photo(bytes)
  if ('fault' in answer) throw new Error(answer.fault)
  return answer.jpeg
}

describe('a photo becomes a square JPEG of 480 pixels', () => {
  test.each([
    ['jpeg', 1200, 800],
    ['png', 300, 900],
    ['webp', 480, 480],
    ['jpeg', 20, 20],
  ] as const)('%s %i × %i', async (format, width, height) => {
    const jpeg = await made(await plain(width, height).toFormat(format).toBuffer())
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 480 })
  })

  test('without place, comment, profile or anything else that the file carried', async () => {
    const exif = {
      IFD0: { Copyright: 'CANARY' },
      IFD3: { GPSLatitude: '50/1 56/1 0/1', GPSLongitude: '6/1 57/1 0/1' },
    }
    const given = await plain(900, 900)
      .withExif(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect((await sharp(given).metadata()).exif).toBeDefined()
    const jpeg = await made(given)
    const { exif: left, xmp, icc, iptc } = await sharp(jpeg).metadata()
    expect([left, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined])
    expect(jpeg.includes('CANARY')).toBe(false)
    expect(jpeg.includes('Exif')).toBe(false)
  })

  test('upright, as the camera was held', async () => {
    const top = await plain(800, 400).jpeg().toBuffer()
    const lying = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#fff' } })
      .composite([{ input: top, top: 0, left: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { data } = await sharp(await made(lying))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => (data[(y * 480 + x) * 3 + 2] ?? 255) < 128
    expect([redAt(470, 240), redAt(10, 240)]).toEqual([true, false])
  })

  test('of the middle of a line, which as a whole would be enlarged to a picture that fills the memory', async () => {
    // What catches the eye at its end would be chosen from the whole.
    const eye = await plain(10, 30).png().toBuffer()
    const line = await sharp({ create: { width: 10, height: 1000, channels: 3, background: '#fff' } })
      .composite([{ input: eye, top: 960, left: 0 }])
      .png()
      .toBuffer()
    const { dominant } = await sharp(await made(line)).stats()
    expect(dominant).toEqual({ r: 248, g: 248, b: 248 })
  })

  test.each([
    [1, 16383],
    [16000, 10],
  ])('of a line of %i × %i', async (width, height) => {
    const jpeg = await made(await plain(width, height).png().toBuffer())
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 480, height: 480 })
  })

  test('of a second format behind or inside it nothing stays', async () => {
    const jpeg = await plain(500, 500).jpeg().toBuffer()
    const evil = Buffer.from('PK\x03\x04<script>CANARY</script>')
    expect((await made(Buffer.concat([jpeg, evil]))).includes('CANARY')).toBe(false)
  })

  test('small also when it is noise', async () => {
    const raw = { width: 480, height: 480, channels: 3 } as const
    const noise = await sharp(randomBytes(480 * 480 * 3), { raw })
      .png()
      .toBuffer()
    expect((await made(noise)).length).toBeLessThanOrEqual(140_000)
  })
})

describe('is refused', () => {
  test.each([
    ['HTML', Buffer.from('<html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['PDF', Buffer.from('%PDF-1.7')],
    ['RIFF that is no WebP', Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')],
    ['nothing', Buffer.alloc(0)],
  ])('%s: kind', async (_, bytes) => expect(await pictures.photo(bytes)).toEqual({ fault: 'kind' }))

  test('a TIFF and an AVIF, which the library could read: kind', async () => {
    for (const format of ['tiff', 'gif'] as const)
      expect(await pictures.photo(await plain(50, 50).toFormat(format).toBuffer())).toEqual({ fault: 'kind' })
  })

  test('a small file of very many pixels: large', async () => {
    expect(await pictures.photo(bomb(30_000, 30_000))).toEqual({ fault: 'large' })
    expect(await pictures.photo(await plain(6001, 4000).png().toBuffer())).toEqual({ fault: 'large' })
    expect(await pictures.photo(await plain(6000, 4000).png().toBuffer())).toHaveProperty('jpeg')
  })

  test('a file that ends too early, and one with a head alone: broken', async () => {
    const jpeg = await plain(900, 900).jpeg().toBuffer()
    for (const length of [4, 20, 200, Math.floor(jpeg.length / 2)])
      expect(await pictures.photo(jpeg.subarray(0, length))).toEqual({ fault: 'broken' })
    const png = await plain(900, 900).png().toBuffer()
    expect(await pictures.photo(png.subarray(0, png.length - 60))).toEqual({ fault: 'broken' })
    expect(await pictures.photo(Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'))).toEqual({ fault: 'broken' })
  })
})

/** A PNG of some hundred bytes that unpacks to many pixels. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
