import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase, type OpenedDatabase } from './database.ts'
import { emptyServerDatabase, serverUrl, testDatabase, testDatabaseKind } from './database.fixture.ts'
import { createLog } from '../log.ts'

/** For what only a server has: several connections. */
const onServer = testDatabaseKind === 'postgres' ? test : () => {}

const log = createLog('silent')

test('more callers than connections all get their turn', async () => {
  const { db, close } = await testDatabase()
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      db
        .transaction()
        .execute(async (tx) => (await sql<{ n: number }>`select ${n}::int as n`.execute(tx)).rows[0]?.n),
    ),
  )
  expect(results).toEqual(Array.from({ length: 100 }, (_, n) => n))
  await close()
  await expect(sql`select 1`.execute(db)).rejects.toThrow()
})

onServer('a restart of PostgreSQL costs the queries in flight and no more', async () => {
  const { url, drop } = await emptyServerDatabase(serverUrl())
  const admin = await openDatabase({ databaseUrl: serverUrl(), dataDir: '', log })
  const { db, close }: OpenedDatabase = await openDatabase({
    databaseUrl: `${url}?max=3`,
    dataDir: '',
    log,
  })
  await sql`create table paper (id int)`.execute(db)
  for (let round = 0; round < 3; round++) {
    const flying = Array.from({ length: 2 }, () => sql`select pg_sleep(5)`.execute(db))
    const waiting = Array.from({ length: 5 }, () => sql`select 1`.execute(db))
    const inTransaction = db.transaction().execute(async (tx) => {
      await sql`insert into paper values (1)`.execute(tx)
      await sleep(400)
      await sql`insert into paper values (2)`.execute(tx)
    })
    const all = Promise.allSettled([...flying, inTransaction, ...waiting])
    await sleep(200)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = ${new URL(url).pathname.slice(1)}`.execute(admin.db)
    const outcomes = (await all).map(({ status }) => status)
    expect(outcomes.slice(0, 3)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(outcomes.slice(3)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'))
    const { rows } = await sql`select count(*) from paper`.execute(db)
    expect(rows, 'nothing of the transaction, nor of what came after it on a new connection').toEqual([
      { count: 0 },
    ])
  }
  await close()
  await admin.close()
  await drop()
})
