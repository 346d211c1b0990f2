import type { PictureFormat, Pictures, PictureSize } from '../../platform/images/render-image.ts'
import type { AssetFile } from './asset-file.ts'

/** What the suffix of an asset's address asks for, as Storyblok's image service writes it. */
export interface Wish extends PictureSize {
  format: PictureFormat | null
  quality: number | undefined
}

/** The image of an asset in another form; null when it can't be made. */
export type ImageService = (
  asset: AssetFile,
  wish: Wish,
  accept: string,
) => Promise<{ bytes: Buffer; type: string } | null>

const mostKept = 200

/**
 * Reads `/m/…`: `800x600`, `800x0`, `fit-in/800x600`, `…/smart`, `…/filters:quality(80):format(webp)`; null for what
 * is no such suffix.
 */
export function readWish(suffix: string): Wish | null {
  const [, whole, box, , filters = ''] =
    /^(?:(fit-in\/)?(\d{1,4}x\d{1,4})(\/smart)?)?\/?(?:filters:([\w():,.-]{0,200}))?$/.exec(suffix) ?? []
  if (!box && !filters && suffix !== '') return null
  const [width = 0, height = 0] = (box ?? '0x0').split('x').map(Number)
  const format = /\bformat\((avif|webp|jpeg|png)\)/.exec(filters)?.[1] as PictureFormat | undefined
  const quality = Number(/\bquality\((\d{1,3})\)/.exec(filters)?.[1]) || undefined
  return {
    width,
    height,
    whole: Boolean(whole),
    format: format ?? null,
    quality: quality && Math.min(100, quality),
  }
}

/** Makes each form once and keeps those asked for last: an address names its content, so a form never changes. */
export function createImageService(pictures: Pictures): ImageService {
  const kept = new Map<string, Promise<Buffer | null>>()
  return async (asset, wish, accept) => {
    const format = wish.format ?? bestFormat(accept, asset)
    const width = rounded(wish.width)
    const height = rounded(wish.height)
    const key = [asset.hash, width, height, wish.whole, format, wish.quality].join(' ')
    const made =
      kept.get(key) ?? pictures.resized(asset.bytes, { ...wish, width, height }, format, wish.quality)
    kept.delete(key)
    kept.set(key, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
    const bytes = await made
    if (!bytes) kept.delete(key)
    return bytes && { bytes, type: `image/${format}` }
  }
}

/** The smallest format that the browser shows. */
function bestFormat(accept: string, asset: AssetFile): PictureFormat {
  if (accept.includes('image/avif')) return 'avif'
  if (accept.includes('image/webp')) return 'webp'
  return asset.type === 'image/png' ? 'png' : 'jpeg'
}

/** Sizes in steps of 80, upwards: nobody can make us draw a picture four thousand times. */
function rounded(length: number): number {
  return Math.ceil(length / 80) * 80
}
