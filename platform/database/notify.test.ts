import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { serverUrl, testDatabase } from './database.fixture.ts'
import { openDatabase, type OpenedDatabase } from './database.ts'
import { type Notices, openNotices } from './notify.ts'
import { openProxy } from './proxy.fixture.ts'

const log = createLog('silent')
let database: OpenedDatabase
let proxy: Awaited<ReturnType<typeof openProxy>>
let opened: Notices[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const url = new URL(serverUrl())
  url.pathname = `/${rows[0]?.name}`
  proxy = await openProxy(url.href)
})
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()))
  opened = []
  proxy.close()
})

/** The notices of one process, which listens by way of the proxy. */
async function open() {
  const received: unknown[] = []
  const listening = vi.fn()
  const notices = openNotices({
    databaseUrl: proxy.url,
    db: database.db,
    channel: 'test',
    receive: (items) => void received.push(...items),
    listening,
    log,
  })
  opened.push(notices)
  await vi.waitFor(() => expect(notices.arrive()).toBe(true))
  return { ...notices, received, listening }
}

const patient = { timeout: 8000, interval: 20 }

test('the other processes receive what one sends, in order, also more than fits one notice', async () => {
  const [one, other, third] = [await open(), await open(), await open()]
  const items = Array.from({ length: 500 }, (_, id) => ({ id, text: 'ä'.repeat(id) }))
  await one.send(items)
  for (const { received } of [other, third]) await vi.waitFor(() => expect(received).toEqual(items))
  await other.send(['x'])
  await vi.waitFor(() => expect(one.received).toEqual(['x']))
})

test('it listens again after its connection was ended, and says so', async () => {
  const [one, other] = [await open(), await open()]
  expect(other.listening).toHaveBeenCalledTimes(1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`.execute(database.db)
  await vi.waitFor(() => expect(other.listening).toHaveBeenCalledTimes(2), patient)
  await one.send(['x'])
  await vi.waitFor(() => expect(other.received).toEqual(['x']))
})

test.each(['cut', 'freeze'] as const)(
  '%s connections count as such within 4 s, and are replaced',
  async (fault) => {
    const one = await open()
    proxy[fault]()
    await vi.waitFor(() => expect(one.arrive()).toBe(false), { timeout: 4200, interval: 20 })
    proxy.mend()
    await vi.waitFor(() => expect(one.arrive()).toBe(true), patient)
    expect(one.listening.mock.calls.length).toBeGreaterThan(1)
  },
)

test('a failure to send is no error', async () => {
  const one = await open()
  const { db, close } = await testDatabase()
  await close()
  const silent = openNotices({
    databaseUrl: proxy.url,
    db,
    channel: 'test',
    receive: () => {},
    listening: () => {},
    log,
  })
  opened.push(silent)
  await silent.send(['x'])
  expect(one.received).toEqual([])
})

test('a writer does not wait for a notice that PostgreSQL does not take', async () => {
  const limits = { statementMs: 10 * 60_000 }
  const { db, close } = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log, limits })
  const notices = openNotices({
    databaseUrl: proxy.url,
    db,
    channel: 'test',
    receive: () => {},
    listening: () => {},
    log,
  })
  opened.push(notices)
  await vi.waitFor(() => expect(notices.arrive()).toBe(true))
  proxy.silence()
  await notices.send(['x'])
  proxy.cut()
  await close()
})
