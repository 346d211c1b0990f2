import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import postgres from 'postgres'
import type { Tables } from '../../db/tables.gen.ts'
import { systemClock } from '../clock.ts'
import { type Embedded, openEmbedded } from './embedded.ts'
import { keepHouse } from './housekeeping.ts'
import { createPool } from './pool.ts'
import { takeLock } from './lock.ts'
import type { Log } from '../log.ts'

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
  /** Longest wait for a response of the embedded database before it counts as dead, in ms. */
  answerWithinMs?: number
}

/**
 * Opens the database; it is not migrated yet.
 * @throws Locked when another process has the data folder; what PostgreSQL says when it can't be reached
 */
export function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl) : openDataFolder(options)
}

/** A database in memory, for tests and type generation. */
export async function openMemoryDatabase(onDead: EmbeddedDeath): Promise<OpenedDatabase> {
  const embedded = await openEmbedded({ folder: null, onDead, answerWithinMs: 60_000 })
  const db = queryEmbedded(embedded)
  const close = async () => {
    await db.destroy()
    await embedded.close()
  }
  return { db, kind: 'pglite', close }
}

type EmbeddedDeath = NonNullable<DatabaseOptions['onDead']>

/** cents fit into a double (2^53); a date has no zone and stays text; numeric stays text as postgres.js leaves it. */
const types = {
  bigint: { to: 20, from: [20], parse: Number, serialize: String },
  day: { to: 1082, from: [1082], parse: String, serialize: String },
}

/** One connection that stays: the pool decides when it ends. */
const oneConnection = { types, max: 1, max_lifetime: null, idle_timeout: 0, onnotice: () => {} }

async function openServer(url: string): Promise<OpenedDatabase> {
  const max = Number(new URL(url).searchParams.get('max') ?? 10)
  const db = createQueryBuilder(max, (onclose) => postgres(url, { ...oneConnection, onclose }))
  const close = () => db.destroy()
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, kind: 'postgres', close }
}

async function openDataFolder(options: DatabaseOptions): Promise<OpenedDatabase> {
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
    const db = queryEmbedded(embedded)
    await assertDurable(db)
    const house = keepHouse({ db, clock: systemClock, log })
    const close = async () => {
      await house.stop()
      await sql`checkpoint`.execute(db)
      await db.destroy()
      await embedded.close()
      lock.release()
    }
    return { db, kind: 'pglite', close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The same driver for both; PGlite has one session. */
function queryEmbedded(embedded: Embedded): Database {
  return createQueryBuilder(1, (onclose) => {
    const options = {
      ...oneConnection,
      onclose,
      user: 'postgres',
      database: 'postgres',
      socket: embedded.connect,
    }
    return postgres(options as typeof oneConnection)
  })
}

function createQueryBuilder(max: number, connect: (onClose: () => void) => unknown): Database {
  const pool = createPool({ max, connect: (onClose) => connect(onClose) as postgres.Sql })
  return new Kysely<Tables>({
    dialect: new PostgresJSDialect({ postgres: () => pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

async function assertDurable(db: Database): Promise<void> {
  const { rows } = await sql<{ fsync: string }>`show fsync`.execute(db)
  if (rows[0]?.fsync !== 'on')
    throw new Error('The embedded database would not survive a power cut: fsync is off')
}

function endProcess(log: Log): EmbeddedDeath {
  return (reason, error) => {
    log.fatal({ err: error, reason }, 'embedded database is dead')
    process.exit(1)
  }
}

/** Whether a statement failed at the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint_name?: unknown } | null)?.constraint_name === constraint
}
