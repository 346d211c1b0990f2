import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepHouse } from './housekeeping.ts'
import { pgliteVersion, templatePath, unpackTemplate } from './template.ts'
import { openDatabase, type OpenedDatabase } from './database.ts'
import { createLog } from '../log.ts'

const log = createLog('silent')
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'werkbank-folder-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

function open(more: Partial<Parameters<typeof openDatabase>[0]> = {}): Promise<OpenedDatabase> {
  return openDatabase({ databaseUrl: null, dataDir: data, log, ...more })
}

test('what was written is there after closing and opening again', async () => {
  const first = await open()
  expect(first.kind).toBe('pglite')
  await sql`create table paper (id int)`.execute(first.db)
  await sql`insert into paper values (7)`.execute(first.db)
  await first.close()
  const second = await open()
  expect((await sql`select id from paper`.execute(second.db)).rows).toEqual([{ id: 7 }])
  await second.close()
})

test('a second process on the folder ends within a second and names the first', async () => {
  const first = await open()
  const script = fileURLToPath(new URL('./writer.fixture.ts', import.meta.url))
  const started = performance.now()
  await expect(promisify(execFile)(process.execPath, [script, data])).rejects.toThrow(
    `process ${process.pid} on`,
  )
  expect(performance.now() - started).toBeLessThan(5000) // Node and its modules on a busy machine; lock.test.ts has the second
  expect((await sql`select 1 as one`.execute(first.db)).rows).toEqual([{ one: 1 }])
  await first.close()
})

test('it is durable by its own account, and has 16 MB of buffers', async () => {
  const { db, close } = await open()
  const settings = ['fsync', 'wal_sync_method', 'full_page_writes', 'synchronous_commit', 'shared_buffers']
  const values = await Promise.all(
    settings.map(
      async (name) =>
        (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value,
    ),
  )
  expect(values).toEqual(['on', 'fsync', 'on', 'on', '16MB'])
  await close()
})

describe('the first start', () => {
  test('the template is that of the installed PGlite', () => {
    expect(existsSync(templatePath()), `run: node db/template.ts (PGlite ${pgliteVersion()})`).toBe(true)
  })

  test('a broken unpacking leaves no folder, and the next start makes one', async () => {
    let calls = 0
    const failing = () => {
      if (++calls === 100) throw new Error('disk full')
    }
    expect(() => unpackTemplate(join(data, 'db'), failing)).toThrow('disk full')
    expect(readdirSync(data)).toEqual([])
    const { close } = await open()
    await close()
  })

  test('a folder that holds something else is left alone', async () => {
    mkdirSync(join(data, 'db'))
    writeFileSync(join(data, 'db', 'diary.txt'), 'mine')
    await expect(open()).rejects.toThrow()
    expect(readdirSync(join(data, 'db'))).toEqual(['diary.txt'])
    await expect(open(), 'the lock was given back').rejects.toThrow(/not empty|ENOTEMPTY|exists/)
  })
})

describe('a data folder that cannot be used', () => {
  test('a folder that cannot be written ends the start with its name and the reason', async () => {
    writeFileSync(join(data, 'file'), '')
    const below = join(data, 'file', 'data')
    await expect(open({ dataDir: below })).rejects.toThrow(`DATA_DIR ${below} cannot be written (ENOTDIR).`)
  })

  test('a database of another major version of PostgreSQL ends the start with both versions', async () => {
    await (await open()).close()
    writeFileSync(join(data, 'db', 'PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow(
      /db is a database of PostgreSQL 17, this version of Werkbank brings 18\./,
    )
  })

  test('a full disk ends the start before anything is written', async () => {
    await expect(open({ hasRoom: () => false })).rejects.toThrow(/^DATA_DIR .+ has less than 96 MB free\./)
    expect(readdirSync(data)).toEqual([])
  })
})

describe('a disk that becomes full', () => {
  test('writes are refused, reads go on, and both work again when there is room', async () => {
    let hasRoom = true
    const { db, close } = await open({ hasRoom: () => hasRoom })
    const write = (id: number) => sql`insert into paper values (${id})`.execute(db)
    const ids = async () =>
      (await sql<{ id: number }>`select id from paper`.execute(db)).rows.map(({ id }) => id)
    await sql`create table paper (id int)`.execute(db)
    await write(1)
    hasRoom = false
    await expect(write(2)).rejects.toMatchObject({ code: 'databaseFull' })
    await expect(db.transaction().execute((tx) => sql`delete from paper`.execute(tx))).rejects.toMatchObject({
      code: 'databaseFull',
    })
    expect(await ids()).toEqual([1])
    hasRoom = true
    await write(3)
    expect(await ids()).toEqual([1, 3])
    await close()
  })

  test('a transaction that began before ends as it would', async () => {
    let hasRoom = true
    const { db, close } = await open({ hasRoom: () => hasRoom })
    await sql`create table paper (id int)`.execute(db)
    await db.transaction().execute(async (tx) => {
      await sql`insert into paper values (1)`.execute(tx)
      hasRoom = false
      await sql`insert into paper values (2)`.execute(tx)
    })
    expect((await sql`select id from paper`.execute(db)).rows).toHaveLength(2)
    hasRoom = true
    const failing = db.transaction().execute(async (tx) => {
      await sql`insert into paper values (3)`.execute(tx)
      hasRoom = false
      await sql`insert into paper values (4)`.execute(tx)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await expect(sql`insert into paper values (5)`.execute(db)).rejects.toMatchObject({
      code: 'databaseFull',
    })
    await close()
  })

  test('no checkpoint runs, and what was confirmed is there after the next start', async () => {
    let hasRoom = true
    const { db, close } = await open({ hasRoom: () => hasRoom })
    const redo = async () => (await sql`select redo_lsn::text from pg_control_checkpoint()`.execute(db)).rows
    await sql`create table paper (id int)`.execute(db)
    await sql`insert into paper values (7)`.execute(db)
    hasRoom = false
    const before = await redo()
    let now = new Date(2026, 10, 21, 12, 0)
    const house = keepHouse({ db, hasRoom: () => hasRoom, clock: () => now, log })
    now = new Date(2026, 10, 21, 12, 6)
    await house.tick()
    expect(await redo()).toEqual(before)
    await house.stop()
    await close()
    const again = await open()
    expect((await sql`select id from paper`.execute(again.db)).rows).toEqual([{ id: 7 }])
    await again.close()
  })
})

describe('the watch', () => {
  test('an answer that is overdue ends the database: the query fails, the process is told', async () => {
    const onDead = vi.fn()
    const { db } = await open({ onDead, answerWithinMs: 500 })
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toThrow()
    expect(onDead).toHaveBeenCalledExactlyOnceWith('no answer for 500 ms', undefined)
    await expect(sql`select 1`.execute(db)).rejects.toThrow()
  })

  test('a trap of the WebAssembly code does, at once: nothing "succeeds" after it', async () => {
    const onDead = vi.fn()
    const { db } = await open({ onDead })
    await sql`create table paper (id int)`.execute(db)
    await sql`create function deeper(n int) returns int language plpgsql as 'begin return deeper(n + 1); end'`.execute(
      db,
    )
    await expect(sql`select deeper(0)`.execute(db)).rejects.toThrow()
    expect(onDead).toHaveBeenCalledOnce()
    await expect(sql`insert into paper values (1)`.execute(db)).rejects.toThrow()
  })

  test('a long transaction of ours is no reason', async () => {
    const onDead = vi.fn()
    const { db, close } = await open({ onDead, answerWithinMs: 300 })
    await db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await new Promise((resolve) => setTimeout(resolve, 600))
      await sql`select 1`.execute(tx)
    })
    expect(onDead).not.toHaveBeenCalled()
    await close()
    expect(onDead).not.toHaveBeenCalled()
  })
})

test('housekeeping: a checkpoint after 5 minutes or 64 MB, a vacuum at night', async () => {
  const noon = new Date(2026, 10, 21, 12, 0)
  // The housekeeping of the database itself does nothing at noon.
  const { db, close } = await open({ clock: () => noon })
  const value = async (query: string) =>
    Object.values((await sql.raw<object>(query).execute(db)).rows[0] ?? {})[0]
  const redo = () => value('select redo_lsn::text from pg_control_checkpoint()')
  const tuples = () => value(`select reltuples from pg_class where relname = 'paper'`)
  let now = noon
  const house = keepHouse({ db, hasRoom: () => true, clock: () => now, log })
  await sql`create table paper (id int, text text)`.execute(db)
  await sql`alter table paper alter text set storage external`.execute(db)
  const first = await redo()
  await house.tick()
  expect(await redo(), 'not yet').toBe(first)
  now = new Date(2026, 10, 21, 12, 6)
  await house.tick()
  const second = await redo()
  expect(second, 'after 5 minutes').not.toBe(first)
  now = new Date(2026, 10, 21, 12, 12)
  await house.tick()
  expect(await redo(), 'nothing to do').toBe(second)
  await sql`insert into paper select g, repeat('y', 1000000) from generate_series(1, 70) g`.execute(db)
  await house.tick()
  expect(await redo(), 'after 64 MB').not.toBe(second)
  expect(await tuples()).toBe(-1)
  now = new Date(2026, 10, 22, 3, 10)
  await house.tick()
  expect(await tuples()).toBe(70)
  await house.stop()
  await close()
})
