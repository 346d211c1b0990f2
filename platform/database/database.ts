import { join, resolve } from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { isProblem } from '../../contracts/problem.ts'
import type { Tables } from '../../db/tables.gen.ts'
import { type Clock, systemClock } from '../clock.ts'
import { prepareDataFolder, watchRoom } from './data-folder.ts'
import { type Embedded, openEmbedded } from './embedded.ts'
import { keepHouse } from './housekeeping.ts'
import { connectionString, createPool, type Limits, type PoolNumbers } from './pool.ts'
import { takeLock } from './lock.ts'
import type { Log } from '../log.ts'

export type Database = Kysely<Tables>

export interface OpenedDatabase {
  db: Database
  kind: 'pglite' | 'postgres'
  /** How much its connections have to do. */
  numbers(): PoolNumbers
  /** Ends within 5 s on PostgreSQL, also when it does not answer. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** null = the embedded database in `dataDir`. `?prepare=false` for PgBouncer in transaction mode, `?max=20` for more connections than 10. */
  databaseUrl: string | null
  dataDir: string
  /** For housekeeping. Default: the system's. */
  clock?: Clock
  log: Log
  /** The embedded database is gone for good; the process should end. Default: fatal log line, exit code 1. */
  onDead?: (reason: string, error?: Error) => void
  /** Longest wait for a response of the embedded database before it counts as dead, in ms. */
  answerWithinMs?: number
  /** Whether the disk of `dataDir` has room to write. Default: asks the file system. */
  hasRoom?: (more?: number) => boolean
  /** Runs before the first use, such as migrations. On PostgreSQL its statements may take an hour. */
  prepare?: (db: Database) => Promise<void>
  /** Longest waits for PostgreSQL, where they differ from the usual ones. */
  limits?: Partial<Limits>
}

const usualLimits: Limits = {
  connectMs: 5000,
  waitMs: 10_000,
  statementMs: 10_000,
  silenceMs: 900,
  closeMs: 5000,
}

/**
 * Opens the database; it is not migrated yet.
 * @throws Locked when another process has the data folder; Error when the folder cannot be written or its disk is full;
 * what PostgreSQL says when it can't be reached
 */
export function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openDataFolder(options)
}

/** A database in memory, for tests and type generation. */
export async function openMemoryDatabase(onDead: EmbeddedDeath): Promise<OpenedDatabase> {
  const embedded = await openEmbedded({
    folder: null,
    onDead,
    answerWithinMs: 60_000,
    hasRoom: () => true,
  })
  const opened = queryEmbedded(embedded, false)
  const close = async () => {
    await opened.db.destroy()
    await embedded.close()
  }
  return { ...opened, kind: 'pglite', close }
}

type EmbeddedDeath = NonNullable<DatabaseOptions['onDead']>

async function openServer(
  url: string,
  { limits, prepare }: Pick<DatabaseOptions, 'limits' | 'prepare'>,
): Promise<OpenedDatabase> {
  const { db, numbers } = queryServer(url, { ...usualLimits, ...limits })
  try {
    await sql`select 1`.execute(db)
    if (prepare) await withoutHurry(url, prepare)
  } catch (error) {
    await db.destroy()
    throw isProblem(error) ? unreachable(error.cause) : error
  }
  return { db, numbers, kind: 'postgres', close: () => db.destroy() }
}

/** The driver says `timeout expired`, and not of what. */
function unreachable(cause: unknown): Error {
  const { message, code } = cause as Partial<NodeJS.ErrnoException>
  return new Error(`PostgreSQL (DATABASE_URL) does not answer: ${message || code || 'no reason given'}`, {
    cause,
  })
}

async function withoutHurry(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const { db } = queryServer(url, { ...usualLimits, statementMs: 60 * 60_000 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

function queryServer(url: string, limits: Limits) {
  const { searchParams } = new URL(url)
  const isBouncer = searchParams.get('prepare') === 'false'
  return query({
    connectionString: connectionString(url),
    max: Number(searchParams.get('max') ?? 10),
    prepare: !isBouncer,
    limits,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // PgBouncer refuses them. The server gives up first, so that the connection stays.
    ...(!isBouncer && {
      statement_timeout: Math.ceil(limits.statementMs * 0.9),
      idle_in_transaction_session_timeout: 3 * limits.statementMs,
    }),
  })
}

async function openDataFolder(options: DatabaseOptions): Promise<OpenedDatabase> {
  const { log } = options
  const dataDir = resolve(options.dataDir)
  const hasRoom = options.hasRoom ?? watchRoom(dataDir, log)
  prepareDataFolder(dataDir, hasRoom)
  const lock = await takeLock(join(dataDir, 'db.lock'))
  try {
    const embedded = await openEmbedded({
      folder: join(dataDir, 'db'),
      onDead: options.onDead ?? endProcess(log),
      answerWithinMs: options.answerWithinMs ?? 60_000,
      hasRoom,
    })
    const { db, numbers } = queryEmbedded(embedded, true)
    await assertDurable(db)
    await options.prepare?.(db)
    const house = keepHouse({ db, hasRoom, clock: options.clock ?? systemClock, log })
    const close = async () => {
      await house.stop()
      if (hasRoom()) await sql`checkpoint`.execute(db)
      await db.destroy()
      await embedded.close()
      lock.release()
    }
    return { db, numbers, kind: 'pglite', close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The same driver for both; PGlite has one session. `answerWithinMs` is the limit of its statements. */
function queryEmbedded(embedded: Embedded, isOnDisk: boolean) {
  return query({
    max: 1,
    readOnlyMeansFull: isOnDisk,
    limits: {
      connectMs: 60_000,
      waitMs: 60_000,
      statementMs: 2 ** 31 - 1,
      silenceMs: Infinity,
      closeMs: 5000,
    },
    idleTimeoutMillis: 0,
    stream: embedded.connect,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
}

function query(options: Parameters<typeof createPool>[0]) {
  const { pool, numbers } = createPool(options)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, numbers }
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
  return (error as { constraint?: unknown } | null)?.constraint === constraint
}
