import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../contracts/problem.ts'
import { readConfig } from '../platform/config.ts'
import { createMetrics } from '../platform/http/metrics.ts'
import { createHttpServer, listen } from '../platform/http/serve.ts'
import { createService } from '../platform/http/service.ts'
import { createLog } from '../platform/log.ts'
import { takeIdentityPaths } from './compose/identity.ts'
import { createGateway } from './gateway.ts'

let lines: Record<string, unknown>[] = []
const log = createLog('debug', { write: (line) => lines.push(JSON.parse(line)) })
const metrics = createMetrics()
const challenge = 'DPoP error="invalid_token", error_description="expired", algs="ES256"'

const service = createService('test', log)
service.get('/fails', () => {
  throw new Error('broken')
})
service.get('/notes', async (c) => {
  await pause(1)
  log.warn('a note')
  return c.text('ok')
})
service.get('/expired', () => {
  throw new Problem('unauthorized', { headers: { 'www-authenticate': challenge } })
})
service.get('/forbidden', () => {
  throw new Problem('forbidden')
})
service.get('/inner', async (c) => {
  const inner = await service.request('http://localhost/forbidden')
  return c.text(String(inner.status))
})

const identity = {
  handles: (path: string) => path.startsWith('/u/'),
  handle: ({ url }: { url: string }, response: { end(text: string): void }) => {
    log.info('identity event')
    if (url === '/u/hangs') return
    response.end('sign in')
  },
}

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  const served = await listen(createHttpServer(), {
    cached: (request, response, requestId) => {
      if (request.url !== '/kept') return false
      response.writeHead(200, { 'x-request-id': requestId }).end()
      return true
    },
    admission: { kindOf: () => 'page', count: () => {} },
    middlewares: [takeIdentityPaths(identity as never, { config: readConfig({}), log, metrics })],
    fetch: createGateway({
      publicUrl: 'http://localhost',
      mounts: { '/api': async (request) => service.fetch(request) },
      unstripped: {},
      site: null,
      readiness: async () => ({ ready: true, needed: {}, degraded: [] }),
      metrics: async () => '',
      count: metrics.count,
      manages: async () => false,
      log,
    }),
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  close = served.close
  url = `http://127.0.0.1:${served.port}`
})
afterAll(() => close())
beforeEach(() => {
  lines = []
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })
const id = 'an-id-of-the-proxy'

test.each([
  ['/api/fails', ['internal', 'request']],
  ['/api/notes', ['a note', 'request']],
  ['/u/login/secret?ticket=secret', ['identity event', 'request']],
  ['/kept', []],
  ['/nothing', ['request']],
])('every line of a request to %s has its id, which the response says', async (path, messages) => {
  const response = await get(path, { 'x-request-id': id })
  await response.text()
  expect(response.headers.get('x-request-id')).toBe(id)
  await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toEqual(messages))
  expect(lines.map(({ requestId }) => requestId)).toEqual(messages.map(() => id))
})

test.each(['short', 'with spaces in it', 'a'.repeat(65), '{"level":60}'])(
  'the id %j is replaced by one of ours',
  async (given) => {
    const response = await get('/api/notes', { 'x-request-id': given })
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect(JSON.stringify(lines)).not.toContain(given)
  },
)

test('requests at the same time, also those that wait for a turn, have ids of their own', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `request-${index}`)
  await Promise.all(ids.map(async (own) => (await get('/api/notes', { 'x-request-id': own })).text()))
  const idsOf = (message: string) =>
    lines.filter(({ msg }) => msg === message).map((line) => line['requestId'])
  expect(idsOf('a note').toSorted()).toEqual(ids.toSorted())
  expect(idsOf('request').toSorted()).toEqual(ids.toSorted())
})

test('a refusal has its code and reason, and the problem of an inner call is not the answer', async () => {
  for (const path of ['/api/expired', '/api/forbidden', '/api/inner']) await (await get(path)).text()
  expect(lines).toMatchObject([
    { path: '/api/expired', status: 401, code: 'unauthorized', reason: 'expired' },
    { path: '/api/forbidden', status: 403, code: 'forbidden' },
    { path: '/api/inner', status: 200, ms: expect.any(Number) },
  ])
  expect(lines[2]).not.toHaveProperty('code')
})

test('requests to identity are logged and counted, without what is secret', async () => {
  await (await get('/u/login/secret?ticket=secret')).text()
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  expect(lines[1]).toMatchObject({ method: 'GET', path: '/u/login/…', status: 200, ms: expect.any(Number) })
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(metrics.text([])).toMatch(/_count\{kind="identity",status="2xx"\} [1-9]/)
})

test('a sign-in whose visitor hangs up is logged with its id', async () => {
  const visitor = new AbortController()
  const answer = fetch(`${url}/u/hangs`, { headers: { 'x-request-id': id }, signal: visitor.signal })
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  visitor.abort()
  await expect(answer).rejects.toThrow('aborted')
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  expect(lines[1]).toMatchObject({ path: '/u/hangs', status: 499, requestId: id })
})

test('a job has no request id', () => {
  log.info('job')
  expect(lines[0]).not.toHaveProperty('requestId')
})
