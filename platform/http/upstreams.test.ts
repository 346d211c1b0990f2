import { expect, test } from 'vitest'
import { createUpstreams } from './upstreams.ts'

const page = { 'content-type': 'text/html; charset=utf-8' }

test.each([
  ['an answer', () => Response.json({}), 'ok', false],
  ['404', () => new Response(null, { status: 404 }), 'refused', false],
  ['422', () => new Response(null, { status: 422 }), 'refused', false],
  ['a refused key', () => new Response(null, { status: 401 }), 'failed', true],
  ['429', () => new Response(null, { status: 429 }), 'failed', true],
  ['503', () => new Response(null, { status: 503 }), 'failed', true],
  ['the page of a proxy', () => new Response('<h1>Maintenance</h1>', { headers: page }), 'failed', true],
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'failed', true],
] as const)('%s is counted', async (_, respond, outcome, isFailing) => {
  const upstreams = createUpstreams()
  const call = upstreams.watched('fabman', async () => respond())
  await call(new Request('http://localhost')).catch(() => {})
  expect(upstreams.counts.get('fabman')).toEqual({ ok: 0, refused: 0, failed: 0, [outcome]: 1 })
  expect(upstreams.isFailing('fabman')).toBe(isFailing)
})

test('the last call decides, for each name alone', async () => {
  const upstreams = createUpstreams()
  let status = 503
  const call = (name: string) =>
    upstreams.watched(name, async () => new Response(null, { status }))(new Request('http://localhost'))
  await call('fabman')
  status = 200
  await call('content')
  expect([upstreams.isFailing('fabman'), upstreams.isFailing('content')]).toEqual([true, false])
  await call('fabman')
  expect(upstreams.isFailing('fabman')).toBe(false)
})

test('a body that breaks off is a failure, and the next whole one mends it', async () => {
  const upstreams = createUpstreams()
  const parts = [new TextEncoder().encode('{"half":')]
  const half = new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.error(new TypeError('terminated'))
    },
  })
  const responses = [new Response(half, { status: 201 }), Response.json({ whole: true })]
  const call = upstreams.watched('fabman', async () => responses.shift() ?? Response.error())
  const broken = await call(new Request('http://localhost'))
  expect(broken.status).toBe(201)
  await expect(broken.text()).rejects.toThrow('terminated')
  expect(upstreams.isFailing('fabman')).toBe(true)
  expect(await (await call(new Request('http://localhost'))).json()).toEqual({ whole: true })
  expect(upstreams.isFailing('fabman')).toBe(false)
})
