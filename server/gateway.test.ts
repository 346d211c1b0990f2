import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createGateway } from './gateway.ts'
import { abortedStatus } from '../platform/http/metrics.ts'
import { createHttpServer, listen } from '../platform/http/serve.ts'
import { createService } from '../platform/http/service.ts'
import type { Log } from '../platform/log.ts'

const lines: object[] = []
const log = { info: (line: object) => lines.push(line), error: () => {} } as unknown as Log

const builds = mkdtempSync(join(tmpdir(), 'werkbank-builds-'))
const clientFolders = ['new', 'former'].map((name) => {
  mkdirSync(join(builds, name, 'assets'), { recursive: true })
  writeFileSync(join(builds, name, `assets/${name}.js`), name)
  return join(builds, name)
})

const infrastructure = {
  readiness: async () => ({ ready: true, needed: {}, degraded: [] }),
  metrics: async () => 'metrics',
  count: () => {},
  manages: async ({ headers }: Request) => headers.get('authorization') === 'Bearer manage',
}
const gateway = createGateway({
  publicUrl: 'https://halle9.example',
  mounts: { '/api': async (request) => new Response(new URL(request.url).pathname) },
  unstripped: { '/dev/mail': async (request) => new Response(new URL(request.url).pathname) },
  site: {
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/none.ics') return Response.json(null, { status: 404 })
      return request.method === 'PUT'
        ? Response.json('no action', { status: 405 })
        : new Response(`site ${pathname}`, {
            headers: pathname === '/strict' ? { 'referrer-policy': 'same-origin' } : {},
          })
    },
    clientFolders,
    messageFiles: async () => ({ de: { a: 'b' } }),
    buildId: 'one',
  },
  ...infrastructure,
  readiness: async () => ({ ready: false, needed: { database: 'failed', pool: 'ok' }, degraded: ['mail'] }),
  log,
})
const get = (path: string, headers: Record<string, string> = {}) =>
  gateway(new Request(`http://localhost${path}`, { headers }))

test.each([
  ['/api/member/get', '/member/get'],
  ['/api', '/'],
  ['/dev/mail/3', '/dev/mail/3'],
  ['/apix', 'site /apix'],
])('%s answers %s', async (path, text) => expect(await (await get(path)).text()).toBe(text))

test('a chosen English leads from / to /en with its query, nothing else does', async () => {
  const cookie = 'i18n_redirected=en'
  const answer = await get('/?a=1', { cookie })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/en?a=1'])
  expect(await (await get('/faq', { cookie })).text()).toBe('site /faq')
  expect(await (await get('/', { cookie: 'i18n_redirected=de' })).text()).toBe('site /')
})

test('an address without a page is refused as a problem', async () => {
  const put = await gateway(new Request('http://localhost/events.ics', { method: 'PUT' }))
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await put.json()).toMatchObject({ code: 'methodNotAllowed' })
  expect(await (await get('/none.ics')).json()).toMatchObject({ code: 'notFound', status: 404 })
})

test.each([
  ['/x/%zz?a=%zz', '/x/%25zz?a=%zz'],
  ['/%F0%9F', '/%25F0%259F'],
  ['/en/100%', '/en/100%25'],
  ['/a//b?c=//', '/a/b?c=//'],
  ['//a//b', '/a/b'],
  ['//connector/v1', '/connector/v1'],
  ['/a%0Ab', '/a%250Ab'],
  ['/a%E2%80%A8b', '/a%25E2%2580%25A8b'],
  ['/faq///', '/faq/'],
  ['/x///example.org/%zz', '/x/example.org/%25zz'],
])('%s, doubled or undecodable, is moved to %s', async (path, target) => {
  const response = await get(path)
  expect([response.status, response.headers.get('location')]).toEqual([301, target])
})

test('a message file is cacheable only by the hash of its build', async () => {
  const cached = async (path: string) => (await get(path)).headers.get('cache-control')
  expect(await cached('/messages/de/messages.json?v=one')).toContain('immutable')
  expect(await cached('/messages/de/messages.json')).toBe('no-cache')
  expect(await cached('/messages/de/messages.json?v=old')).toBe('no-cache')
  expect(await (await get('/builds/latest.json?123')).json()).toEqual({ id: 'one' })
})

test('files of this build and of the former one are served for a year', async () => {
  for (const name of ['new', 'former']) {
    const response = await get(`/assets/${name}.js`)
    expect([response.headers.get('cache-control'), await response.text()]).toEqual([
      'public, max-age=31536000, immutable',
      name,
    ])
  }
  expect(await (await get('/assets/other.js')).text()).toBe('site /assets/other.js')
})

test.each([
  ['/faq', 'same-origin', "default-src 'none'; frame-ancestors 'none'"],
  ['/api/member/get', 'same-origin', "default-src 'none'; frame-ancestors 'none'"],
  ['/assets/new.js', 'same-origin', null],
  ['/content/f/1/a.jpg', null, "default-src 'none'; frame-ancestors 'none'"],
])('%s is kept to https and to our own pages', async (path, resourcePolicy, contentPolicy) => {
  const { headers } = await get(path)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(headers.get('cross-origin-resource-policy')).toBe(resourcePolicy)
  expect(headers.get('content-security-policy')).toBe(contentPolicy)
})

const onThisMachine = { 'x-client-address': '127.0.0.1' }

test.each([
  ['this machine', onThisMachine, true],
  ['a service token that manages', { 'x-client-address': '192.0.2.1', authorization: 'Bearer manage' }, true],
  ['anybody', { 'x-client-address': '192.0.2.1' }, false],
  ['a service token that reads', { 'x-client-address': '192.0.2.1', authorization: 'Bearer read' }, false],
  ['a proxy on this machine', { ...onThisMachine, 'x-forwarded-for': '192.0.2.1' }, false],
])('metrics and what /ready found, asked by %s', async (_, headers, sees) => {
  const ready = await get('/ready', headers)
  const details = { needed: { database: 'failed', pool: 'ok' }, degraded: ['mail'] }
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, ...(sees && details) }])
  expect((await get('/metrics', headers)).status).toBe(sees ? 200 : 404)
  expect((await get('/health', headers)).status).toBe(200)
})

test('a token that cannot be looked up hides what /ready found', async () => {
  const away = createGateway({
    publicUrl: 'http://localhost',
    mounts: {},
    unstripped: {},
    site: null,
    ...infrastructure,
    manages: () => Promise.reject(new Error('database away')),
    log,
  })
  const ready = await away(new Request('http://localhost/ready'))
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true }])
})

test('a process that is about to end is not ready', async () => {
  let isStopping = false
  const stopping = createGateway({
    publicUrl: 'http://localhost',
    mounts: {},
    unstripped: {},
    site: null,
    ...infrastructure,
    isStopping: () => isStopping,
    log,
  })
  const status = async () => (await stopping(new Request('http://localhost/ready'))).status
  expect(await status()).toBe(200)
  isStopping = true
  expect(await status()).toBe(503)
})

test('the log has the path and never the query', async () => {
  lines.length = 0
  await get('/faq?ticket=secret')
  expect(lines).toMatchObject([{ method: 'GET', path: '/faq', status: 200 }])
  await get('/webhooks/fabman/secret')
  expect(lines.at(-1)).toMatchObject({ path: '/webhooks/fabman/…' })
  await get('/calendars/members/1/secret.ics')
  expect(lines.at(-1)).toMatchObject({ path: '/calendars/members/1/…' })
  await get('/connector/v1/fabman/calendars/spaces/1/secret')
  expect(lines.at(-1)).toMatchObject({ path: '/connector/v1/fabman/calendars/spaces/1/…' })
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('TRACE, which no Request may be copied with, is refused and no failure of ours', async () => {
  for (const path of ['/api/member/get', '/dev/mail', '/faq']) {
    const request = Object.defineProperty(new Request(`http://localhost${path}`), 'method', {
      value: 'TRACE',
    })
    expect((await gateway(request)).status).toBe(405)
  }
})

test('every answer carries the security headers', async () => {
  const { headers } = await get('/faq')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('a page may tell less to where its links lead', async () => {
  const strict = await get('/strict')
  expect(strict.headers.get('referrer-policy')).toBe('same-origin')
})

test.each(['constructor', 'toString', 'valueOf', '__proto__', 'fr'])(
  'there are no messages of %s',
  async (locale) => {
    expect(await (await get(`/messages/${locale}/messages.json`)).text()).toContain('site /messages')
  },
)

test.each([
  ['/data/week', 'OPTIONS', 405, 'GET, HEAD'],
  ['/data/week', 'QUERY', 405, undefined],
  ['/data/bookings/1.ics', 'DELETE', 405, 'GET, HEAD'],
  ['/data/preview', 'GET', 405, 'POST'],
  ['/data/nothing', 'GET', 404, null],
  ['/api/member/get', 'MKCOL', 405, undefined],
  ['/faq', 'PROPFIND', 405, undefined],
  ['/connector/nothing', 'GET', 404, null],
  ['/webhooks/nothing', 'POST', 404, null],
] as const)('%s with %s is a problem %i', async (path, method, status, allow) => {
  const answer = await gateway(new Request(`http://localhost${path}`, { method }))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
  ])
  const all = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
  expect(answer.headers.get('allow')).toBe(allow === undefined ? all : allow)
})

test('data routes that the site has are its own', async () => {
  for (const path of ['/data/week', '/data/week/', '/data/bookings/1.ics']) {
    expect(await (await get(path)).text()).toBe(`site ${path}`)
  }
})

test('a client that hangs up is neither an error nor a 5xx', async () => {
  const errors: object[] = []
  const counted: number[] = []
  const quiet = { info: () => {}, error: (line: object) => errors.push(line) } as unknown as Log
  const service = createService('test', quiet)
  service.post('/', async (c) => c.text(await c.req.text()))
  const served = await listen(createHttpServer(), {
    middlewares: [],
    fetch: createGateway({
      publicUrl: 'http://localhost',
      mounts: { '/api': async (request) => service.fetch(request) },
      unstripped: {},
      site: null,
      ...infrastructure,
      count: (_, status) => counted.push(status),
      log: quiet,
    }),
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  for (const length of ['content-length: 9', 'transfer-encoding: chunked']) {
    const client = connect(served.port, '127.0.0.1').on('error', () => {})
    client.write(`POST /api HTTP/1.1\r\nhost: x\r\n${length}\r\n\r\n`)
    client.write('3\r\nabc\r\n', () => client.destroySoon())
    await vi.waitFor(() => expect(counted.length).toBeGreaterThan(0))
    expect([counted.splice(0), errors]).toEqual([[abortedStatus], []])
  }
  await served.close()
})

const sitePost = (path: string, bytes: number) => {
  const reading = createGateway({
    publicUrl: 'http://localhost',
    mounts: {},
    unstripped: {},
    site: {
      fetch: async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
      clientFolders: [],
      messageFiles: async () => ({}),
      buildId: 'one',
    },
    ...infrastructure,
    log,
  })
  return reading(new Request(`http://localhost${path}`, { method: 'POST', body: new Uint8Array(bytes) }))
}

test.each(['/onboarding/image', '/en/onboarding/image', '/onboarding/image.data'])(
  '%s takes the body of a photo',
  async (path) => expect(await (await sitePost(path, 1_000_000)).text()).toBe('1000000'),
)

test.each(['/onboarding/contact', '/en/onboarding/payment.data', '/onboarding/image/x', '/data/preview'])(
  '%s takes no body of more than 256 KiB',
  async (path) => {
    expect(await (await sitePost(path, 256 * 1024)).text()).toBe('262144')
    expect((await sitePost(path, 300_000)).status).toBe(413)
  },
)

test('every answer has the id of its request, and no address has NUL', async () => {
  const answer = await get('/faq', { 'x-request-id': 'request-12345' })
  expect(answer.headers.get('x-request-id')).toBe('request-12345')
  expect((await get('/faq?q=%00')).status).toBe(400)
})
