import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type OpenedDatabase, openMemoryDatabase } from './database.ts'
import { emptyServerDatabase, serverUrl, testDatabaseKind } from './database.fixture.ts'
import { createLog } from '../log.ts'
import { migrate, type Migration, readMigrations } from './migrate.ts'

/** For what only a server has: several connections. */
const onServer = testDatabaseKind === 'postgres' ? test : () => {}

const log = createLog('silent')
const paper: Migration = {
  name: '0001_paper.sql',
  text: `create table paper (id int); -- first
    insert into paper values (1);
    create function seven() returns int language plpgsql as $$ begin return 7; end $$;`,
}
const pen: Migration = {
  name: '0002_pen.sql',
  text: 'create table pen (id int); insert into paper values (2);',
}

let opened: OpenedDatabase
let openAnother: () => Promise<OpenedDatabase>
let drop: () => Promise<void>

beforeEach(async () => {
  if (testDatabaseKind === 'postgres') {
    const empty = await emptyServerDatabase(serverUrl())
    drop = empty.drop
    openAnother = () => openDatabase({ databaseUrl: empty.url, dataDir: '', log })
  } else {
    drop = async () => {}
    openAnother = () => openMemoryDatabase(() => {})
  }
  opened = await openAnother()
})
afterEach(async () => {
  await opened.close()
  await drop()
})

async function papers(): Promise<unknown[]> {
  return (await sql`select id from paper order by id`.execute(opened.db)).rows
}

test('each file runs once, in order; new ones come after', async () => {
  await migrate(opened.db, log, [paper])
  await migrate(opened.db, log, [paper])
  expect(await papers()).toEqual([{ id: 1 }])
  await migrate(opened.db, log, [paper, pen])
  expect(await papers()).toEqual([{ id: 1 }, { id: 2 }])
  expect((await sql`select seven()`.execute(opened.db)).rows).toEqual([{ seven: 7 }])
})

test('a failing file leaves nothing of itself, and what ran before stays', async () => {
  const bad = { name: '0002_bad.sql', text: 'insert into paper values (3); select 1 / 0;' }
  await expect(migrate(opened.db, log, [paper, bad])).rejects.toThrow('division by zero')
  expect(await papers()).toEqual([{ id: 1 }])
  await migrate(opened.db, log, [paper, pen])
  expect(await papers()).toHaveLength(2)
})

test('a changed old file is an error and nothing runs', async () => {
  await migrate(opened.db, log, [paper])
  await expect(migrate(opened.db, log, [{ ...paper, text: `${paper.text} ` }, pen])).rejects.toThrow(
    '0001_paper.sql was changed',
  )
  expect(await papers()).toEqual([{ id: 1 }])
})

test('an older version on a newer database refuses in one sentence, and nothing runs', async () => {
  await migrate(opened.db, log, [paper, pen])
  const other = { name: '0003_other.sql', text: 'insert into paper values (3)' }
  await expect(migrate(opened.db, log, [paper, other])).rejects.toThrow(
    'This version of Werkbank is older than its database: 0002_pen.sql ran on it',
  )
  expect(await papers()).toEqual([{ id: 1 }, { id: 2 }])
})

test('line ends of a Windows checkout are no change', async () => {
  await migrate(opened.db, log, [paper])
  await migrate(opened.db, log, [{ ...paper, text: paper.text.replaceAll('\n', '\r\n') }])
})

test('the files of the repository run, one after the other and again', async () => {
  await migrate(opened.db, log)
  await migrate(opened.db, log)
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(
    opened.db,
  )
  expect(rows.map((row) => row.name)).toEqual(readMigrations().map((migration) => migration.name))
})

test('bookings, waitlist entries and intents from before 0015 keep their equipment', async () => {
  const { db } = opened
  const before = readMigrations().filter(({ name }) => name < '0015')
  await migrate(db, log, before)
  for (const text of [
    `insert into space (name, timezone, locale, booking_slots_per_hour, created_at, updated_at)
      values ('Halle 9', 'Europe/Berlin', 'de', 2, now(), now())`,
    `insert into equipment (space_id, name, created_at, updated_at) values (1, 'Säge', now(), now())`,
    `insert into member (space_id, member_number, first_name, last_name, email_address, created_at, updated_at)
      values (1, '1', 'Mia', 'Muster', 'mia@example.org', now(), now())`,
    `insert into booking (space_id, resource_id, member_id, from_date_time, until_date_time, starts_at, ends_at, state,
        created_at, updated_at)
      values (1, 1, 1, '2026-12-02T18:00', '2026-12-02T20:00', '2026-12-02T17:00Z', '2026-12-02T19:00Z', 'confirmed',
        now(), now())`,
    `insert into waitlist (resource_id, member_id, from_date_time, until_date_time, starts_at, ends_at, created_at)
      select resource_id, member_id, from_date_time, until_date_time, starts_at, ends_at, now() from booking`,
    `insert into fabman_intent (member_id, resource_id, from_date_time, until_date_time, created_at)
      select member_id, resource_id, from_date_time, until_date_time, now() from booking`,
  ])
    await sql.raw(text).execute(db)
  await migrate(db, log)
  for (const table of ['booking', 'waitlist', 'fabmanIntent'] as const) {
    const rows = await db.selectFrom(table).select(['equipmentId', 'memberId', 'fromDateTime']).execute()
    expect(rows, table).toEqual([{ equipmentId: 1, memberId: 1, fromDateTime: '2026-12-02T18:00' }])
  }
})

onServer('eight processes that start at once run each file once', async () => {
  for (let round = 0; round < 3; round++) {
    const empty = await emptyServerDatabase(serverUrl())
    const all = await Promise.all(
      Array.from({ length: 8 }, () => openDatabase({ databaseUrl: `${empty.url}?max=2`, dataDir: '', log })),
    )
    const slow = { name: '0001_slow.sql', text: 'create table paper (id int); select pg_sleep(0.1);' }
    const add = { name: '0002_add.sql', text: 'insert into paper values (2);' }
    await Promise.all(all.map(({ db }) => migrate(db, log, [slow, add])))
    expect((await sql`select id from paper`.execute(all[0]!.db)).rows).toEqual([{ id: 2 }])
    await Promise.all(all.map(({ close }) => close()))
    await empty.drop()
  }
})
