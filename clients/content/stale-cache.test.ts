import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fault, faults, startFaultyServer } from '../../platform/http/faulty-server.fixture.ts'
import { openFileCache } from '../../platform/file-cache.ts'
import { isContentResponse } from './response-checks.ts'
import { ageHeader } from '../../contracts/age.ts'
import { createStaleFetch } from './stale-cache.ts'

const longTimeoutMs = 60_000
/** Only for faults that never respond: on a busy machine a good response must not time out. */
const shortTimeoutMs = 150
const token = 'sEcReT-token'

let server: Awaited<ReturnType<typeof startFaultyServer>>
let folder: string
let time: number
const opened: ReturnType<typeof openFileCache>[] = []
let text: string
let status: number
let warn: ReturnType<typeof vi.fn<(details: { message: string; cause: unknown }) => void>>

beforeEach(async () => {
  text = 'first'
  status = 200
  time = Date.now()
  // The breaker counts on the clock of the process.
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  warn = vi.fn()
  folder = mkdtempSync(join(tmpdir(), 'stale-cache-'))
  server = await startFaultyServer(() => ({
    status,
    body: JSON.stringify(
      status === 404 ? ['This record could not be found'] : { story: { uuid: 'u', text } },
    ),
  }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.stop()
  await Promise.all(opened.splice(0).map((files) => files.close()))
  rmSync(folder, { recursive: true })
})

function fileCache() {
  const files = openFileCache({ folder, warn })
  opened.push(files)
  return files
}

function open(timeoutMs = longTimeoutMs, send = (request: Request) => globalThis.fetch(request)) {
  const files = fileCache()
  const fetch = createStaleFetch({
    fetch: send,
    store: files,
    isGood: isContentResponse,
    now: () => time,
    random: () => 0,
    warn,
    timeoutMs,
  })
  return {
    close: files.close,
    /** Reads a story: its text or the status, and its age in seconds. */
    async read(path = 'home', cv = 1, version = '&version=published', as = token) {
      const url = `${server.url}/v2/cdn/stories/${path}?cv=${cv}&token=${as}${version}`
      const response = await fetch(new Request(url))
      const body = (await response.json()) as { story?: { text: string } }
      return { text: body.story?.text ?? response.status, age: response.headers.get(ageHeader) }
    },
  }
}

const fresh = (text: string | number) => ({ text, age: null })

describe('one request at a time', () => {
  test('for a hundred calls', async () => {
    const { read } = open()
    const all = await Promise.all(Array.from({ length: 100 }, () => read()))
    expect(new Set(all.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(fresh('first'))]))
    expect(server.state.requests).toHaveLength(1)
  })

  test('for two versions: the second is requested after the first and does not get its response', async () => {
    const { read } = open()
    await Promise.all([1, 2, 2, 2].map((cv) => read('home', cv)))
    expect(server.state.requests.map((path) => /cv=(\d)/.exec(path)?.[1])).toEqual(['1', '2'])
    expect(server.state.mostAtOnce).toBe(1)
  })

  test('for labels, although each call has another time as version', async () => {
    const fetch = createStaleFetch({
      fetch: (request) => globalThis.fetch(request),
      store: fileCache(),
      isGood: () => true,
      now: () => time,
      random: () => 0,
      warn,
    })
    const of = (cv: number) =>
      fetch(new Request(`${server.url}/v2/cdn/datasource_entries?datasource=x&token=${token}&cv=${cv}`))
    await Promise.all([1, 2, 3].map(of))
    expect(server.state.requests).toHaveLength(1)
    await of(1)
    expect(server.state.requests).toHaveLength(2)
  })
})

test('a service slower than callers wait is heard in the end: its first response is stored', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { read } = open(shortTimeoutMs, (request) => promise.then(() => globalThis.fetch(request)))
  await expect(read()).rejects.toThrow('timeout')
  await expect(read()).rejects.toThrow('timeout')
  expect(server.state.requests).toEqual([])
  resolve()
  await vi.waitFor(async () => expect(await read()).toEqual(fresh('first')), 10_000)
  expect(server.state.requests).toHaveLength(1)
})

test('where nothing is stored, the first caller waits in vain, and later ones hardly', async () => {
  const { read } = open(1500, () => new Promise(() => {}))
  const timeOf = async (path: string) => {
    const began = Date.now()
    await expect(read(path)).rejects.toThrow('timeout')
    return Date.now() - began
  }
  expect(await timeOf('home')).toBeGreaterThan(1400)
  expect((await timeOf('home')) + (await timeOf('faq')) + (await timeOf('events'))).toBeLessThan(1400)
})

describe('the last good response', () => {
  test.each(Object.keys(faults) as Fault[])('is used: %s', async (fault) => {
    const before = open()
    await before.read()
    await before.close()
    const { read } = open(fault === 'slow' || fault === 'drip' ? shortTimeoutMs : longTimeoutMs)
    server.state.fault = fault
    text = 'second'
    time += 90_000
    expect(await read('home', 2)).toEqual({ text: 'first', age: '90' })
    server.state.fault = null
    time += 60_000
    await read('home', 2)
    await vi.waitFor(async () => expect(await read('home', 2)).toEqual(fresh('second')), 10_000)
  })

  test('is used without any service, right after a restart; the token is not on disk', async () => {
    const before = open()
    await before.read()
    await before.read('faq')
    await before.close()
    await server.stop()
    time += 5000
    const after = open()
    expect(await after.read('home', 2)).toEqual({ text: 'first', age: '5' })
    await expect(after.read('never-seen')).rejects.toThrow(/^no|^ECONN|^not asked/)
    expect(readdirSync(folder)).toHaveLength(2)
    expect(() => execFileSync('grep', ['-r', token, folder])).toThrow('grep')
    expect(JSON.stringify(warn.mock.calls.map(([{ cause }]) => String(cause)))).not.toContain(token)
    await server.start()
  })

  test.each(['slow', 'drip'] as const)('is used even when nothing ends a request: %s', async (fault) => {
    const before = open()
    await before.read()
    await before.close()
    server.state.fault = fault
    const { read } = open(shortTimeoutMs, (request) => fetch(request.url))
    expect((await read('home', 2)).text).toBe('first')
  })

  test('is used with another token', async () => {
    const { read } = open()
    await read()
    server.state.fault = 'status 401'
    expect((await read('home', 2, '&version=published', 'other-token')).text).toBe('first')
  })

  test('is replaced for another version and not requested again for the same version', async () => {
    const { read } = open()
    await read('home', 1)
    text = 'second'
    expect(await read('home', 1)).toEqual(fresh('first'))
    expect(await read('home', 2)).toEqual(fresh('second'))
    expect(server.state.requests).toHaveLength(2)
    await server.stop()
    expect((await read('home', 3)).text).toBe('second')
    await server.start()
  })

  test('of a deleted story is its 404', async () => {
    const { read } = open()
    await read()
    status = 404
    expect(await read('home', 2)).toEqual(fresh(404))
    server.state.fault = 'status 500'
    expect((await read('home', 3)).text).toBe(404)
  })

  test('is returned at once while the service fails, and renewed in the background', async () => {
    // With this timeout, a response that waited for the service would never come.
    const { read } = open(3_600_000)
    await read()
    server.state.fault = 'status 500'
    await read('home', 2)
    server.state.fault = 'slow'
    expect((await read('home', 2)).text).toBe('first')
    expect((await read('home', 2)).text).toBe('first')
    await vi.waitFor(() => expect(server.state.requests).toHaveLength(3))
    await expect(Promise.race([read('never-seen'), read('home', 2)])).resolves.toMatchObject({
      text: 'first',
    })
  })

  test('is neither used for a draft nor replaced by one', async () => {
    const { read } = open()
    await read('home', 1, '&version=draft')
    server.state.fault = 'status 500'
    await expect(read()).rejects.toThrow('status 500')
    server.state.fault = null
    await read()
    server.state.fault = 'status 500'
    expect(await read('home', 1, '&version=draft')).toEqual(fresh(500))
  })
})

describe('a service that fails', () => {
  const failing = async ({ read }: ReturnType<typeof open>, times: number) => {
    for (let each = 0; each < times; each++) await read(`story-${each}`).catch(() => {})
  }

  test('is not called for ten seconds after five failures, then tried once', async () => {
    const site = open()
    server.state.fault = 'status 500'
    await failing(site, 20)
    expect(server.state.requests).toHaveLength(5)
    time += 9999
    await failing(site, 3)
    expect(server.state.requests).toHaveLength(5)
    time += 1
    await Promise.all(Array.from({ length: 20 }, (_, each) => site.read(`other-${each}`).catch(() => {})))
    expect(server.state.requests).toHaveLength(6)
    time += 10_000
    server.state.fault = null
    await site.read()
    await failing(site, 3)
    expect(server.state.requests).toHaveLength(10)
  })

  test('is called further when failures are rare or responses come in between', async () => {
    const site = open()
    for (let each = 0; each < 8; each++) {
      server.state.fault = 'status 500'
      await failing(site, 3)
      server.state.fault = null
      await site.read(`good-${each}`)
    }
    server.state.fault = 'status 500'
    for (let each = 0; each < 8; each++, time += 2501) await site.read('bad').catch(() => {})
    expect(server.state.requests).toHaveLength(8 * 4 + 8)
  })

  test('is not called before its Retry-After', async () => {
    const site = open()
    server.state.fault = 'limited'
    await failing(site, 5)
    expect(server.state.requests).toHaveLength(1)
    time += 29_999
    await failing(site, 5)
    expect(server.state.requests).toHaveLength(1)
    time += 1
    server.state.fault = null
    expect(await site.read()).toEqual(fresh('first'))
  })

  test('is logged once', async () => {
    const site = open()
    server.state.fault = 'status 500'
    await failing(site, 20)
    expect(warn).toHaveBeenCalledOnce()
  })
})
