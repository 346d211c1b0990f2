import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { type WorkerScope, workerScript } from './worker-script.ts'

const origin = 'https://halle9.example'
const pages = { de: '/offline', en: '/en/offline' }
const font = '/assets/heading-C0ffee.woff2'

/** Caches by name, each with its answers by path. */
let caches: Map<string, Map<string, string>>
/** What is asked of the network; it fails while `isOffline`. */
let asked: string[]
let isOffline: boolean
let claimed: string[]
beforeEach(() => {
  caches = new Map([
    ['offline-before', new Map()],
    ['pictures', new Map()],
  ])
  asked = []
  claimed = []
  isOffline = false
})

/** Runs the worker's text as a browser does. */
function start(version = 'v1') {
  const listeners = new Map<string, (event: never) => void>()
  const scope = {
    location: { origin },
    addEventListener: (name: string, listener: (event: never) => void) => void listeners.set(name, listener),
    clients: { claim: async () => void claimed.push('claim') },
    skipWaiting: async () => void claimed.push('skipWaiting'),
    fetch: async (request: Request) => {
      asked.push(request.url)
      if (isOffline) throw new TypeError('Failed to fetch')
      return new Response(`live ${request.url}`)
    },
    caches: {
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
      open: async (name: string) => {
        const store = caches.get(name) ?? new Map<string, string>()
        caches.set(name, store)
        return {
          addAll: async (requests: { path: string }[]) => {
            for (const { path } of requests) store.set(path, `kept ${path}`)
          },
          match: async (path: string) => (store.has(path) ? new Response(store.get(path)) : undefined),
        }
      },
    },
  } as unknown as WorkerScope
  /** Node's has no relative addresses. */
  const BrowserRequest = class {
    path: string
    constructor(path: string) {
      this.path = path
    }
  }
  runInNewContext(workerScript(version, pages, [font]), { self: scope, Request: BrowserRequest, URL })
  const live = async (name: 'install' | 'activate') => {
    let done: Promise<unknown> = Promise.resolve()
    listeners.get(name)?.({ waitUntil: (work: Promise<unknown>) => (done = work) } as never)
    await done
  }
  /** Returns the text of the worker's answer; null = it lets the request pass by. */
  const load = async (path: string, request: object = {}) => {
    let answer: Promise<Response> | null = null
    listeners.get('fetch')?.({
      request: {
        method: 'GET',
        mode: 'navigate',
        destination: 'document',
        url: new URL(path, origin).href,
        ...request,
      },
      respondWith: (given: Promise<Response>) => (answer = given),
    } as never)
    return answer === null ? null : (await (answer as Promise<Response>)).text()
  }
  return { live, load }
}

test('it stores the offline page and its font alone, and replaces the version before at once', async () => {
  const { live } = start()
  await live('install')
  await live('activate')
  expect([...caches.keys()]).toEqual(['pictures', 'offline-v1'])
  expect([...(caches.get('offline-v1') ?? [])].map(([path]) => path)).toEqual([
    '/offline',
    '/en/offline',
    font,
  ])
  expect(claimed).toEqual(['skipWaiting', 'claim'])
})

test('a page comes from the network each time and is never stored', async () => {
  const { live, load } = start()
  await live('install')
  for (const path of ['/me/bookings', '/me/bookings', '/booking?machine=1'])
    expect(await load(path)).toBe(`live ${origin}${path}`)
  expect(asked).toHaveLength(3)
  expect(caches.get('offline-v1')?.size).toBe(3)
})

test.each([
  ['/booking?machine=1', 'kept /offline'],
  ['/enamel', 'kept /offline'],
  ['/en', 'kept /en/offline'],
  ['/en/me/profil', 'kept /en/offline'],
])('without a network %s is %s', async (path, expected) => {
  const { live, load } = start()
  await live('install')
  isOffline = true
  expect(await load(path)).toBe(expected)
})

test('an error of the server is shown as it is', async () => {
  const { live, load } = start()
  await live('install')
  expect(await load('/broken')).toBe(`live ${origin}/broken`)
})

test.each([
  ['data', '/data/bookings', { mode: 'cors', destination: '' }],
  ['the backend', '/api/member/get', { mode: 'cors', destination: '' }],
  ['a navigation to data', '/data/bookings/1.ics', {}],
  ['a navigation to the connector', '/connector/v1/fabman/bookings', {}],
  ['the sign-in page', '/u/login/abc', {}],
  ['an authorization request', '/authorize?client_id=werkbank', {}],
  ['silent sign-in in a frame', '/me?code=a&state=b', { destination: 'iframe' }],
  ['a form', '/auth', { method: 'POST' }],
  ['code of the app', '/assets/root-abc.js', { mode: 'cors', destination: 'script' }],
  ['another site', 'https://elsewhere.example/', {}],
])('%s passes by, also without a network', async (_, path, request) => {
  const { live, load } = start()
  await live('install')
  isOffline = true
  expect(await load(path, request)).toBeNull()
  expect(asked).toEqual([])
})

test('the font of the offline page is served from the device', async () => {
  const { live, load } = start()
  await live('install')
  isOffline = true
  expect(await load(font, { mode: 'cors', destination: 'font' })).toBe(`kept ${font}`)
})
