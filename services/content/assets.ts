import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { imageSize } from 'image-size'
import type { AssetFile } from './asset-file.ts'
import { type ImageService, readWish } from './image-service.ts'

const types: Record<string, string> = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  pdf: 'application/pdf',
}

/** @param name path below `content/assets/` */
export function readAsset(name: string, bytes: Buffer): AssetFile {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  const type = (Object.hasOwn(types, extension) && types[extension]) || 'application/octet-stream'
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return {
    name,
    bytes,
    type,
    hash,
    ...(extension === 'svg' ? viewBoxOf(bytes) : sizeOf(bytes, type)),
  }
}

/** Path of an asset as Storyblok forms it: `/f/{space}/{width}x{height}/{hash}/{name}`. */
export function assetPath(space: number, asset: AssetFile): string {
  const size = `${asset.width ?? ''}x${asset.height ?? ''}`
  return `/f/${space}/${size}/${asset.hash}/${encodeURI(asset.name)}`
}

/**
 * Answers `/f/{space}/[{size}/{hash}/]{name}`, with a suffix of the image service (`/m/…`) in another form; of what is
 * no picture of pixels (SVG, PDF) that is the original, as with Storyblok. Null when there is no such file or form.
 */
export async function assetResponse(
  assets: Map<string, AssetFile>,
  path: string,
  request: { ifNoneMatch: string | null; accept: string; acceptEncoding: string },
  imageService: ImageService,
): Promise<Response | null> {
  const { ifNoneMatch, accept, acceptEncoding } = request
  const [, size, hash, name = '', suffix] =
    /^\/f\/\d+\/(?:(\d*x\d*)\/([0-9a-f]{10})\/)?(.+?)(?:\/m\/(.*))?$/.exec(path) ?? []
  const asset = assets.get(name)
  if (!asset) return null
  const wish = suffix === undefined ? null : readWish(suffix)
  if (suffix !== undefined && !wish) return null
  const other = wish && isPixels(asset) ? await imageService(asset, wish, accept) : null
  if (wish && isPixels(asset) && !other) return null
  const headers = {
    'content-type': other?.type ?? asset.type,
    etag: `"${asset.hash}${other ? `-${other.type.slice(6)}-${other.bytes.length}` : ''}"`,
    ...(other && { vary: 'accept' }),
    'cache-control': size && hash === asset.hash ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    // A drawing opened on its own must not run anything: SVG can hold scripts.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  }
  if (ifNoneMatch?.includes(headers.etag)) return new Response(null, { status: 304, headers })
  if (!other && isText(asset) && /\bbr\b(?!\s*;\s*q=0)/.test(acceptEncoding)) {
    const small = new Uint8Array(compressed(asset))
    return new Response(small, { headers: { ...headers, 'content-encoding': 'br', vary: 'accept-encoding' } })
  }
  return new Response(new Uint8Array(other?.bytes ?? asset.bytes), { headers })
}

function isText({ type }: AssetFile): boolean {
  return type.startsWith('image/svg')
}

const smallForms = new WeakMap<AssetFile, Buffer>()

/** Made when it is first asked for, once. */
function compressed(asset: AssetFile): Buffer {
  const small = smallForms.get(asset) ?? brotliCompressSync(asset.bytes)
  smallForms.set(asset, small)
  return small
}

function isPixels({ type }: AssetFile): boolean {
  return /^image\/(?!svg)/.test(type)
}

/** Of a file that says it is a picture and is none, nothing is known. */
function sizeOf(bytes: Buffer, type: string): { width: number | null; height: number | null } {
  if (!type.startsWith('image/')) return { width: null, height: null }
  try {
    const { width, height } = imageSize(bytes)
    return { width, height }
  } catch {
    return { width: null, height: null }
  }
}

function viewBoxOf(bytes: Buffer): { width: number | null; height: number | null } {
  const head = bytes.subarray(0, 2000).toString('utf8')
  const [, width, height] =
    /<svg[^>]{0,1000}\bviewBox="\s*[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)/.exec(head) ?? []
  if (!width || !height) return { width: null, height: null }
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
}
