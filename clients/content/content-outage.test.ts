import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFaultyServer } from '../../platform/http/faulty-server.fixture.ts'
import { openFileCache } from '../../platform/file-cache.ts'
import { isContentResponse } from './response-checks.ts'
import { ContentUnavailable } from './content-versions.ts'
import { createContentClient } from './content.ts'
import { createStaleFetch } from './stale-cache.ts'

/* The content client over a real server that fails, composed as in server/compose/content.ts. */

let server: Awaited<ReturnType<typeof startFaultyServer>>
let folder: string
let time: number
const opened: ReturnType<typeof openFileCache>[] = []
let version: number
/** Paths that respond with 503. */
let broken: string[]

beforeEach(async () => {
  time = Date.now()
  version = 7
  broken = []
  folder = mkdtempSync(join(tmpdir(), 'outage-'))
  server = await startFaultyServer(({ pathname }) => {
    const path = pathname.replace('/v2/cdn/', '')
    const story = (uuid: string) => ({
      id: 1,
      uuid,
      full_slug: uuid,
      name: `${uuid} ${version}`,
      content: { component: uuid.startsWith('m') ? 'machine' : 'page' },
    })
    const bodies: Record<string, object> = {
      'spaces/me': { space: { version } },
      links: {
        links: Object.fromEntries(
          ['home', 'm1'].map((uuid) => [uuid, { id: 1, uuid, slug: uuid, published: true }]),
        ),
      },
      stories: { stories: [story('m1')] },
      datasource_entries: {
        datasource_entries: [{ id: 1, name: `Laser ${version}`, value: 'laser', dimension_value: null }],
      },
      'stories/home': { story: story('home') },
      'stories/m1': { story: story('m1') },
    }
    const body = broken.includes(path) ? undefined : bodies[path]
    return { status: body ? 200 : 503, body: JSON.stringify(body ?? {}) }
  })
})
afterEach(async () => {
  await server.stop()
  await Promise.all(opened.splice(0).map((files) => files.close()))
  rmSync(folder, { recursive: true })
})

function fileCache() {
  const files = openFileCache({ folder, warn: () => {} })
  opened.push(files)
  return files
}

/** A short timeout only where nothing responds: on a busy machine a good response must not time out. */
function open(timeoutMs = 60_000) {
  const warn = () => {}
  const now = () => time
  const store = fileCache()
  const fetch = createStaleFetch({
    fetch: (request) => globalThis.fetch(request),
    store,
    isGood: isContentResponse,
    now,
    random: () => 0,
    warn,
    timeoutMs,
  })
  const client = createContentClient({ endpoint: `${server.url}/v2`, token: 'public', fetch, now, warn })
  /** Reads what a page of machines needs. */
  const page = async () => {
    const [home, machines, labels] = await Promise.all([
      client.story('', 'de'),
      client.storiesOfType('machine', 'de'),
      client.labels('machine-types', 'de'),
    ])
    return [home?.name, machines[0]?.name, labels['laser']]
  }
  return { client, page, close: store.close }
}

const seen = (of: number) => [`home ${of}`, `m1 ${of}`, `Laser ${of}`]

test.each(['slow', 'status 500', 'limited', 'garbage', 'reset'] as const)(
  'after a restart into an outage (%s) a stored page is available, another one is not',
  async (fault) => {
    const before = open()
    expect(await before.page()).toEqual(seen(7))
    await before.close()
    server.state.fault = fault
    const after = open(fault === 'slow' ? 150 : undefined)
    expect(await after.page()).toEqual(seen(7))
    await expect(after.client.story('m1', 'de')).rejects.toThrow(ContentUnavailable)
    expect(await after.page()).toEqual(seen(7))
  },
)

test('ten minutes of outage under load cost at most 65 calls', async () => {
  const { page, close } = open()
  await page()
  await close()
  server.state.fault = 'status 500'
  server.state.requests.length = 0
  const after = open()
  for (let second = 0; second < 600; second++, time += 1000) {
    const pages = await Promise.all(Array.from({ length: 5 }, after.page))
    expect(new Set(pages.map(String))).toEqual(new Set([String(seen(7))]))
  }
  // Five until the pause, then one every ten seconds.
  expect(server.state.requests.length).toBeLessThanOrEqual(5 + 60)
}, 60_000)

test('a known version is returned at once and renewed in the background', async () => {
  const { client } = open()
  await client.version()
  server.state.fault = 'slow'
  time += 5000
  expect(await Promise.all([client.version(), client.version()])).toEqual([7, 7])
  await vi.waitFor(() => expect(server.state.requests).toHaveLength(2))
})

test('refresh resolves when the new version counts, also right after a failure', async () => {
  const { client } = open()
  await client.story('', 'de')
  server.state.fault = 'status 500'
  await client.refresh()
  server.state.fault = null
  version = 8
  await client.refresh()
  expect(await client.version()).toBe(8)
  expect((await client.story('', 'de'))?.name).toBe('home 8')
})

test('refresh does not join a read that began before it', async () => {
  const { client } = open()
  await client.version()
  time += 5000
  await client.version()
  const requests = server.state.requests.length
  await Promise.all([client.refresh(), client.refresh()])
  expect(server.state.requests.length - requests).toBe(2)
})

test('a story that fails in a new version is stale until it can be read', async () => {
  const { client, page } = open()
  await page()
  version = 8
  broken = ['stories/home']
  await client.refresh()
  expect((await page())[0]).toBe('home 7')
  expect((await page())[1]).toBe('m1 8')
  broken = []
  await client.refresh()
  expect(await page()).toEqual(seen(8))
  expect(await client.version()).not.toBe(8)
  expect(Math.floor(await client.version())).toBe(8)
})

test('a story that stays broken does not change the version again and again', async () => {
  const { client, page } = open()
  await page()
  version = 8
  broken = ['stories/home']
  const keys = new Set<number>()
  for (let second = 0; second < 60; second++, time += 1000) {
    await client.refresh()
    await page()
    keys.add(await client.version())
  }
  expect(keys.size).toBeLessThanOrEqual(3)
})
