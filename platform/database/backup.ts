import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.gen.ts'
import type { Database } from './database.ts'

/*
 * A backup is a gzipped text that both databases write and read: a heading, `#migrations` with the names of the files
 * that ran, `#table` lines each followed by its rows as JSON, `#sequence` lines, and `#end` with the number of rows.
 */

type Tx = Transaction<Tables>

const heading = '#werkbank backup 1'
const batch = 500

/**
 * Writes everything that the database holds at one moment, while others go on reading and writing it. The file appears
 * complete or not at all, readable by its owner only: it holds personal data.
 * @returns the number of rows
 * @throws the system's error when the file cannot be written
 */
export async function writeBackup(db: Database, file: string): Promise<number> {
  let rows = 0
  const unfinished = `${file}.part`
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) =>
        pipeline(
          Readable.from(linesOf(tx, (count) => (rows = count))),
          createGzip(),
          createWriteStream(unfinished, { mode: 0o600, flush: true }),
        ),
      )
    await rename(unfinished, file)
    await syncFolder(file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return rows
}

/**
 * Fills the database from a backup, in one transaction: afterwards it holds the backup's rows and no others, or what it
 * held before.
 * @returns the number of rows
 * @throws Error when the file is no whole backup, or was written by another version of the schema
 */
export async function readBackup(db: Database, file: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const tables = await tablesOf(tx)
    const names = tables.map(({ name }) => name)
    const lines = linesIn(file)
    if ((await lines.next()).value !== heading) throw new Error(`${file} is not a backup of Werkbank.`)
    await expectSameSchema(tx, (await lines.next()).value ?? '')
    await sql`truncate ${joined(names)} restart identity`.execute(tx)
    for (const name of names) await sql`alter table ${sql.id(name)} disable trigger user`.execute(tx)
    const rows = await insertLines(tx, tables, lines)
    for (const name of names) await sql`alter table ${sql.id(name)} enable trigger user`.execute(tx)
    return rows
  })
}

async function* linesOf(tx: Tx, done: (rows: number) => void): AsyncGenerator<string> {
  let count = 0
  yield `${heading}\n#migrations ${(await migrationsOf(tx)).join(' ')}\n`
  for (const { name } of await tablesOf(tx)) {
    yield `#table ${name}\n`
    let after = '(0,0)'
    for (;;) {
      const { rows } = await sql<{ at: string; row: string }>`
        select ctid::text as at, row_to_json(t)::text as row from ${sql.table(name)} as t
        where ctid > ${after}::text::tid order by ctid limit ${sql.lit(batch)}`.execute(tx)
      const last = rows.at(-1)
      if (!last) break
      after = last.at
      count += rows.length
      yield `${rows.map(({ row }) => row).join('\n')}\n`
    }
  }
  for (const { name, value } of await sequencesOf(tx)) yield `#sequence ${name} ${value}\n`
  yield `#end ${count}\n`
  done(count)
}

async function* linesIn(file: string): AsyncGenerator<string> {
  const text = createReadStream(file).pipe(createGunzip())
  yield* createInterface({ input: text, crlfDelay: Infinity })
}

async function insertLines(tx: Tx, tables: Table[], lines: AsyncIterable<string>): Promise<number> {
  let table: Table | undefined
  let waiting: string[] = []
  let count = 0
  const flush = async () => {
    if (!table || waiting.length === 0) return
    const columns = joined(table.columns)
    await sql`
      insert into ${sql.table(table.name)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table.name)}, ${`[${waiting.join(',')}]`}::text::json)
    `.execute(tx)
    count += waiting.length
    waiting = []
  }
  for await (const line of lines) {
    if (!line.startsWith('#')) {
      if (waiting.push(line) === batch) await flush()
      continue
    }
    await flush()
    const [directive, name = '', value = ''] = line.split(' ')
    if (directive === '#table') table = tables.find((each) => each.name === name)
    if (directive === '#sequence')
      await sql`select setval(${name}::text::regclass, ${value}::text::bigint)`.execute(tx)
    if (directive === '#end' && Number(name) === count) return count
  }
  throw new Error('The backup is not whole: its end is missing.')
}

interface Table {
  name: string
  /** Without those that the database computes. */
  columns: string[]
}

/** Returns every table but the list of migrations, each after the tables that it refers to. */
async function tablesOf(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<Table & { refersTo: string[] }>`
    select c.relname::text as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as "refersTo"
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migration'
    order by c.relname`.execute(tx)
  const ordered: Table[] = []
  const open = new Map(rows.map((row) => [row.name, row]))
  while (open.size > 0) {
    const ready = [...open.values()].filter(({ refersTo }) => refersTo.every((name) => !open.has(name)))
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...open.keys()].join(', ')}`)
    for (const { name, columns } of ready) {
      open.delete(name)
      ordered.push({ name, columns })
    }
  }
  return ordered
}

async function migrationsOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(tx)
  return rows.map(({ name }) => name)
}

async function sequencesOf(tx: Tx): Promise<{ name: string; value: string }[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`.execute(tx)
  return rows
}

async function expectSameSchema(tx: Tx, line: string): Promise<void> {
  const here = await migrationsOf(tx)
  const there = line.split(' ').slice(1)
  if (here.join(' ') === there.join(' ')) return
  throw new Error(
    `The backup has the schema of ${there.at(-1)}, this version that of ${here.at(-1)}. ` +
      'Restore it with the version that wrote it, then update.',
  )
}

function joined(names: string[]) {
  return sql.join(names.map((name) => sql.id(name)))
}

/** Makes the new name of a file survive a loss of power. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
