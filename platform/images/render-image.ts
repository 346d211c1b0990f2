import type Sharp from 'sharp'

/** The requested form of an image; 0 = natural size. */
export interface PictureSize {
  width: number
  height: number
  /** Inside the box, whole; else it fills the box and is cut. */
  whole: boolean
}

export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png'

export interface Pictures {
  /** A drawing as PNG, in its own size. @param svg ours, not an editor's file: it may not name other files */
  png(svg: string): Promise<Buffer>
  /** A picture in another size and format, without its metadata; null when it is none or has too many pixels. */
  resized(
    bytes: Uint8Array,
    size: PictureSize,
    format: PictureFormat,
    quality?: number,
  ): Promise<Buffer | null>
  /** A person's photo as a small square JPEG without metadata, or why there is none. */
  photo(bytes: Uint8Array): Promise<{ jpeg: Buffer } | { fault: PhotoFault }>
}

/** `kind`: neither JPEG, PNG nor WebP. `large`: too many pixels. `broken`: it cannot be read to its end. */
export type PhotoFault = 'kind' | 'large' | 'broken'

/** A small file can hold a picture that fills the memory when it is unpacked. */
const mostPixels = 24_000_000
const mostWidth = 4000

/** Pictures by libvips, one at a time: a small machine has one core to spare. It is loaded when it is first needed. */
export function createPictures(): Pictures {
  let library: Promise<typeof Sharp> | null = null
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(make: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
    library ??= load()
    const loaded = library
    const turn = last.then(async () => make(await loaded))
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    png: (svg) => inTurn((sharp) => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()),
    resized: (bytes, { width, height, whole }, format, quality = defaultQuality[format]) =>
      inTurn(async (sharp) => {
        try {
          const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).rotate()
          return await picture
            .resize({
              ...(width > 0 && { width: Math.min(width, mostWidth) }),
              ...(height > 0 && { height: Math.min(height, mostWidth) }),
              fit: whole ? 'inside' : 'cover',
              position: 'attention',
              withoutEnlargement: true,
            })
            .toFormat(format, { quality })
            .toBuffer()
        } catch {
          return null
        }
      }),
    photo: (bytes) => inTurn((sharp) => photoOf(sharp, bytes)),
  }
}

/** The contract of a photo is in contracts/sign-up.ts; noise is the only picture that needs the second quality. */
const photo = { side: 480, mostBytes: 140_000, qualities: [82, 45, 20] }

/** Makes a photo anew from its pixels, so that nothing else of the file stays: no place, no second format. */
async function photoOf(
  sharp: typeof Sharp,
  bytes: Uint8Array,
): Promise<{ jpeg: Buffer } | { fault: PhotoFault }> {
  // Other formats are not even tried: libvips knows many.
  if (!isPhotoKind(bytes)) return { fault: 'kind' }
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > mostPixels) return { fault: 'large' }
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'truncated' })
      .extract(middleOf(width, height))
      .rotate()
      .resize({ width: photo.side, height: photo.side, fit: 'cover', position: 'attention' })
      .flatten({ background: '#fff' })
    for (const quality of photo.qualities) {
      const jpeg = await picture.clone().jpeg({ quality }).toBuffer()
      if (jpeg.length <= photo.mostBytes) return { jpeg }
    }
    return { fault: 'broken' }
  } catch {
    return { fault: 'broken' }
  }
}

/** The middle of a picture, four times as long as it is wide at most: a line that is enlarged to a square fills the memory. */
function middleOf(width: number, height: number) {
  const most = 4 * Math.min(width, height)
  const [wide, high] = [Math.min(width, most), Math.min(height, most)]
  return { left: (width - wide) >> 1, top: (height - high) >> 1, width: wide, height: high }
}

/** Whether a file begins as JPEG, PNG or WebP. */
function isPhotoKind(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return (
    head.startsWith('ffd8ff') ||
    head.startsWith('89504e470d0a1a0a') ||
    // RIFF, four bytes of length, WEBP
    /^52494646.{8}57454250$/.test(head)
  )
}

const defaultQuality: Record<PictureFormat, number> = { avif: 55, webp: 78, jpeg: 80, png: 100 }

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
