import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, testDatabaseKind } from '../../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { createWriteStore, type WriteId } from './writes.store.ts'

const now = new Date('2026-12-01T08:00:00Z')
const [one, other] = ['one', 'other'].map((key): WriteId => ({ key, kind: 'credit', position: 0 })) as [
  WriteId,
  WriteId,
]

let database: OpenedDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { db } = database
  await sql`truncate grant_record cascade`.execute(db)
  const fingerprint = Buffer.from('-')
  for (const id of [one, other]) {
    await db.insertInto('grantRecord').values({ key: id.key, fingerprint, createdAt: now }).execute()
    await createWriteStore(db).open(id, { account: 1, memberId: 2 }, now)
  }
})

test('a created object belongs to one write, and that write can store it again', async () => {
  const writes = createWriteStore(database.db)
  expect(await writes.found(one, 7)).toBe(true)
  expect(await writes.found(one, 7)).toBe(true)
  expect(await writes.found(other, 7)).toBe(false)
  expect(await writes.found(other, 8)).toBe(true)
})

test('of two writes that find the same object at the same time, one gets it', async () => {
  const { db } = database
  const isStored = Promise.withResolvers<void>()
  const isWaiting = Promise.withResolvers<void>()
  const first = db.transaction().execute(async (tx) => {
    await createWriteStore(tx).found(one, 7)
    isStored.resolve()
    await isWaiting.promise
  })
  await isStored.promise
  const second = createWriteStore(db).found(other, 7)
  second.catch(() => {})
  // PGlite has one session: there the second write waits for it.
  if (testDatabaseKind === 'postgres') {
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
    while ((await waiting.execute(db)).rows[0]?.n === 0);
  }
  isWaiting.resolve()
  await first
  expect(await second).toBe(false)
})
