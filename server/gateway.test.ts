import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGateway } from './gateway.ts'
import { createMetrics } from '../platform/http/health.ts'
import type { Log } from '../platform/log.ts'

const lines: object[] = []
const log = { info: (line: object) => lines.push(line), error: () => {} } as unknown as Log

const builds = mkdtempSync(join(tmpdir(), 'werkbank-builds-'))
const clientFolders = ['new', 'former'].map((name) => {
  mkdirSync(join(builds, name, 'assets'), { recursive: true })
  writeFileSync(join(builds, name, `assets/${name}.js`), name)
  return join(builds, name)
})

const gateway = createGateway({
  publicUrl: 'https://halle9.example',
  mounts: { '/api': async (request) => new Response(new URL(request.url).pathname) },
  unstripped: { '/dev/mail': async (request) => new Response(new URL(request.url).pathname) },
  site: {
    fetch: async (request) => new Response(`site ${new URL(request.url).pathname}`),
    clientFolders,
    messageFiles: async () => ({ de: { a: 'b' } }),
    buildId: 'one',
  },
  checks: { database: async () => {}, connector: () => Promise.reject(new Error('away')) },
  metrics: createMetrics(),
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

test('ready names the part that is away, health and metrics answer all the same', async () => {
  const ready = await get('/ready')
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ready: false, parts: { database: 'ok', connector: 'unreachable' } },
  ])
  expect((await get('/health')).status).toBe(200)
  expect(await (await get('/metrics')).text()).toContain('werkbank_requests_total{status="2xx"}')
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
