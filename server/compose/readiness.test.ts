import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemClock as clock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createUpstreams } from '../../platform/http/upstreams.ts'
import { createLog } from '../../platform/log.ts'
import type { Base } from './base.ts'
import { composeConnector } from './connector.ts'
import { composeContent } from './content.ts'
import { composeMetrics } from './metrics.ts'
import { composeReadiness } from './readiness.ts'

const minute = 60_000
const works = async () => {}
const fails = () => Promise.reject(new Error('away'))

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.deleteFrom('outbox').execute()
})

function baseOf(environment: Record<string, string> = {}): Base {
  return {
    config: readConfig(environment),
    db: opened.db,
    clock,
    log: createLog('silent'),
    secret: Buffer.alloc(32),
    upstreams: createUpstreams(),
    metrics: createMetrics(),
  }
}

function readinessOf(base: Base, parts: Partial<Parameters<typeof composeReadiness>[1]> = {}) {
  return composeReadiness(base, {
    opened,
    identity: { check: null },
    connector: { check: null },
    content: { check: works },
    ...parts,
  })()
}

const queueMail = (ageMs: number, done: { doneAt?: Date; failedAt?: Date } = {}) =>
  opened.db
    .insertInto('outbox')
    .values({ kind: 'mail', key: randomUUID(), createdAt: new Date(Date.now() - ageMs), ...done })
    .execute()

test('a database that takes writes is all that a whole process needs', async () => {
  expect(await readinessOf(baseOf())).toEqual({
    ready: true,
    needed: { database: 'ok', pool: 'ok' },
    degraded: [],
  })
})

test('a database that reads and does not write is not ready', async () => {
  await opened.db.schema.alterTable('setting').renameTo('setting_away').execute()
  try {
    const { ready, needed } = await readinessOf(baseOf())
    expect([ready, needed]).toEqual([false, { database: 'failed', pool: 'ok' }])
  } finally {
    await opened.db.schema.alterTable('setting_away').renameTo('setting').execute()
  }
})

test('a database whose disk was full a moment ago is not ready, although a row fits', async () => {
  const numbers = () => ({ ...opened.numbers(), isFull: true })
  const { ready, needed } = await readinessOf(baseOf(), { opened: { db: opened.db, numbers } })
  expect([ready, needed]).toEqual([false, { database: 'failed', pool: 'ok' }])
})

test('a pool whose callers wait longer than a check is not ready', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { max } = opened.numbers()
  const held = Array.from({ length: max + 1 }, () => opened.db.connection().execute(() => promise))
  const answer = readinessOf(baseOf())
  const { ready, needed } = await answer.finally(resolve)
  await Promise.all(held)
  expect([ready, needed]).toEqual([false, { database: 'failed', pool: 'failed' }])
  expect((await readinessOf(baseOf())).ready).toBe(true)
})

test('parts elsewhere that fail are named', async () => {
  const base = baseOf({ FABMAN_API_KEY: 'key' })
  await base.upstreams
    .watched(
      'fabman',
      fails,
    )(new Request('http://localhost'))
    .catch(() => {})
  const parts = { connector: { check: fails }, identity: { check: fails }, content: { check: fails } }
  const { ready, degraded } = await readinessOf(base, parts)
  expect([ready, degraded]).toEqual([true, ['content', 'connector', 'fabman', 'identity']])
})

test('a mail that waits longer than 15 minutes is named, where mail is sent', async () => {
  const degraded = async (environment = {}) => (await readinessOf(baseOf(environment))).degraded
  const sends = { SMTP_URL: 'smtp://127.0.0.1:1' }
  await queueMail(14 * minute)
  await queueMail(60 * minute, { doneAt: new Date() })
  await queueMail(60 * minute, { failedAt: new Date() })
  expect(await degraded(sends)).toEqual([])
  await queueMail(16 * minute)
  expect(await degraded(sends)).toEqual(['mail'])
  expect(await degraded()).toEqual([])
})

test.each([
  ['its version', () => Response.json({ space: { version: 1 } }), true],
  ['a 500 with its version', () => Response.json({ space: { version: 1 } }, { status: 500 }), false],
  ['a maintenance page', () => new Response('<h1>Maintenance</h1>'), false],
  ['other JSON', () => Response.json({}), false],
])('a content service that answers %s', async (_, respond, works) => {
  const server = createServer((_request, response) => {
    const answer = respond()
    void answer.text().then((text) => response.writeHead(answer.status).end(text))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'werkbank-content-'))
  const { port } = server.address() as AddressInfo
  const base = baseOf({ STORYBLOK_ENDPOINT: `http://127.0.0.1:${port}`, DATA_DIR: folder })
  const content = composeContent(base, { development: true })
  const { degraded } = await readinessOf(base, { content })
  expect(degraded).toEqual(works ? [] : ['content'])
  await content.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

test('a connector elsewhere that goes away is named, although pages show what it said', async () => {
  const connector = composeConnector(
    baseOf({ CONNECTOR_URL: 'http://127.0.0.1:1/connector/v1' }),
    { keeper: {}, read: 'read', manage: 'manage' } as never,
    { verifierAt: () => null } as never,
    { workshop: {}, cache: {}, bookingsSeconds: () => 60 } as never,
  )
  const answer = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([]))
  const degraded = async () => (await readinessOf(baseOf(), { connector })).degraded
  await connector.reader.spaces()
  expect(await degraded()).toEqual([])
  answer.mockImplementation(fails)
  expect([await connector.reader.spaces(), await degraded()]).toEqual([[], ['connector']])
  answer.mockRestore()
})

test('metrics name what waits and what happened', async () => {
  await queueMail(2 * minute)
  const base = baseOf()
  await base.upstreams.watched('fabman', async () => new Response())(new Request('http://localhost'))
  const embedded = { events: new Map([['signInWrong', 3]]) } as never
  const text = await composeMetrics(base, { opened, identity: { embedded } })()
  for (const line of [
    'werkbank_outbox_unsent{kind="mail"} 1',
    'werkbank_upstream_calls_total{upstream="fabman",outcome="ok"} 1',
    'werkbank_identity_events_total{event="signInWrong"} 3',
    `werkbank_database_connections{state="max"} ${opened.numbers().max}`,
    'werkbank_database_waiting 0',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(/werkbank_outbox_oldest_age_seconds\{kind="mail"\} 1[12]\d/)
  for (const name of ['nodejs_eventloop_lag_seconds{quantile="0.99"}', 'process_resident_memory_bytes'])
    expect(text).toContain(`${name} `)
})
