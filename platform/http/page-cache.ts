import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fetch } from './service.ts'
import type { Log } from '../log.ts'
import { canonicalAddress } from './canonical-path.ts'
import { createEntries, keyOf, makeStale, store, variantFor } from './page-cache-entries.ts'
import { anyQueryHeader, type CacheEntry, readEntry, type Variant } from './page-cache-entry.ts'
import { createPageVersion } from './page-version.ts'

interface PageCacheOptions {
  /** Changes with everything that a cached page is made from. While it rejects, cached pages stay valid. */
  version: () => Promise<string>
  /** Whether a path can be a page; other paths are neither looked up nor cached. */
  isPage: (pathname: string) => boolean
  /** Whether a request for an address (path and query) with these cookies bypasses the cache. */
  isPersonal: (address: string, cookies: string) => boolean
  /** Called with the status of each response from the cache, and its request. */
  count: (status: number, request: IncomingMessage) => void
  log: Log
  /** How often the version is read while pages are cached, in milliseconds. */
  checkEveryMs?: number
  /** Limits; the least recently used page is removed first. */
  maxPages?: number
  maxBytes?: number
}

export interface PageCache {
  /** Sends a cached page without awaiting anything; false when there is none. The id becomes its `x-request-id`. */
  respond(request: IncomingMessage, response: ServerResponse, requestId: string): boolean
  /** Wraps a fetch: caches its pages, and renders a page once for all requests that wait for it. */
  around(fetch: Fetch): Fetch
  /** Reads the version; after it resolves, no page of an older version is sent. */
  refresh(): Promise<void>
  stop(): void
}

/** A rendered page; null = it is not the same for everybody, `aborted` = its visitor hung up. */
type Rendered = CacheEntry | null | 'aborted'

interface Drawing {
  fetch: () => Promise<Response>
  /** Of the request that the page is rendered for. */
  signal: AbortSignal
}

/** The `cache-control` of a page that is the same for everybody. */
const cacheable = /^public, max-age=0\b/

/**
 * Whole pages in memory, in front of everything else (`docs/decisions/015-page-cache.md`): by path, under one version of
 * content and catalogue, in three encodings, with an ETag. A response is cached when it is 200, public with `max-age=0`
 * and sets no cookie.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { isPage, isPersonal, count, log } = options
  const { checkEveryMs = 1000, maxPages = 1000, maxBytes = 48_000_000 } = options
  const entries = createEntries(maxPages, maxBytes)
  const pending = new Map<string, Promise<Rendered>>()
  const version = createPageVersion({ read: options.version, onChange: clear, log })
  const check = () => void (entries.size > 0 && version.refresh())
  const timer = setInterval(check, checkEveryMs).unref()

  function respond(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    const { url = '', headers, method } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const key = keyOf(entries, url)
    const entry = entries.get(key)
    if (!entry || entry.isStale || isPersonal(url, headers.cookie ?? '')) return false
    if (headers['if-none-match']?.includes(entry.etag)) {
      count(304, request)
      response.writeHead(304, withRequestId(entry.notModified, requestId)).end()
    } else {
      count(200, request)
      send(response, variantFor(entries, key, entry, headers['accept-encoding']), requestId)
    }
    return true
  }

  function around(fetch: Fetch): Fetch {
    return async (request) => {
      const { signal } = request
      const { origin, pathname: given, search } = new URL(request.url)
      const pathname = canonicalAddress(given)
      const key = pathname + search
      const isShared = request.method === 'GET' && isPage(pathname)
      if (!isShared || isPersonal(key, request.headers.get('cookie') ?? ''))
        return cleaned(await fetch(request))
      // The page is drawn from the spelling under which others will get it.
      const canonical = pathname === given ? request : new Request(origin + key, request)
      const draw = () => render(key, pathname, { fetch: () => fetch(canonical), signal })
      return pending.has(key) ? awaitShared(pending, key, draw) : draw()
    }
  }

  /** Renders a page; requests for the same page wait for it. */
  async function render(key: string, pathname: string, { fetch, signal }: Drawing): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<Rendered>()
    if (!pending.has(key)) pending.set(key, promise)
    let entry: CacheEntry | null = null
    try {
      const versionBefore = version.current()
      const response = await fetch()
      if (!isCacheable(response)) return cleaned(response)
      entry = await readEntry(response)
      const isCurrent = versionBefore !== '' && versionBefore === version.current()
      if (isCurrent) store(entries, entry.anyQuery ? pathname : key, entry)
      else void version.refresh()
      return responseOf(entry)
    } finally {
      if (pending.get(key) === promise) pending.delete(key)
      resolve(entry ?? (signal.aborted ? 'aborted' : null))
    }
  }

  function clear(): void {
    makeStale(entries)
    // From now on, no request waits for a page of the older version.
    pending.clear()
  }

  void version.refresh()
  return { respond, around, refresh: version.refresh, stop: () => clearInterval(timer) }
}

/** Waits for the page that another request renders; renders it when that gave none for everybody. */
async function awaitShared(
  pending: Map<string, Promise<Rendered>>,
  key: string,
  draw: () => Promise<Response>,
) {
  // Asked anew each time without a pause, else all that waited for an aborted one would render.
  for (let other = pending.get(key); other; other = pending.get(key)) {
    const shared = await other
    if (shared === 'aborted') continue
    return shared ? responseOf(shared) : draw()
  }
  return draw()
}

/** Sends a variant, at once when it is ready. */
function send(response: ServerResponse, variant: Variant | Promise<Variant>, requestId: string): void {
  if (variant instanceof Promise) return void variant.then((ready) => send(response, ready, requestId))
  response.writeHead(200, withRequestId(variant.headers, requestId))
  // For HEAD, Node sends the headers only.
  response.end(variant.body)
}

/** Adds the id of the request. A header that is set before `writeHead` would make Node check all of them each time. */
function withRequestId(headers: string[], requestId: string): string[] {
  return [...headers, 'x-request-id', requestId]
}

function isCacheable({ status, headers }: Response): boolean {
  return status === 200 && cacheable.test(headers.get('cache-control') ?? '') && !headers.has('set-cookie')
}

function responseOf({ headers, variants }: CacheEntry): Response {
  return new Response(new Uint8Array(variants.identity.body), { headers })
}

function cleaned(response: Response): Response {
  response.headers.delete(anyQueryHeader)
  return response
}
