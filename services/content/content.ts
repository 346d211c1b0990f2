import type { Context } from 'hono'
import { Problem } from '../../contracts/problem.ts'
import { systemClock, type Clock } from '../../platform/clock.ts'
import { createService, type Fetch, type ServiceEnv } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import type { Pictures } from '../../platform/images/render-image.ts'
import { assetResponse } from './assets.ts'
import { readVersion, type Result } from './endpoints.ts'
import { ContentError, notFound } from './errors.ts'
import { createImageService } from './image-service.ts'
import { createSerialised } from './serialised.ts'
import { watchLibrary } from './watched-library.ts'
import { authorize } from './tokens.ts'

export interface ContentOptions {
  /** Folder with `space.json`, `stories/`, `datasources/` and `assets/`. */
  folder: string
  publicToken: string
  previewToken: string
  /** Origin and path before this service's `/f/…`; '' means the root of the same origin. */
  assetBase: string
  /** Looks for changed files on requests (development); otherwise the folder is read once. */
  reload: boolean
  /** Scales and converts pictures for the image service. */
  pictures: Pictures
  log: Log
  clock?: Clock
}

/** The service, and the number that changes with the content (Storyblok's `cv`). */
export type Content = Fetch & { contentVersion(): number }

const maxUrlLength = 8 * 1024

/**
 * Storyblok's Content Delivery API v2 over files: `/v2/cdn/*`, and the assets at `/f/*`.
 * Errors have Storyblok's bodies instead of problem+json, because its clients read them (`errors.ts`).
 * @throws Error when the folder's `space.json` is missing or invalid
 */
export function createContent(options: ContentOptions): Content {
  const { log, publicToken, previewToken } = options
  const currentLibrary = watchLibrary({ ...options, clock: options.clock ?? systemClock })
  const read = createSerialised()
  const app = createService('content', log)
  app.onError((error, c) => errorResponse(error, c, log))
  app.notFound(() => json(404, notFound().body))
  app.use(async (c, next) => {
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
    if (c.req.raw.url.length > maxUrlLength) throw new ContentError(414, { error: 'url: too long' })
    if (!['GET', 'HEAD'].includes(c.req.method)) throw new ContentError(405, { error: 'Method not allowed' })
    return next()
  })
  const imageService = createImageService(options.pictures)
  app.get('/f/*', async (c) => {
    const path = decoded(new URL(c.req.url).pathname)
    const request = {
      ifNoneMatch: c.req.header('if-none-match') ?? null,
      accept: c.req.header('accept') ?? '',
      acceptEncoding: c.req.header('accept-encoding') ?? '',
    }
    const found = await assetResponse(currentLibrary().assets, path, request, imageService)
    if (!found) throw notFound()
    return found
  })
  app.get('/v2/cdn/*', (c) => {
    const url = new URL(c.req.url)
    const path = decoded(url.pathname.slice('/v2/cdn/'.length))
    const version = readVersion(url.searchParams)
    authorize(url.searchParams.get('token'), version, { publicToken, previewToken })
    const library = currentLibrary()
    // Clients read the latest version from spaces/me, so that call needs none.
    if (version === 'published' && !url.searchParams.get('cv') && path !== 'spaces/me') {
      return redirectTo(library.version, url.searchParams)
    }
    const result = read(library, path, url.searchParams)
    if (!result) throw notFound()
    return jsonText(200, result.text, pagingHeaders(result))
  })
  const fetch: Fetch = async (request) => app.fetch(request)
  return Object.assign(fetch, { contentVersion: () => currentLibrary().version })
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, OPTIONS',
  'access-control-allow-headers': 'accept, content-type',
  'access-control-expose-headers': 'total, per-page',
  // Storyblok's client follows this quota instead of its default of 50 calls per second.
  'x-ratelimit': '"concurrent-requests";r=1000',
  'x-ratelimit-policy': '"concurrent-requests";q=1000',
}

function pagingHeaders({ total, perPage }: Pick<Result, 'total' | 'perPage'>): Record<string, string> {
  if (total === undefined) return {}
  return { total: String(total), 'per-page': String(perPage ?? Math.max(1, total)) }
}

/** The location is a query only, because this service does not know the path it is mounted at. */
function redirectTo(version: number, query: URLSearchParams): Response {
  const target = new URLSearchParams(query)
  target.set('cv', String(version))
  return json(301, {}, { location: `?${target}` })
}

function errorResponse(error: Error, c: Context<ServiceEnv>, log: Log): Response {
  if (error instanceof ContentError) return json(error.status, error.body)
  if (error instanceof Problem) {
    const [wrong] = error.options.errors ?? []
    return json(error.status, { error: wrong ? `${wrong.field}: ${wrong.message}` : error.code })
  }
  log.error({ service: 'content', requestId: c.get('requestId'), path: c.req.path, err: error }, 'internal')
  return json(500, { error: 'Internal Server Error' })
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return jsonText(status, JSON.stringify(body), headers)
}

function jsonText(status: number, text: string, headers: Record<string, string>): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      ...corsHeaders,
      ...headers,
    },
  })
}

/** @throws ContentError 404 when the path is not valid percent-encoding */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw notFound()
  }
}
