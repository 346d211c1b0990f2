import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackup, writeBackup } from '../../platform/database/backup.ts'
import type { Database, OpenedDatabase } from '../../platform/database/database.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import { systemClock } from '../../platform/clock.ts'
import { seedDemo } from './seed-demo.ts'

let source: OpenedDatabase
let target: OpenedDatabase
const folder = mkdtempSync(join(tmpdir(), 'werkbank-backup-'))
const file = join(folder, 'today.backup')

beforeAll(async () => {
  source = await testDatabase()
  target = await testDatabase()
  await seedDemo(source.db, systemClock)
})
afterAll(async () => {
  await source.close()
  await target.close()
  rmSync(folder, { recursive: true })
})

/** Every row of every table and the state of every sequence, as text. */
async function everything(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()
    and tablename <> 'schema_migration'`.execute(db)
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, ${'\n'} order by t::text) as text from ${sql.raw(name)} as t`.execute(db)
    found[name] = rows[0]?.text ?? ''
  }
  const { rows } = await sql<{ name: string; value: string | null }>`
    select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = current_schema()`.execute(db)
  for (const { name, value } of rows) found[name] = value ?? 'unused'
  return found
}

test('a restored database equals the one that was backed up, whatever it held before', async () => {
  await sql`insert into setting (key, value) values ('of another day', 'x')`.execute(target.db)
  const written = await writeBackup(source.db, file)
  expect(written).toBeGreaterThan(200)
  expect(await readBackup(target.db, file)).toBe(written)
  expect(await everything(target.db)).toEqual(await everything(source.db))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('triggers and identities work after a restore', async () => {
  await expect(sql`update credit_use set amount = 0`.execute(target.db)).rejects.toThrow()
  const { rows } = await sql<{ isNew: boolean }>`
    select nextval(pg_get_serial_sequence('member', 'id')) > max(id) as "isNew" from member`.execute(
    target.db,
  )
  expect(rows[0]?.isNew).toBe(true)
})

test('a backup under writes holds whole transactions only', async () => {
  const writing = new AbortController()
  const pairs = async () => {
    for (let number = 0; !writing.signal.aborted; number++) {
      await source.db.transaction().execute(async (tx) => {
        // The first table that a backup reads and one of the last.
        await tx
          .insertInto('accountLink')
          .values({ subject: `pair ${number}`, memberId: 1 })
          .execute()
        await sql`insert into setting (key, value) values (${`pair ${number}`}, '')`.execute(tx)
      })
    }
  }
  const writer = pairs()
  for (let round = 0; round < 5; round++) await writeBackup(source.db, join(folder, `${round}.backup`))
  writing.abort()
  await writer
  for (let round = 0; round < 5; round++) {
    await readBackup(target.db, join(folder, `${round}.backup`))
    const { rows } = await sql`
      select key from (select key from setting where key like 'pair %') as s
      full join account_link on subject = key where key is null or subject is null`.execute(target.db)
    expect(rows).toEqual([])
  }
})

test.each([
  ['without its end', (text: string) => text.slice(0, text.lastIndexOf('#end')), 'not whole'],
  ['without a row', (text: string) => text.replace(/^\{.*\}\n/m, ''), 'not whole'],
  ['of another kind of file', () => 'hello\n', 'is not a backup'],
  ['of another schema', (text: string) => text.replace('0002_identity.sql', '0002_other.sql'), 'schema'],
])('a file %s changes nothing', async (_, spoil, message) => {
  const before = await everything(target.db)
  const spoilt = join(folder, 'spoilt.backup')
  writeFileSync(spoilt, gzipSync(spoil(gunzipSync(readFileSync(file)).toString())))
  await expect(readBackup(target.db, spoilt)).rejects.toThrow(message)
  expect(await everything(target.db)).toEqual(before)
})

test('a file that is cut off changes nothing', async () => {
  const before = await everything(target.db)
  const spoilt = join(folder, 'cut.backup')
  writeFileSync(spoilt, readFileSync(file).subarray(0, 3000))
  await expect(readBackup(target.db, spoilt)).rejects.toThrow()
  expect(await everything(target.db)).toEqual(before)
})

test('a backup that fails leaves no file', async () => {
  await expect(writeBackup(source.db, join(folder, 'missing/x.backup'))).rejects.toThrow('ENOENT')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})
