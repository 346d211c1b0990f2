import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CamelCasePlugin, Kysely } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import postgres from 'postgres'
import type { Tables } from '../db/tables.gen.ts'
import { systemClock } from './clock.ts'
import { type Embedded, openEmbedded } from './database-embedded.ts'
import { keepHouse } from './database-housekeeping.ts'
import { takeLock } from './lock.ts'
import type { Log } from './log.ts'

export type Database = Kysely<Tables>

export interface OpenedDatabase {
  db: Database
  kind: 'pglite' | 'postgres'
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** null = the embedded database in `dataDir`. `?prepare=false` for PgBouncer in transaction mode, `?max=20` for more connections than 10. */
  databaseUrl: string | null
  dataDir: string
  log: Log
  /** The embedded database is gone for good; the process should end. Default: fatal log line, exit code 1. */
  onDead?: (reason: string, error?: Error) => void
  /** Longest wait for an answer of the embedded database before it counts as dead, in ms. */
  answerWithinMs?: number
}

interface Connection {
  sql: postgres.Sql
  kind: OpenedDatabase['kind']
  close(): Promise<void>
}

/**
 * Opens the database; it is not migrated yet.
 * @throws Locked when another process has the data folder; what PostgreSQL says when it can't be reached
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const { sql, kind, close } = options.databaseUrl
    ? await connectPool(options.databaseUrl)
    : await connectFolder(options)
  return { db: createQueryBuilder(sql), kind, close }
}

/** A database in memory, for tests and type generation. */
export async function openMemoryDatabase(onDead: EmbeddedDeath): Promise<OpenedDatabase> {
  const embedded = await openEmbedded({ folder: null, onDead, answerWithinMs: 60_000 })
  const sql = connectEmbedded(embedded)
  const close = async () => {
    await sql.end({ timeout: 5 })
    await embedded.close()
  }
  return { db: createQueryBuilder(sql), kind: 'pglite', close }
}

type EmbeddedDeath = NonNullable<DatabaseOptions['onDead']>

/** cents fit into a double (2^53); a date has no zone and stays text; numeric stays text as postgres.js leaves it. */
const types = {
  bigint: { to: 20, from: [20], parse: Number, serialize: String },
  day: { to: 1082, from: [1082], parse: String, serialize: String },
}

function createQueryBuilder(sql: postgres.Sql): Database {
  return new Kysely<Tables>({
    dialect: new PostgresJSDialect({ postgres: sql }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

async function connectPool(url: string): Promise<Connection> {
  const max = Number(new URL(url).searchParams.get('max') ?? 10)
  const sql = postgres(url, { types, max, onnotice: () => {} }) as postgres.Sql
  try {
    await sql`select 1`
  } catch (error) {
    await sql.end({ timeout: 0 })
    throw error
  }
  return { sql, kind: 'postgres', close: () => sql.end({ timeout: 5 }) }
}

async function connectFolder(options: DatabaseOptions): Promise<Connection> {
  const { log } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await takeLock(join(dataDir, 'db.lock'))
  try {
    const embedded = await openEmbedded({
      folder: join(dataDir, 'db'),
      onDead: options.onDead ?? endProcess(log),
      answerWithinMs: options.answerWithinMs ?? 60_000,
    })
    const sql = connectEmbedded(embedded)
    await assertDurable(sql)
    const house = keepHouse({ sql, clock: systemClock, log })
    const close = async () => {
      house.stop()
      await sql`checkpoint`
      await sql.end({ timeout: 5 })
      await embedded.close()
      lock.release()
    }
    return { sql, kind: 'pglite', close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The same driver for both; PGlite has one session, which must neither be recycled nor time out. */
function connectEmbedded(embedded: Embedded): postgres.Sql {
  const options = {
    types,
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    user: 'postgres',
    database: 'postgres',
    onnotice: () => {},
    socket: () => embedded.connect(),
  }
  return postgres(options as postgres.Options<Record<string, postgres.PostgresType>>) as postgres.Sql
}

async function assertDurable(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<[{ fsync: string }]>`show fsync`
  if (row.fsync !== 'on') throw new Error('The embedded database would not survive a power cut: fsync is off')
}

function endProcess(log: Log): EmbeddedDeath {
  return (reason, error) => {
    log.fatal({ err: error, reason }, 'embedded database is dead')
    process.exit(1)
  }
}
