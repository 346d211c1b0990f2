import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { imageSize } from 'image-size'
import type { AssetFile } from './asset-file.ts'
import { type ImageService, readImageOptions } from './image-service.ts'

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
 * Responds to `/f/{space}/[{size}/{hash}/]{name}`. A suffix of the image service (`/m/…`) gives another form; an SVG or
 * PDF stays the original, as at Storyblok. Null when there is no such file or form.
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
  const options = suffix === undefined ? null : readImageOptions(suffix)
  if (suffix !== undefined && !options) return null
  const other = options && isRaster(asset) ? await imageService(asset, options, accept) : null
  if (options && isRaster(asset) && !other) return null
  const headers = {
    'content-type': other?.type ?? asset.type,
    etag: `"${asset.hash}${other ? `-${other.type.slice(6)}-${other.bytes.length}` : ''}"`,
    ...(other && { vary: 'accept' }),
    'cache-control': size && hash === asset.hash ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    // An SVG can hold scripts; one that is opened on its own must not run them.
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

const compressedBytes = new WeakMap<AssetFile, Buffer>()

/** Compresses an asset on its first request. */
function compressed(asset: AssetFile): Buffer {
  const small = compressedBytes.get(asset) ?? brotliCompressSync(asset.bytes)
  compressedBytes.set(asset, small)
  return small
}

function isRaster({ type }: AssetFile): boolean {
  return /^image\/(?!svg)/.test(type)
}

/** Returns the size in pixels; null for a file whose bytes are no picture. */
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
