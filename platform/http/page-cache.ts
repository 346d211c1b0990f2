import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Fetch } from './service.ts'
import type { Log } from '../log.ts'
import type { Middleware } from './serve.ts'

interface PageCacheOptions {
  /** Changes with everything that a kept page was made from; when it can't be told, what is kept stays good. */
  version: () => Promise<string>
  /** Whether an address may hold a page: others are never looked up nor kept. */
  isPage: (pathname: string) => boolean
  /** Whether a request for an address (path and query) with these cookies must be answered anew, for itself alone. */
  passes: (address: string, cookies: string) => boolean
  /** Told of each answer from the cache by its status. */
  count: (status: number) => void
  log: Log
  /** How often the version is asked for while pages are kept, in milliseconds. */
  checkEveryMs?: number
  /** Pages and bytes that are kept at most; what was longest not asked for goes first. */
  mostPages?: number
  mostBytes?: number
}

export interface PageCache {
  /** Answers what is kept, with nothing awaited; passes everything else on. */
  middleware: Middleware
  /** A fetch that keeps what may be kept, and makes one page at a time for however many ask. */
  around(fetch: Fetch): Fetch
  /** Asks for the version now; after it resolves nothing of an older one is served. */
  refresh(): Promise<void>
  stop(): void
}

type Encoding = 'identity' | 'gzip' | 'br'

interface Entry {
  etag: string
  bodies: Partial<Record<Encoding, Buffer>>
  /** Without length and encoding. */
  headers: Record<string, string>
  /** The query of a request changes nothing. */
  anyQuery: boolean
  bytes: number
}

/** A page says by these headers that it is everybody's, and whether its query changes it. */
const kept = /^public, max-age=0\b/
const anyQueryHeader = 'x-any-query'

/**
 * Whole answers in memory, in front of everything else (`decisions.md` 24): by path under one version of content and
 * catalogue, in three encodings, with an ETag. An answer is kept that is 200, public with `max-age=0` and sets no cookie.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const {
    isPage,
    passes,
    count,
    log,
    checkEveryMs = 1000,
    mostPages = 1000,
    mostBytes = 48_000_000,
  } = options
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<Entry | null>>()
  let version = ''
  let bytes = 0
  let checking: Promise<void> | null = null
  const timer = setInterval(() => {
    if (entries.size > 0) void refresh()
  }, checkEveryMs).unref()

  function middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const url = request.url ?? ''
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const key = entries.get(path)?.anyQuery ? path : url
    const entry = entries.get(key)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !entry || passes(url, request.headers.cookie ?? '')) return next()
    // The newest place is the last one.
    entries.delete(key)
    entries.set(key, entry)
    send(request, response, entry)
  }

  function send(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
    if (request.headers['if-none-match']?.includes(entry.etag)) {
      count(304)
      response.writeHead(304, notModified(entry)).end()
      return
    }
    count(200)
    const encoding = wanted(request.headers['accept-encoding'])
    const body = bodyOf(entry, encoding)
    const headers: Record<string, string | number> = { ...entry.headers, 'content-length': body.length }
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    response.writeHead(200, headers)
    // To HEAD, Node sends the headers only.
    response.end(body)
  }

  /** Compressed quickly for the first who asks, and as small as it gets for all who come later. */
  function bodyOf(entry: Entry, encoding: Encoding): Buffer {
    const known = entry.bodies[encoding]
    if (known) return known
    const identity = entry.bodies.identity ?? Buffer.alloc(0)
    const body = encoding === 'gzip' ? gzipSync(identity) : brotliCompressSync(identity, quality(5))
    keepBody(entry, encoding, body)
    if (encoding === 'br') {
      void promisify(brotliCompress)(identity, quality(11)).then((smaller) => keepBody(entry, 'br', smaller))
    }
    return body
  }

  function keepBody(entry: Entry, encoding: Encoding, body: Buffer): void {
    const more = body.length - (entry.bodies[encoding]?.length ?? 0)
    entry.bodies[encoding] = body
    entry.bytes += more
    // One that was dropped while it was compressed no longer counts.
    if (![...entries.values()].includes(entry)) return
    bytes += more
    drop()
  }

  function around(fetch: Fetch): Fetch {
    return async (request) => {
      const { pathname, search } = new URL(request.url)
      const key = pathname + search
      const isShared = request.method === 'GET' && isPage(pathname)
      if (!isShared || passes(key, request.headers.get('cookie') ?? '')) return clean(await fetch(request))
      const running = making.get(key)
      if (running && (await running)) return answerOf((await running) as Entry)
      return first(key, pathname, () => fetch(request))
    }
  }

  /** Makes an answer while others who want the same wait for it. */
  async function first(key: string, pathname: string, make: () => Promise<Response> | Response) {
    let done: (entry: Entry | null) => void = () => undefined
    const running = new Promise<Entry | null>((resolve) => (done = resolve))
    if (!making.has(key)) making.set(key, running)
    let entry: Entry | null = null
    try {
      const madeOf = version
      const response = await make()
      const anyQuery = response.headers.has(anyQueryHeader)
      if (!isKept(response)) return clean(response)
      entry = await entryOf(response, anyQuery)
      if (madeOf === version && version !== '') put(anyQuery ? pathname : key, entry)
      else void refresh()
      return answerOf(entry)
    } finally {
      if (making.get(key) === running) making.delete(key)
      done(entry)
    }
  }

  function put(key: string, entry: Entry): void {
    remove(key)
    entries.set(key, entry)
    bytes += entry.bytes
    drop()
  }

  /** What was longest not asked for goes, until the rest fits. */
  function drop(): void {
    for (const oldest of entries.keys()) {
      if (entries.size <= mostPages && bytes <= mostBytes) break
      remove(oldest)
    }
  }

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function refresh(): Promise<void> {
    checking ??= check().finally(() => (checking = null))
    return checking
  }

  async function check(): Promise<void> {
    try {
      const present = await options.version()
      if (present === version) return
      version = present
      entries.clear()
      bytes = 0
      // Who asks from now on does not wait for a page of the older version.
      making.clear()
    } catch (error) {
      log.warn({ err: error }, 'version of the pages unknown, what is kept stays')
    }
  }

  void refresh()
  return { middleware, around, refresh, stop: () => clearInterval(timer) }
}

function isKept(response: Response): boolean {
  const { status, headers } = response
  return status === 200 && kept.test(headers.get('cache-control') ?? '') && !headers.has('set-cookie')
}

async function entryOf(response: Response, anyQuery: boolean): Promise<Entry> {
  const identity = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`
  const headers = { ...Object.fromEntries(response.headers), etag, vary: 'accept-encoding' }
  for (const name of [anyQueryHeader, 'x-request-id', 'content-length']) {
    delete (headers as Record<string, string>)[name]
  }
  return { etag, headers, anyQuery, bodies: { identity }, bytes: identity.length }
}

function answerOf({ headers, bodies }: Entry): Response {
  return new Response(new Uint8Array(bodies.identity ?? []), { headers })
}

/** What only this cache needs to know does not leave the process. */
function clean(response: Response): Response {
  response.headers.delete(anyQueryHeader)
  return response
}

function notModified({ headers, etag }: Entry): Record<string, string> {
  return { etag, vary: 'accept-encoding', 'cache-control': headers['cache-control'] ?? '' }
}

/** The smallest encoding that a browser takes; a refused one (`q=0`) is not taken. */
function wanted(accepted: string | string[] | undefined): Encoding {
  const list = String(accepted ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(list)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(list) ? 'gzip' : 'identity'
}

function quality(level: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  }
}
