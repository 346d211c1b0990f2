import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { anyQuery, page, publicPage, start, text } from './page-cache.fixture.ts'

test('a public page is rendered once and counted', async () => {
  const { get, rendered, counted } = await start()
  const first = await get('/a')
  const second = await get('/a')
  expect(rendered).toEqual(['/a'])
  expect(second.body.equals(first.body)).toBe(true)
  expect(second.headers).toMatchObject({
    'content-type': 'text/html',
    'cache-control': publicPage['cache-control'],
    vary: 'accept-encoding',
    'content-length': String(text.length),
  })
  expect(counted).toEqual([200])
})

test.each([
  ['a private page', { 'cache-control': 'private, no-cache' }, 200],
  ['a page without cache-control', {}, 200],
  ['a page with a lifetime', { 'cache-control': 'public, max-age=60' }, 200],
  ['a page with a cookie', { ...anyQuery, 'set-cookie': 'a=b' }, 200],
  ['a missing page', anyQuery, 404],
  ['an error', anyQuery, 500],
  ['a redirect', { ...anyQuery, location: '/b' }, 302],
] as const)('%s is rendered each time', async (_, headers, status) => {
  const { get, rendered, state } = await start()
  state.render = () => page(headers, status)
  expect((await get('/a')).status).toBe(status)
  expect((await get('/a')).status).toBe(status)
  expect(rendered).toHaveLength(2)
})

test('paths that are no pages, and other methods, bypass the cache', async () => {
  const { get, rendered, state } = await start()
  await get('/api/a')
  await get('/api/a')
  await get('/a', {}, 'POST')
  expect(rendered).toEqual(['/api/a', '/api/a', '/a'])
  await get('/a')
  expect(rendered).toHaveLength(4)
  state.render = () => new Response(null, { status: 405 })
  expect((await get('/a', {}, 'DELETE')).status).toBe(405)
})

test('50 first visits at once render one page', async () => {
  const { get, rendered, state } = await start()
  const gate = Promise.withResolvers<void>()
  state.render = () => gate.promise.then(() => page())
  const visits = Array.from({ length: 50 }, () => get('/a'))
  await vi.waitFor(() => expect(rendered).toHaveLength(1))
  gate.resolve()
  const replies = await Promise.all(visits)
  expect(rendered).toEqual(['/a'])
  expect(new Set(replies.map(({ status, body }) => `${status} ${String(body)}`))).toEqual(
    new Set([`200 ${text}`]),
  )
})

test('requests that waited for a page that is not cacheable render their own', async () => {
  const { get, rendered, state } = await start()
  const gate = Promise.withResolvers<void>()
  let made = 0
  state.render = () =>
    gate.promise.then(() => new Response(`${++made}`, { headers: { 'set-cookie': 'a=b' } }))
  const visits = Array.from({ length: 5 }, () => get('/a'))
  await vi.waitFor(() => expect(rendered.length).toBeGreaterThan(0))
  gate.resolve()
  const replies = await Promise.all(visits)
  expect(replies.map(({ body }) => String(body)).toSorted()).toEqual(['1', '2', '3', '4', '5'])
})

test('a failed page fails for each request that waited, and the next request renders it again', async () => {
  const { get, rendered, state } = await start()
  state.render = () => Promise.reject(new Error('no'))
  const replies = await Promise.all([get('/a'), get('/a')])
  expect(replies.map(({ status }) => status)).toEqual([500, 500])
  state.render = () => page()
  expect((await get('/a')).status).toBe(200)
  expect(rendered).toHaveLength(3)
})

test('a new version invalidates cached pages, the same version does not', async () => {
  const { get, rendered, cache, state } = await start()
  await get('/a')
  await cache.refresh()
  await get('/a')
  expect(rendered).toHaveLength(1)
  state.version = '2'
  await cache.refresh()
  await get('/a')
  expect(rendered).toHaveLength(2)
})

test('while the version is unknown, cached pages stay valid', async () => {
  const { get, rendered, cache, state } = await start()
  await get('/a')
  state.version = new Error('away')
  await cache.refresh()
  await get('/a')
  expect(rendered).toHaveLength(1)
})

test('before the version is known nothing is cached', async () => {
  const world = await start()
  world.state.version = ''
  await world.cache.refresh()
  await world.get('/a')
  await world.get('/a')
  expect(world.rendered).toHaveLength(2)
})

test('a page begun under an older version is neither cached nor shared with later requests', async () => {
  const { get, rendered, cache, state } = await start()
  const gate = Promise.withResolvers<void>()
  state.render = () => gate.promise.then(() => new Response('old', { headers: anyQuery }))
  const early = get('/a')
  await vi.waitFor(() => expect(rendered).toHaveLength(1))
  state.version = '2'
  await cache.refresh()
  state.render = () => new Response('new', { headers: anyQuery })
  expect(String((await get('/a')).body)).toBe('new')
  gate.resolve()
  expect(String((await early).body)).toBe('old')
  expect(String((await get('/a')).body)).toBe('new')
  expect(rendered).toHaveLength(2)
})

test('a page marked so is one for every query; otherwise each query is a page of its own', async () => {
  const { get, rendered, state } = await start()
  await get('/any?a=1')
  await get('/any')
  await get('/any?b=2')
  expect(rendered).toEqual(['/any?a=1'])
  state.render = (path) => new Response(path, { headers: publicPage })
  for (const path of ['/own', '/own?a=1', '/own?a=2', '/own?a=1', '/own', '/own?a=2']) {
    expect(String((await get(path)).body)).toBe(path)
  }
  expect(rendered.slice(1)).toEqual(['/own', '/own?a=1', '/own?a=2'])
})

test('a bypassing request gets its own response, with or without a cached page, and caches nothing', async () => {
  const { get, rendered, state } = await start()
  state.render = (path) => new Response(path, { headers: anyQuery })
  await get('/a?draft=1')
  expect(String((await get('/a')).body)).toBe('/a')
  expect(String((await get('/a?draft=1')).body)).toBe('/a?draft=1')
  await get('/a', { cookie: 'own=1' })
  expect(rendered).toHaveLength(4)
})

test('a bypassing request does not wait for the shared page', async () => {
  const { get, rendered, state } = await start()
  const gate = Promise.withResolvers<void>()
  state.render = () => gate.promise.then(() => page())
  const everybody = get('/a')
  await vi.waitFor(() => expect(rendered).toHaveLength(1))
  state.render = () => new Response('own', { headers: anyQuery })
  const own = await Promise.race([get('/a', { cookie: 'own=1' }), everybody])
  gate.resolve()
  expect(String(own.body)).toBe('own')
  expect(String((await everybody).body)).toBe(text)
})

test('HEAD has the headers of GET and no body', async () => {
  const { get, rendered } = await start()
  await get('/a')
  const head = await get('/a', {}, 'HEAD')
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(text.length) } })
  expect(head.body).toHaveLength(0)
  expect(rendered).toHaveLength(1)
})

test('a browser that has the page gets 304, in any encoding, until the page changes', async () => {
  const { get, cache, counted, state } = await start()
  await get('/a')
  const etag = String((await get('/a')).headers['etag'])
  for (const encoding of ['identity', 'br']) {
    const asked = { 'if-none-match': `"other", ${etag}`, 'accept-encoding': encoding }
    const reply = await get('/a', asked)
    expect(reply).toMatchObject({ status: 304, headers: { etag, vary: 'accept-encoding' } })
    expect(reply.headers['content-length']).toBeUndefined()
    expect(reply.body).toHaveLength(0)
  }
  expect(counted).toEqual([200, 304, 304])
  expect((await get('/a', { 'if-none-match': '"other"' })).status).toBe(200)
  state.version = '2'
  state.render = () => new Response('another', { headers: anyQuery })
  await cache.refresh()
  await get('/a')
  expect((await get('/a', { 'if-none-match': etag })).status).toBe(200)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip', 'gzip'],
  ['br;q=0,gzip;q=0', undefined],
  ['br;q=0.001', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
  ['zstd', undefined],
  ['', undefined],
])('accept-encoding %j: %s', async (accepted, encoding) => {
  const { get } = await start()
  await get('/a')
  const { headers, body } = await get('/a', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['content-length']).toBe(String(body.length))
  expect(String(unpacked(body, encoding))).toBe(text)
})

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

test('the first requests get fast brotli, those after the third the smallest', async () => {
  const { get } = await start()
  await get('/a')
  const [quick, small] = [5, 11].map((quality) => compressed(quality).length) as [number, number]
  expect(small).toBeLessThan(quick)
  const headers = { 'accept-encoding': 'br' }
  expect((await get('/a', headers)).body).toHaveLength(quick)
  await vi.waitFor(async () => expect((await get('/a', headers)).body).toHaveLength(small), 10_000)
  expect(String(brotliDecompressSync((await get('/a', headers)).body))).toBe(text)
})

function compressed(quality: number): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants
  return brotliCompressSync(text, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT },
  })
}

test('a page that is the same under the next version keeps its smallest variant', async () => {
  const { get, state, cache, rendered } = await start()
  const headers = { 'accept-encoding': 'br' }
  const small = compressed(11).length
  await get('/a')
  await vi.waitFor(async () => expect((await get('/a', headers)).body).toHaveLength(small), 10_000)
  state.version = '2'
  await cache.refresh()
  await get('/a')
  expect((await get('/a', headers)).body).toHaveLength(small)
  expect(rendered).toEqual(['/a', '/a'])
  state.render = () => page({ ...anyQuery, 'x-robots-tag': 'noindex' })
  state.version = '3'
  await cache.refresh()
  await get('/a')
  const changed = await get('/a', headers)
  expect(changed.headers['x-robots-tag']).toBe('noindex')
  expect(changed.body.length).toBeGreaterThan(small)
})

test('pages with a query of an older version leave room for others', async () => {
  const { get, state, cache, rendered } = await start()
  state.render = () => page(publicPage)
  for (let query = 0; query < 8; query++) await get(`/a?${query}`)
  state.version = '2'
  await cache.refresh()
  rendered.length = 0
  for (const _ of [1, 2]) await get('/a?new')
  expect(rendered).toEqual(['/a?new'])
})

test('at most so many pages are cached: the least recently used is removed', async () => {
  const { get, rendered } = await start({ maxPages: 3 })
  for (const path of ['/a', '/b', '/c', '/a', '/d', '/a', '/b']) await get(path)
  expect(rendered).toEqual(['/a', '/b', '/c', '/d', '/b'])
})

test('at most so many bytes are cached, compressed variants included', async () => {
  const { get, rendered } = await start({ maxBytes: text.length * 2 + 10 })
  for (const path of ['/a', '/b', '/a', '/b']) await get(path)
  expect(rendered).toEqual(['/a', '/b'])
  await get('/b', { 'accept-encoding': 'gzip' })
  await get('/b')
  await get('/a')
  expect(rendered).toEqual(['/a', '/b', '/a'])
})

test('a page larger than the limit is sent and not cached', async () => {
  const { get, rendered } = await start({ maxBytes: text.length - 1 })
  expect((await get('/a')).body).toHaveLength(text.length)
  expect((await get('/a')).body).toHaveLength(text.length)
  expect(rendered).toHaveLength(2)
})

test('a variant that is ready after its page was removed takes no room and adds no page', async () => {
  const { get, rendered } = await start({ maxPages: 1 })
  await get('/a')
  // Compressed again in the background from the third request on, while another page takes its place.
  for (let asked = 0; asked < 3; asked++) await get('/a', { 'accept-encoding': 'br' })
  await get('/b')
  // Node compresses four at once; those that begin now finish last.
  await Promise.all([1, 2, 3, 4].map(() => promisify(brotliCompress)(text)))
  rendered.length = 0
  for (const path of ['/b', '/a']) await get(path)
  expect(rendered).toEqual(['/a'])
})

test('headers for the cache alone never leave the process', async () => {
  const { get, state } = await start()
  const inner = ['x-any-query', 'x-client-address']
  const replies = [await get('/a'), await get('/a'), await get('/a', {}, 'HEAD'), await get('/api/a')]
  state.render = () => page(anyQuery, 404)
  replies.push(await get('/missing'), await get('/missing', {}, 'HEAD'), await get('/a?draft'))
  for (const { headers } of replies) {
    expect(Object.keys(headers).filter((name) => inner.includes(name))).toEqual([])
  }
})

test('an empty page is cached', async () => {
  const { get, rendered, state } = await start()
  state.render = () => new Response('', { headers: anyQuery })
  await get('/a')
  expect((await get('/a')).body).toHaveLength(0)
  expect(rendered).toHaveLength(1)
})

test('a request id belongs to one request', async () => {
  const { get, state } = await start()
  state.render = () => page({ ...anyQuery, 'x-request-id': 'one' })
  await get('/a')
  const [second, third] = [await get('/a'), await get('/a')].map(({ headers }) => headers['x-request-id'])
  expect([second, third]).not.toContain('one')
  expect(second).not.toBe(third)
})

test('partial and whole router data are cached apart', async () => {
  const { get, rendered, state } = await start()
  state.render = (path) => new Response(path, { headers: publicPage })
  for (const path of ['/faq.data?_routes=content', '/faq.data', '/faq.data?_routes=content', '/faq.data']) {
    expect(String((await get(path)).body)).toBe(path)
  }
  expect(rendered).toHaveLength(2)
})
