import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { canonicalAddress } from './canonical-path.ts'
import {
  acceptedEncoding,
  type CacheEntry,
  compressFast,
  compressSmall,
  sizeOf,
  type Variant,
  variantOf,
} from './page-cache-entry.ts'

/** Cached pages by path, with the query where it matters. */
export type CacheEntries = LRUCache<string, CacheEntry>

/** Pages of one path that differ by their query; more are rendered each time. */
const mostQueries = 8

/** Creates the entries; the least recently used page is removed first. */
export function createEntries(maxPages: number, maxBytes: number): CacheEntries {
  return new LRUCache({ max: maxPages, maxSize: maxBytes, sizeCalculation: sizeOf })
}

/** Returns the key of an address (path and query) in any spelling. */
export function keyOf(entries: CacheEntries, url: string): string {
  const address = canonicalAddress(url)
  const query = address.indexOf('?')
  if (query < 0) return address
  const path = address.slice(0, query)
  const known = entries.peek(path)
  return known?.anyQuery && !known.isStale ? path : address
}

/** Marks pages as stale, so that `store` can compare them; removes pages with a query, which anybody can invent. */
export function makeStale(entries: CacheEntries): void {
  const all = Array.from(entries.entries())
  for (const [key, entry] of all) {
    if (key.includes('?')) entries.delete(key)
    else entry.isStale = true
  }
}

/**
 * Caches a page, unless its path has enough of them: anybody can invent queries. An unchanged page keeps its compressed
 * variants.
 */
export function store(entries: CacheEntries, key: string, entry: CacheEntry): void {
  if (key.includes('?') && !entries.has(key)) {
    const path = key.slice(0, key.indexOf('?') + 1)
    let queries = 0
    for (const other of entries.keys()) if (other.startsWith(path)) queries++
    if (queries >= mostQueries) return
  }
  const former = entries.peek(key)
  if (former && isSame(former, entry)) former.isStale = false
  else entries.set(key, entry)
}

function isSame(one: CacheEntry, other: CacheEntry): boolean {
  return one.etag === other.etag && isDeepStrictEqual(one.headers, other.headers)
}

/** Returns a page in the smallest encoding that an `accept-encoding` header allows; a compressed one is made for its first request, a smaller one for its third. */
export function variantFor(
  entries: CacheEntries,
  key: string,
  entry: CacheEntry,
  accepted: string | string[] | undefined,
): Variant | Promise<Variant> {
  const encoding = acceptedEncoding(accepted)
  if (encoding === 'identity') return entry.variants.identity
  const { body } = entry.variants.identity
  if (encoding === 'br' && ++entry.asked === 3) {
    // A page that nobody asks for again, or that is no longer cached, is not worth a tenth of a second.
    void inTurn(async () => {
      if (entries.peek(key) === entry) addVariant(entries, key, entry, 'br', await compressSmall(body))
    })
  }
  const known = entry.variants[encoding] ?? entry.compressing[encoding]
  if (known) return known
  const made = compressFast(body, encoding).then((bytes) => addVariant(entries, key, entry, encoding, bytes))
  entry.compressing[encoding] = made
  return made
}

function addVariant(
  entries: CacheEntries,
  key: string,
  entry: CacheEntry,
  encoding: 'gzip' | 'br',
  body: Buffer,
): Variant {
  const known = entry.variants[encoding]
  if (known && known.body.length <= body.length) return known
  const variant = variantOf(entry.headers, encoding, body)
  entry.variants[encoding] = variant
  // Counts the new bytes, unless the entry was removed while it was compressed.
  if (entries.peek(key) === entry) {
    entries.delete(key)
    entries.set(key, entry)
  }
  return variant
}

let last: Promise<void> = Promise.resolve()

/** One strong compression at a time: a small machine has no second core for it. */
function inTurn(work: () => Promise<void>): Promise<void> {
  last = last.then(work).catch(() => undefined)
  return last
}
