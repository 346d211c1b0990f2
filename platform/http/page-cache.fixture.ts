import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterEach } from 'vitest'
import { createLog } from '../log.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { createHttpServer, listen } from './serve.ts'

interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

interface World {
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Reply>
  port: number
  /** Addresses that the site rendered, in order. */
  rendered: string[]
  counted: number[]
  cache: PageCache
  /** The version and the rendering of the site. */
  state: { version: string | Error; render: (path: string) => Promise<Response> | Response }
}

export const publicPage = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'content-type': 'text/html',
}
export const anyQuery = { ...publicPage, 'x-any-query': '1' }
/** Long enough for brotli to shrink with quality; one byte per letter. */
export const text = readFileSync(new URL('page-cache.ts', import.meta.url), 'latin1').replace(/[^ -~\n]/g, '')
export const page = (headers: Record<string, string> = anyQuery, status = 200) =>
  new Response(text, { status, headers })

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Starts a cache in front of a one-function site, on a real socket. */
export async function start(options: { maxPages?: number; maxBytes?: number } = {}): Promise<World> {
  const rendered: string[] = []
  const counted: number[] = []
  const state: World['state'] = { version: '1', render: () => page() }
  const cache = createPageCache({
    version: () =>
      typeof state.version === 'string' ? Promise.resolve(state.version) : Promise.reject(state.version),
    isPage: (pathname) => !pathname.startsWith('/api/'),
    isPersonal: (address, cookies) => address.includes('draft') || cookies.includes('own=1'),
    count: (status) => counted.push(status),
    log: createLog('silent'),
    // The tests call refresh themselves.
    checkEveryMs: 2 ** 30,
    ...options,
  })
  await cache.refresh()
  const listening = await listen(createHttpServer(), {
    cached: cache.respond,
    middlewares: [],
    fetch: cache.around((request) => {
      const { pathname, search } = new URL(request.url)
      rendered.push(pathname + search)
      return Promise.resolve(state.render(pathname + search))
    }),
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  ends.push(cache.stop, listening.close)
  const get: World['get'] = (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const asked = httpRequest({ port: listening.port, path, headers, method, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
      })
      asked.on('error', reject).end()
    })
  return { get, port: listening.port, rendered, counted, cache, state }
}
