import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'br'

/** A cached page. Everything that a request needs is computed once per entry. */
export interface CacheEntry {
  etag: string
  /** Without length and encoding. */
  headers: Record<string, string>
  /** The headers of a 304 response, flat. */
  notModified: string[]
  variants: { identity: Variant; gzip: Variant | null; br: Variant | null }
  /** Encodings that are being made. */
  compressing: { gzip?: Promise<Variant>; br?: Promise<Variant> }
  /** Requests for brotli, up to now. */
  asked: number
  /** The page is the same for every query. */
  anyQuery: boolean
  /** It belongs to an older version. The cache sends it again only after a new rendering equals it. */
  isStale: boolean
}

/** A cached page in one encoding. */
export interface Variant {
  body: Buffer
  /** Names and values in one flat array, which `writeHead` takes as it is. */
  headers: string[]
}

/** Marks a page that is the same for every query. It never leaves the process. */
export const anyQueryHeader = 'x-any-query'

/** Reads a response into a cache entry. */
export async function readEntry(response: Response): Promise<CacheEntry> {
  const body = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  const anyQuery = response.headers.has(anyQueryHeader)
  for (const name of [anyQueryHeader, 'x-request-id', 'content-length']) response.headers.delete(name)
  const headers = { ...Object.fromEntries(response.headers), etag, vary: 'accept-encoding' }
  const cacheControl = response.headers.get('cache-control') ?? ''
  return {
    etag,
    headers,
    notModified: ['etag', etag, 'vary', 'accept-encoding', 'cache-control', cacheControl],
    variants: { identity: variantOf(headers, 'identity', body), gzip: null, br: null },
    compressing: {},
    asked: 0,
    anyQuery,
    isStale: false,
  }
}

/** Returns the bytes of all variants; an empty page counts as one, because a size must be positive. */
export function sizeOf({ variants: { identity, gzip, br } }: CacheEntry): number {
  return Math.max(1, identity.body.length + (gzip?.body.length ?? 0) + (br?.body.length ?? 0))
}

export function variantOf(headers: CacheEntry['headers'], encoding: Encoding, body: Buffer): Variant {
  const flat = [...Object.entries(headers).flat(), 'content-length', String(body.length)]
  if (encoding !== 'identity') flat.push('content-encoding', encoding)
  return { body, headers: flat }
}

/** Returns the smallest encoding that an `accept-encoding` header allows; `q=0` forbids one. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (header === undefined) return 'identity'
  const list = String(header)
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(list)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(list) ? 'gzip' : 'identity'
}

/** Compresses fast, for the request that waits. */
export function compressFast(body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  return encoding === 'gzip' ? promisify(gzip)(body) : promisify(brotliCompress)(body, quality(5))
}

/** Compresses with brotli as small as possible. */
export function compressSmall(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, quality(11))
}

function quality(level: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  }
}
