import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openDatabase, type OpenedDatabase } from './database.ts'
import { emptyServerDatabase, serverUrl, testDatabase, testDatabaseKind } from './database.fixture.ts'
import { openProxy } from './proxy.fixture.ts'
import type { Limits } from './pool.ts'
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

/** A database of its own, once by way of a proxy and once directly. */
async function behindProxy(max: number, limits: Partial<Limits>, more = '') {
  const { url, drop } = await emptyServerDatabase(serverUrl())
  const direct = await openDatabase({ databaseUrl: url, dataDir: '', log })
  await sql`create table paper (id int)`.execute(direct.db)
  const proxy = await openProxy(`${url}?max=${max}${more}`)
  const opened = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log, limits })
  return {
    ...opened,
    proxy,
    papers: async () => (await sql`select id from paper`.execute(direct.db)).rows,
    async dispose() {
      await opened.close()
      proxy.close()
      await direct.close()
      await drop()
    },
  }
}

const away = { code: 'databaseUnavailable', options: { headers: { 'retry-after': '2' } } }

onServer('a connection that is reset fails what it has not answered, and comes back', async () => {
  const { db, proxy, numbers, papers, dispose } = await behindProxy(2, {})
  for (let round = 0; round < 10; round++) {
    let working = 0
    const works = Array.from({ length: 4 }, () =>
      db.transaction().execute(async (tx) => {
        await sql`insert into paper values (1)`.execute(tx)
        working += 1
        await sql`select pg_sleep(30)`.execute(tx)
      }),
    )
    const settled = Promise.allSettled(works)
    // The last two wait for the connections of the first two.
    for (const count of [2, 4]) {
      await vi.waitFor(() => expect(working).toBe(count), { timeout: 8000 })
      proxy.reset()
    }
    expect(await settled).toMatchObject(works.map(() => ({ status: 'rejected', reason: away })))
    expect(numbers()).toMatchObject({ inUse: 0, waiting: 0 })
  }
  expect(await papers()).toEqual([])
  await dispose()
})

async function timeUntilAway(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await expect(work).rejects.toMatchObject(away)
  return performance.now() - began
}

onServer('a silent database costs its callers two seconds, and later ones half a one', async () => {
  const { db, proxy, dispose } = await behindProxy(4, {})
  await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.1)`.execute(db)))
  proxy.silence()
  const first = [1, 2, 3, 4, 5, 6].map(() => timeUntilAway(sql`select 1`.execute(db)))
  const times = await Promise.all(first)
  expect(Math.max(...times.slice(0, 4)), 'sent into the silence').toBeLessThan(3000)
  expect(Math.max(...times.slice(4)), 'without a connection').toBeLessThan(4000)
  const later = [1, 2, 3, 4, 5].map(() => timeUntilAway(sql`select 1`.execute(db)))
  expect(Math.max(...(await Promise.all(later)))).toBeLessThan(2000)
  const alone: number[] = []
  for (let round = 0; round < 3; round++) alone.push(await timeUntilAway(sql`select 1`.execute(db)))
  expect(Math.min(...alone)).toBeLessThan(900)
  proxy.mend()
  await vi.waitFor(() => sql`select 1`.execute(db), { timeout: 10_000 })
  // A response ends it: a long statement has its whole time again.
  await sql`select pg_sleep(3)`.execute(db)
  await dispose()
})

onServer('a connection that fell silent alone costs its statement two seconds', async () => {
  const { db, proxy, dispose } = await behindProxy(2, {})
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.1)`.execute(db)))
  proxy.freeze()
  expect(await timeUntilAway(sql`select 1`.execute(db))).toBeLessThan(3000)
  await dispose()
})

for (const [way, more] of [
  ['directly', ''],
  ['through PgBouncer', '&prepare=false'],
] as const)
  onServer(`a long statement is no silence, ${way}`, async () => {
    const { db, dispose } = await behindProxy(3, {}, more)
    const long = sql`select pg_sleep(6)`.execute(db)
    await sleep(1200)
    await sql`select pg_sleep(2.5)`.execute(db)
    await long
    await dispose()
  })

onServer('a full disk is known for some seconds, also where a statement needs no room', async () => {
  const { db, numbers, dispose } = await behindProxy(1, {})
  const full = sql`do $$ begin raise exception 'full' using errcode = '53100'; end $$`.execute(db)
  await expect(full).rejects.toMatchObject({ code: 'databaseFull' })
  await sql`select 1`.execute(db)
  expect(numbers().isFull).toBe(true)
  await dispose()
})

onServer('a transaction that is refused says so, although its connection is lost meanwhile', async () => {
  const { db, proxy, dispose } = await behindProxy(1, {})
  const work = db.transaction().execute(async (tx) => {
    await sql`insert into paper values (1)`.execute(tx)
    proxy.reset()
    await sleep(50)
    throw new Error('taken')
  })
  await expect(work).rejects.toThrow('taken')
  await dispose()
})

onServer('nothing of a transaction is written when its begin is refused', async () => {
  const { db, proxy, papers, dispose } = await behindProxy(3, {})
  for (let round = 0; round < 20; round++) {
    proxy.cut()
    const works = Array.from({ length: 5 }, () =>
      db.transaction().execute(async (tx) => {
        await sql`insert into paper values (1)`.execute(tx)
        throw new Error('on purpose')
      }),
    )
    setTimeout(proxy.mend, round)
    await Promise.allSettled(works)
    proxy.mend()
  }
  expect(await papers()).toEqual([])
  await dispose()
})

onServer('a statement without a response fails, and its connection is replaced', async () => {
  const { db, proxy, numbers, dispose } = await behindProxy(1, {
    statementMs: 500,
    connectMs: 500,
    waitMs: 10 * 60_000,
  })
  proxy.silence()
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject(away)
  await expect(sql`select 1`.execute(db), 'nor can another connect').rejects.toMatchObject(away)
  proxy.mend()
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  expect(numbers()).toEqual({ inUse: 0, idle: 1, waiting: 0, max: 1, isFull: false })
  await dispose()
})

onServer('the wait for a connection has a limit, and so has the number of those who wait', async () => {
  const { db, numbers, dispose } = await behindProxy(1, { waitMs: 1000 })
  const held = db.transaction().execute((tx) => sql`select pg_sleep(3)`.execute(tx))
  await vi.waitFor(() => expect(numbers().inUse).toBe(1))
  const waiting = Array.from({ length: 1001 }, () => sql`select 1`.execute(db))
  const outcomes = Promise.allSettled(waiting)
  await expect(waiting.at(-1), 'refused at once').rejects.toMatchObject(away)
  expect(numbers()).toMatchObject({ inUse: 1, idle: 0, waiting: 1000, max: 1 })
  expect((await outcomes).map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'))
  await held
  expect(numbers().waiting).toBe(0)
  await dispose()
})

onServer('closing ends although PostgreSQL is silent', async () => {
  const { db, proxy, close, dispose } = await behindProxy(2, { closeMs: 300, statementMs: 10 * 60_000 })
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.05)`.execute(db)))
  proxy.silence()
  const works = Promise.allSettled([sql`select 1`.execute(db)])
  await sleep(50)
  await close()
  expect(await works).toMatchObject([{ status: 'rejected', reason: away }])
  await dispose()
})

onServer('a prepared statement outlives a change of its table', async () => {
  const { db, dispose } = await behindProxy(1, {})
  const read = () => sql`select * from paper where ${1}::int = 1`.execute(db)
  await sql`insert into paper values (1)`.execute(db)
  await read()
  await sql`alter table paper add column title text`.execute(db)
  expect((await read()).rows).toEqual([{ id: 1, title: null }])
  await dispose()
})

onServer('PostgreSQL itself ends statements and transactions that stay', async () => {
  const { db, dispose } = await behindProxy(1, {})
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  expect(rows).toEqual([{ statement: '9s', idle: '30s' }])
  await dispose()
})

test.each([
  ['53100', 'databaseFull'],
  ['53300', 'databaseUnavailable'],
  ['57P03', 'databaseUnavailable'],
  ['25006', 'databaseUnavailable'],
])('SQLSTATE %s is %s', async (code, problem) => {
  const { db, close } = await testDatabase()
  const raise = sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
  await expect(raise.execute(db)).rejects.toMatchObject({ code: problem })
  await close()
})
