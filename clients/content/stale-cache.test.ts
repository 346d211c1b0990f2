import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fault, faults, startFaultyServer } from '../../platform/http/faulty-server.fixture.ts'
import { openKeptFiles } from '../../platform/file-cache.ts'
import { isContentAnswer } from './response-checks.ts'
import { ageHeader } from '../../contracts/age.ts'
import { createKeptFetch } from './stale-cache.ts'

const patientMs = 60_000
/** Only for what never answers: a busy machine must not make a good answer late. */
const impatientMs = 150
const token = 'sEcReT-token'

let server: Awaited<ReturnType<typeof startFaultyServer>>
let folder: string
let time: number
const opened: ReturnType<typeof openKeptFiles>[] = []
let text: string
let status: number
let warn: ReturnType<typeof vi.fn<(details: { message: string; cause: unknown }) => void>>

beforeEach(async () => {
  text = 'first'
  status = 200
  time = Date.now()
  // The breaker counts on the clock of the process.
  vi.spyOn(Date, 'now').mockImplementation(() => time)
  warn = vi.fn()
  folder = mkdtempSync(join(tmpdir(), 'kept-'))
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

function keptFiles() {
  const files = openKeptFiles({ folder, warn })
  opened.push(files)
  return files
}

function open(timeoutMs = patientMs, send = (request: Request) => globalThis.fetch(request)) {
  const files = keptFiles()
  const fetch = createKeptFetch({
    fetch: send,
    answers: files,
    isGood: isContentAnswer,
    now: () => time,
    random: () => 0,
    warn,
    timeoutMs,
  })
  return {
    close: files.close,
    /** What a visitor gets: the story's text or the status; `kept` is the age in seconds. */
    async read(path = 'home', cv = 1, version = '&version=published', as = token) {
      const url = `${server.url}/v2/cdn/stories/${path}?cv=${cv}&token=${as}${version}`
      const response = await fetch(new Request(url))
      const body = (await response.json()) as { story?: { text: string } }
      return { text: body.story?.text ?? response.status, kept: response.headers.get(ageHeader) }
    },
  }
}

const fresh = (text: string | number) => ({ text, kept: null })

describe('one request at a time', () => {
  test('for a hundred who ask', async () => {
    const { read } = open()
    const all = await Promise.all(Array.from({ length: 100 }, () => read()))
    expect(new Set(all.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(fresh('first'))]))
    expect(server.state.requests).toHaveLength(1)
  })

  test('for two versions: the later one is asked for after the earlier, and never given its answer', async () => {
    const { read } = open()
    await Promise.all([1, 2, 2, 2].map((cv) => read('home', cv)))
    expect(server.state.requests.map((path) => /cv=(\d)/.exec(path)?.[1])).toEqual(['1', '2'])
    expect(server.state.mostAtOnce).toBe(1)
  })

  test('for labels, whatever time they carry as version', async () => {
    const fetch = createKeptFetch({
      fetch: (request) => globalThis.fetch(request),
      answers: keptFiles(),
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

describe('the last good answer', () => {
  test.each(Object.keys(faults) as Fault[])('stays: %s', async (fault) => {
    const before = open()
    await before.read()
    await before.close()
    const { read } = open(fault === 'slow' || fault === 'drip' ? impatientMs : patientMs)
    server.state.fault = fault
    text = 'second'
    time += 90_000
    expect(await read('home', 2)).toEqual({ text: 'first', kept: '90' })
    server.state.fault = null
    time += 60_000
    await read('home', 2)
    await vi.waitFor(async () => expect(await read('home', 2)).toEqual(fresh('second')), 10_000)
  })

  test('stays without any service, right after a restart, without the token on disk', async () => {
    const before = open()
    await before.read()
    await before.read('faq')
    await before.close()
    await server.stop()
    time += 5000
    const after = open()
    expect(await after.read('home', 2)).toEqual({ text: 'first', kept: '5' })
    await expect(after.read('never-seen')).rejects.toThrow(/^no|^ECONN|^not asked/)
    expect(readdirSync(folder)).toHaveLength(2)
    expect(() => execFileSync('grep', ['-r', token, folder])).toThrow('grep')
    expect(JSON.stringify(warn.mock.calls.map(([{ cause }]) => String(cause)))).not.toContain(token)
    await server.start()
  })

  test.each(['slow', 'drip'] as const)('stays even when nothing ends a request: %s', async (fault) => {
    const before = open()
    await before.read()
    await before.close()
    server.state.fault = fault
    const { read } = open(impatientMs, (request) => fetch(request.url))
    expect((await read('home', 2)).text).toBe('first')
  })

  test('stays when the token was changed', async () => {
    const { read } = open()
    await read()
    server.state.fault = 'status 401'
    expect((await read('home', 2, '&version=published', 'other-token')).text).toBe('first')
  })

  test('is replaced by one of another version, and not asked for again of the same', async () => {
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

  test('of a story that was deleted is that there is none', async () => {
    const { read } = open()
    await read()
    status = 404
    expect(await read('home', 2)).toEqual(fresh(404))
    server.state.fault = 'status 500'
    expect((await read('home', 3)).text).toBe(404)
  })

  test('is given at once while the service fails, and renewed behind', async () => {
    // With so much patience, an answer that waited for the service would never come.
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

  test('of a draft does not exist, and a draft is none', async () => {
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

  test('is left alone for ten seconds after five failures, then tried once', async () => {
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

  test('is asked on when failures are rare or answers come in between', async () => {
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

  test('is left alone for as long as it says', async () => {
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

  test('is told of once', async () => {
    const site = open()
    server.state.fault = 'status 500'
    await failing(site, 20)
    expect(warn).toHaveBeenCalledOnce()
  })
})
