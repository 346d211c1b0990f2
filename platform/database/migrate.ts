import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.gen.ts'
import type { Database } from './database.ts'
import type { Log } from '../log.ts'

export interface Migration {
  /** File name, `0001_platform.sql`. */
  name: string
  text: string
}

const folder = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/** Any number; it only has to be ours. */
const advisoryLock = 5_784_501

/**
 * Brings the schema up to date: every new file of `db/migrations` in its own transaction, in order of its number.
 * Several processes may start at once; each file runs once.
 * @throws Error when a file that ran before was changed or is gone; what PostgreSQL says about a failing file
 */
export async function migrate(db: Database, log: Log, migrations = readMigrations()): Promise<void> {
  await prepare(db)
  const known = await ranBefore(db)
  assertUnchanged(migrations, known)
  const names: string[] = []
  try {
    for (const migration of migrations) {
      if (known.has(migration.name)) continue
      const ran = await db.transaction().execute((tx) => run(tx, migration))
      if (ran) names.push(migration.name)
    }
  } finally {
    // Those before a failing one stay.
    if (names.length > 0) log.info({ migrations: names }, 'migrated')
  }
}

/** The files of a migrations folder, ordered. @throws Error for a name without a number, or a number given twice */
export function readMigrations(path = folder): Migration[] {
  const names = readdirSync(path)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
  names.forEach((name, index) => {
    if (!numbers[index]) throw new Error(`${name}: a migration is named 0001_topic.sql`)
    if (numbers.indexOf(numbers[index]) !== index) throw new Error(`${name}: its number is taken`)
  })
  return names.map((name) => ({ name, text: readFileSync(join(path, name), 'utf8') }))
}

/** The lock comes first: two `create table if not exists` at once can fail on PostgreSQL's own catalogue. */
async function prepare(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    await sql`
      create table if not exists schema_migration (
        name text primary key,
        checksum text not null,
        ran_at timestamptz not null default now()
      )`.execute(tx)
  })
}

async function ranBefore(db: Database | Transaction<Tables>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migration`.execute(db)
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function assertUnchanged(migrations: Migration[], known: Map<string, string>): void {
  const texts = new Map(migrations.map((migration) => [migration.name, migration.text]))
  const unknown = [...known.keys()].filter((name) => !texts.has(name)).toSorted()
  if (unknown.length > 0) {
    throw new Error(
      `This version of Werkbank is older than its database: ${unknown.join(', ')} ran on it and is not in db/migrations. ` +
        'Start the newer version, or restore a backup of this one; nothing was changed.',
    )
  }
  for (const [name, checksum] of known) {
    const text = texts.get(name)
    if (text !== undefined && checksumOf(text) !== checksum)
      throw new Error(`${name} was changed after it ran; write a new file instead`)
  }
}

/** @returns false when another process was quicker */
async function run(tx: Transaction<Tables>, migration: Migration): Promise<boolean> {
  await lockSchema(tx)
  if ((await ranBefore(tx)).has(migration.name)) return false
  await sql.raw(asOneStatement(migration.text)).execute(tx)
  await sql`
    insert into schema_migration (name, checksum)
    values (${migration.name}, ${checksumOf(migration.text)})`.execute(tx)
  return true
}

/** Kysely's driver prepares every statement, and PostgreSQL prepares only one at a time; a `do` block may hold many. */
function asOneStatement(text: string): string {
  for (const tag of ['$werkbank_do$', '$werkbank_file$']) {
    if (text.includes(tag)) throw new Error(`A migration may not contain ${tag}`)
  }
  return `do $werkbank_do$ begin execute $werkbank_file$${text}$werkbank_file$; end $werkbank_do$`
}

/**
 * Lets one process at a time create or fill the schema, until the transaction ends. Not until the session ends: PgBouncer
 * gives a session to other clients in between.
 */
export async function lockSchema(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}
