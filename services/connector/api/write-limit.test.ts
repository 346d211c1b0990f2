import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Problem } from '../../../contracts/problem.ts'
import { type OpenedDatabase, openDatabase } from '../../../platform/database/database.ts'
import { serverUrl, testDatabase, testDatabaseKind } from '../../../platform/database/database.fixture.ts'
import { createWrite } from '../../../platform/idempotency.ts'
import { createLog } from '../../../platform/log.ts'
import { createRateLimit } from '../../../platform/rate-limit.ts'
import { createSharedWriteLimit, createWriteLimit } from './write-limit.ts'

test('sixty writes of a member in a minute, each member for themselves', async () => {
  let now = 0
  const limit = createWriteLimit(() => new Date(now))
  const hits = async (member: number, count: number) => {
    for (let index = 0; index < count; index++) await limit.hit(member)
  }
  await hits(1, 60)
  now = 59_001
  await expect(limit.hit(1)).rejects.toMatchObject({
    code: 'tooManyRequests',
    options: { headers: { 'retry-after': '1' } },
  })
  await hits(2, 60)
  now = 60_000
  await hits(1, 60)
  await expect(limit.hit(1)).rejects.toThrow()
})

test('processes that share a database count together', async () => {
  const first = await testDatabase()
  const second = await another(first)
  const clock = () => new Date('2026-11-21T10:00:00Z')
  const [one, two] = [first, second].map(({ db }) => createSharedWriteLimit(createRateLimit({ db, clock })))
  await Promise.all(Array.from({ length: 30 }, () => Promise.all([one?.hit(1), two?.hit(1)])))
  await expect(one?.hit(1)).rejects.toMatchObject({ code: 'tooManyRequests' })
  await expect(two?.hit(1)).rejects.toMatchObject({ code: 'tooManyRequests' })
  const takeBack = await one?.hit(2)
  for (let index = 0; index < 59; index++) await two?.hit(2)
  await takeBack?.()
  await one?.hit(2)
  await expect(two?.hit(2)).rejects.toMatchObject({ code: 'tooManyRequests' })
  if (second !== first) await second.close()
  await first.close()
})

/** Opens a second pool of the same database, as another process has; the embedded one has no other. */
async function another(opened: OpenedDatabase): Promise<OpenedDatabase> {
  if (testDatabaseKind !== 'postgres') return opened
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(opened.db)
  const url = new URL(serverUrl())
  url.pathname = `/${rows[0]?.name}`
  return openDatabase({ databaseUrl: url.href, dataDir: '', log: createLog('warn') })
}

test('every write counts, whatever comes of it', async () => {
  const write = createWrite({ writeLimit: createWriteLimit(() => new Date(0)) })
  const context = { req: { header: () => undefined } } as never
  for (let index = 0; index < 60; index++) {
    const failing = write(context, 1, () => Promise.reject(new Error('refused')))
    await expect(failing).rejects.toThrow('refused')
  }
  await expect(write(context, 1, async () => new Response())).rejects.toMatchObject({
    code: 'tooManyRequests',
  })
})

test.each(['databaseUnavailable', 'databaseFull'] as const)(
  'a write that fails with %s does not count',
  async (code) => {
    const write = createWrite({ writeLimit: createWriteLimit(() => new Date(0)) })
    const context = { req: { header: () => undefined } } as never
    for (let index = 0; index < 100; index++)
      await expect(write(context, 1, () => Promise.reject(new Problem(code)))).rejects.toMatchObject({ code })
    await expect(write(context, 1, async () => new Response())).resolves.toBeInstanceOf(Response)
  },
)
