import { isAmong, otherAddresses } from '../../contracts/addresses.ts'

/*
 * The service worker, `/sw.js`. It is sent as the source text of its function, which uses no imports and nothing but its
 * arguments. Its one task is the offline page (docs/decisions/038-home-screen.md).
 */

interface Stored {
  /** Name of the cache of this version. */
  cache: string
  /** Paths of the offline page in each language. */
  pages: { de: string; en: string }
  /** Paths of the files that the offline page uses; their names hold a hash of their content. */
  files: string[]
  /** Addresses that are no pages, for `isAmong`. */
  others: string[]
}

/** What the script uses of `ServiceWorkerGlobalScope`; TypeScript's own types of it exclude those of a page. */
export interface WorkerScope {
  location: { origin: string }
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>
  clients: { claim(): Promise<void> }
  fetch(request: Request): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: LoadEvent) => void): void
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void
}

interface LoadEvent {
  request: Pick<Request, 'method' | 'mode' | 'destination' | 'url'>
  respondWith(response: Promise<Response>): void
}

/**
 * Stores the offline page and its files when it is installed. A page comes from the network; where the network fails,
 * the offline page in its language stands in. Everything else passes by: data, parts, identity, frames, forms.
 */
function work(scope: WorkerScope, stored: Stored, among: typeof isAmong): void {
  const { cache, pages, files, others } = stored

  scope.addEventListener('install', (event) => {
    event.waitUntil(store())
  })
  scope.addEventListener('activate', (event) => {
    event.waitUntil(takeOver())
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== scope.location.origin) return
    if (files.includes(pathname)) return event.respondWith(file(request as Request, pathname))
    // Sign-in in the background is a document in a frame.
    const isPage = request.mode === 'navigate' && request.destination === 'document'
    if (isPage && !among(others, pathname)) event.respondWith(page(request as Request, pathname))
  })

  async function store(): Promise<void> {
    const open = await scope.caches.open(cache)
    // The browser's own cache may have the page of the version before.
    await open.addAll(
      [...Object.values(pages), ...files].map((path) => new Request(path, { cache: 'reload' })),
    )
    await scope.skipWaiting()
  }

  /** Removes the caches of other versions, and serves the open pages from now on. */
  async function takeOver(): Promise<void> {
    const former = (await scope.caches.keys()).filter((name) => name.startsWith('offline-') && name !== cache)
    await Promise.all(former.map((name) => scope.caches.delete(name)))
    await scope.clients.claim()
  }

  async function page(request: Request, pathname: string): Promise<Response> {
    try {
      return await scope.fetch(request)
    } catch (error) {
      const kept = await find(/^\/en(\/|$)/.test(pathname) ? pages.en : pages.de)
      if (!kept) throw error
      return kept
    }
  }

  async function file(request: Request, pathname: string): Promise<Response> {
    return (await find(pathname)) ?? scope.fetch(request)
  }

  async function find(path: string): Promise<Response | undefined> {
    return (await scope.caches.open(cache)).match(path)
  }
}

/**
 * Returns the text of the worker.
 * @param version changes with the offline page, so that browsers install the worker anew
 */
export function workerScript(version: string, pages: Stored['pages'], files: string[]): string {
  const stored: Stored = { cache: `offline-${version}`, pages, files, others: otherAddresses }
  return `(${String(work)})(self,${JSON.stringify(stored)},${String(isAmong)})\n`
}
