import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type OpenedDatabase, openDatabase, openMemoryDatabase } from './database.ts'
import { createLog } from '../log.ts'
import { migrate, readMigrations } from './migrate.ts'

const log = createLog('warn')

/** Which database the tests of this run use: `pglite` (default) or `postgres` at TEST_POSTGRES_URL. */
export const testDatabaseKind: OpenedDatabase['kind'] =
  process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite'

/** Of pools that are not what a test is about: machines that run tests can be slow. */
export const patientLimits = { waitMs: 60_000, statementMs: 60_000, silenceMs: 10_000 }

/** Returns a fresh migrated database of its own. `close()` drops it. */
export function testDatabase(kind = testDatabaseKind): Promise<OpenedDatabase> {
  return kind === 'postgres' ? onServer(serverUrl()) : inMemory()
}

/**
 * A fresh empty database on the PostgreSQL server of this run.
 * @param template a database to copy
 * @returns its URL and what drops it
 */
export async function emptyServerDatabase(
  server: string,
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onAdminConnection(server, (admin) => admin.query(`create database ${name} template ${template}`))
  return {
    url: urlOf(server, name),
    drop: () =>
      onAdminConnection(server, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  }
}

/** URL of the PostgreSQL server of this run. @throws Error when there is none: a test is never skipped silently */
export function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (!url)
    throw new Error(
      'TEST_DATABASE=postgres needs TEST_POSTGRES_URL or platform/database/postgres-server.fixture.ts',
    )
  return url
}

async function inMemory(): Promise<OpenedDatabase> {
  const opened = await openMemoryDatabase((reason, cause) => {
    throw new Error(`test database: ${reason}`, { cause })
  })
  await migrate(opened.db, log)
  return opened
}

async function onServer(server: string): Promise<OpenedDatabase> {
  const { url, drop } = await emptyServerDatabase(server, await migratedTemplate(server))
  const opened = await openDatabase({ databaseUrl: url, dataDir: '', log, limits: patientLimits })
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await drop()
    },
  }
}

/** One migrated database per server and set of migrations; CREATE DATABASE copies it in 50 ms. */
async function migratedTemplate(server: string): Promise<string> {
  const texts = readMigrations().map(({ name, text }) => `${name}\n${text}`)
  const hash = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
  const name = `werkbank_${hash}`
  await onAdminConnection(server, async (admin) => {
    await admin.query('select pg_advisory_lock(5784502)')
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    const draft = `${name}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft}`)
    const opened = await openDatabase({ databaseUrl: urlOf(server, draft), dataDir: '', log })
    await migrate(opened.db, log)
    await opened.close()
    await admin.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** One connection, so a session lock ends with it. */
async function onAdminConnection(
  server: string,
  work: (admin: pg.Client) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client(server)
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
