import { LRUCache } from 'lru-cache'
import type { PictureFormat, Pictures, PictureSize } from '../../platform/images/render-image.ts'
import type { AssetFile } from './asset-file.ts'

/** The options in the suffix of an asset's address, in the syntax of Storyblok's image service. */
export interface ImageOptions extends PictureSize {
  format: PictureFormat | null
  quality: number | undefined
}

/** Returns the image of an asset in another form; null when it cannot be made. */
export type ImageService = (
  asset: AssetFile,
  options: ImageOptions,
  accept: string,
) => Promise<{ bytes: Buffer; type: string } | null>

const maxCached = 200

/**
 * Reads `/m/…`: `800x600`, `800x0`, `fit-in/800x600`, `…/smart`, `…/filters:quality(80):format(webp)`; null when the
 * suffix is invalid.
 */
export function readImageOptions(suffix: string): ImageOptions | null {
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

/** Makes each form once and caches the last used ones. An address names its content, so a form never changes. */
export function createImageService(pictures: Pictures): ImageService {
  const cache = new LRUCache<string, Promise<Buffer | null>>({ max: maxCached })
  return async (asset, options, accept) => {
    const format = options.format ?? bestFormat(accept, asset)
    const width = rounded(options.width)
    const height = rounded(options.height)
    const key = [asset.hash, width, height, options.whole, format, options.quality].join(' ')
    const made =
      cache.get(key) ?? pictures.resized(asset.bytes, { ...options, width, height }, format, options.quality)
    cache.set(key, made)
    const bytes = await made
    if (!bytes) cache.delete(key)
    return bytes && { bytes, type: `image/${format}` }
  }
}

/** Returns the smallest format that the browser accepts. */
function bestFormat(accept: string, asset: AssetFile): PictureFormat {
  if (accept.includes('image/avif')) return 'avif'
  if (accept.includes('image/webp')) return 'webp'
  return asset.type === 'image/png' ? 'png' : 'jpeg'
}

/** Rounds up to a multiple of 80, which bounds how many forms of a picture can be requested. */
function rounded(length: number): number {
  return Math.ceil(length / 80) * 80
}
