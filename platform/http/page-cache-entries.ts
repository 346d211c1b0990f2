import { LRUCache } from 'lru-cache'
import {
  type CacheEntry,
  compressFast,
  compressSmall,
  type Encoding,
  sizeOf,
  type Variant,
  variantOf,
} from './page-cache-entry.ts'

/** Cached pages by path, with the query where it matters. */
export type CacheEntries = LRUCache<string, CacheEntry>

/** Creates the entries; the least recently used page is removed first. */
export function createEntries(maxPages: number, maxBytes: number): CacheEntries {
  return new LRUCache({ max: maxPages, maxSize: maxBytes, sizeCalculation: sizeOf })
}

/** Returns the key of an address (path and query). */
export function keyOf(entries: CacheEntries, url: string): string {
  const query = url.indexOf('?')
  if (query < 0) return url
  const path = url.slice(0, query)
  return entries.peek(path)?.anyQuery ? path : url
}

/** Adds an encoding to an entry: the first request gets a fast compression, later ones the smallest. */
export function compress(entries: CacheEntries, key: string, entry: CacheEntry, encoding: Encoding): Variant {
  const { body } = entry.variants.identity
  if (encoding === 'br') {
    void compressSmall(body).then((smaller) => setVariant(entries, key, entry, encoding, smaller))
  }
  return setVariant(entries, key, entry, encoding, compressFast(body, encoding))
}

function setVariant(
  entries: CacheEntries,
  key: string,
  entry: CacheEntry,
  encoding: Encoding,
  body: Buffer,
): Variant {
  const variant = variantOf(entry.headers, encoding, body)
  entry.variants[encoding] = variant
  // Counts the new bytes, unless the entry was removed while it was compressed.
  if (entries.peek(key) === entry) {
    entries.delete(key)
    entries.set(key, entry)
  }
  return variant
}
