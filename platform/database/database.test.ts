import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type OpenedDatabase } from './database.ts'
import { emptyServerDatabase, serverUrl, testDatabase, testDatabaseKind } from './database.fixture.ts'
import { createLog } from '../log.ts'

/** For what only a server has: several connections. */
const onServer = testDatabaseKind === 'postgres' ? test : () => {}

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

test('it is the database that this run asks for', () => {
  expect(opened.kind).toBe(testDatabaseKind)
})

test('values come and go as the same JavaScript on both databases', async () => {
  const { rows } = await sql`
    select 9007199254740991::bigint as cents, '2026-03-29'::date as day, 12.50::numeric as percent,
      '2026-03-29T01:30:00Z'::timestamptz as starts_at, '{"inner_key": [1, null]}'::jsonb as note,
      '\\x00ff'::bytea as hash, array['read', 'manage'] as abilities, 1::smallint as small, null::date as none,
      tstzrange('2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z') = tstzrange('2026-03-29T02:00:00+01', '2026-03-29T02:00:00Z') as same`.execute(
    opened.db,
  )
  expect(rows).toEqual([
    {
      cents: Number.MAX_SAFE_INTEGER,
      day: '2026-03-29',
      percent: '12.50',
      startsAt: new Date('2026-03-29T01:30:00Z'),
      note: { inner_key: [1, null] },
      hash: Buffer.from([0, 255]),
      abilities: ['read', 'manage'],
      small: 1,
      none: null,
      same: true,
    },
  ])
})

test('json is given as a value, an array too, never as a string of it', async () => {
  const db = opened.db.withTables<{ note: { body: object } }>()
  await sql`create table note (body jsonb not null)`.execute(db)
  await db
    .insertInto('note')
    .values([{ body: { a: 1 } }, { body: [{ b: 2 }] }])
    .execute()
  const { rows } = await sql`select jsonb_typeof(body) as type, body from note`.execute(db)
  expect(rows).toEqual([
    { type: 'object', body: { a: 1 } },
    { type: 'array', body: [{ b: 2 }] },
  ])
})

test('an exclusion constraint refuses with its code and its name', async () => {
  await sql`create table slot (room int, during tstzrange,
    constraint slot_no_overlap exclude using gist (room with =, during with &&))`.execute(opened.db)
  const add = () =>
    sql`insert into slot values (1, tstzrange('2026-03-29T01:00Z', '2026-03-29T02:00Z'))`.execute(opened.db)
  await add()
  await expect(add()).rejects.toMatchObject({ code: '23P01', constraint: 'slot_no_overlap' })
  expect((await sql`select count(*) from slot`.execute(opened.db)).rows).toEqual([{ count: 1 }])
})

test('a transaction that fails leaves nothing and the connection usable', async () => {
  await sql`create table paper (id int primary key)`.execute(opened.db)
  await expect(
    opened.db.transaction().execute(async (tx) => {
      await sql`insert into paper values (1)`.execute(tx)
      await sql`insert into paper values (1)`.execute(tx)
    }),
  ).rejects.toMatchObject({ code: '23505' })
  expect((await sql`select * from paper`.execute(opened.db)).rows).toEqual([])
})

onServer('?prepare=false and ?max= of the URL are kept', async () => {
  const { url, drop } = await emptyServerDatabase(serverUrl())
  const one = await openDatabase({
    databaseUrl: `${url}?prepare=false&max=3`,
    dataDir: '',
    log: createLog('silent'),
  })
  for (let n = 0; n < 3; n++) await sql`select ${n}::int`.execute(one.db)
  expect((await sql`select name from pg_prepared_statements`.execute(one.db)).rows).toEqual([])
  await Promise.all(Array.from({ length: 9 }, () => sql`select pg_sleep(0.05)`.execute(one.db)))
  const { rows } =
    await sql`select count(*) from pg_stat_activity where datname = current_database()`.execute(one.db)
  expect(rows).toEqual([{ count: 3 }])
  await one.close()
  await drop()
})

onServer('a server that is not there is told at once', async () => {
  const databaseUrl = 'postgres://postgres@127.0.0.1:1/none'
  await expect(openDatabase({ databaseUrl, dataDir: '', log: createLog('silent') })).rejects.toThrow(
    /^PostgreSQL \(DATABASE_URL\) does not answer: .*ECONNREFUSED/,
  )
})
