import { type KyselyPlugin, RawNode, sql, type Updateable } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import type { z } from 'zod'
import { Booking, type BookingCreation } from '../../../contracts/booking.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import { patientLimits, serverUrl, testDatabase } from '../../../platform/database/database.fixture.ts'
import { type Database, openDatabase, type OpenedDatabase } from '../../../platform/database/database.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import { createLog } from '../../../platform/log.ts'
import { addDays } from '../../../rules/time.ts'
import {
  asked,
  book,
  call,
  type Caller,
  connectorOf,
  engineJobsOf,
  engineOf,
  fillWorkshop,
  now,
} from '../connector.fixture.ts'

interface Setting {
  members?: number
  /** Columns of the space and of all equipment that differ from `fillWorkshop`. */
  space?: Updateable<Tables['space']>
  equipment?: Updateable<Tables['equipment']>
  /** Several connectors with many warm connections, so that requests meet. PGlite has one session. */
  crowded?: boolean
  /** false = the engine without its advisory locks, for mutants. */
  locks?: boolean
}

/**
 * The workshop of `fillWorkshop` on the engine, behind its connector, on a database of its own.
 * Its clock stands at `now` until it is set.
 */
export async function openWorkshop({ members = 4, space, equipment, crowded, locks = true }: Setting = {}) {
  const opened = await testDatabase()
  const pool = crowded ? await widePool(opened, locks ? {} : quickDeadlocks) : opened
  const db = locks ? pool.db : pool.db.withPlugin(withoutLocks)
  let instant = now
  const clock = () => instant
  let processes: Fetch[] = []
  let calls = 0
  const fetch: Fetch = (request) => (processes[calls++ % processes.length] as Fetch)(request)

  async function refill() {
    instant = now
    // New ones keep no answer of the last test.
    processes = Array.from({ length: crowded ? 8 : 1 }, () => connectorOf(engineOf(db, clock), clock, db))
    await sql`truncate space, package, training, waitlist, mail, idempotency_key restart identity cascade`.execute(
      db,
    )
    await fillWorkshop(db, members)
    if (space) await db.updateTable('space').set(space).execute()
    if (equipment) await db.updateTable('equipment').set(equipment).execute()
  }

  async function send(as: Caller, method: string, path: string, body?: unknown, key?: string) {
    const response = await call(fetch, as, method, path, body, key)
    return { status: response.status, body: (await response.json()) as unknown }
  }

  /** @throws Error when the answer is not what its contract says */
  const read = async <T>(schema: z.ZodType<T>, path: string, as: Caller = 'read') =>
    schema.parse((await send(as, 'GET', path)).body)

  await refill()
  return {
    db,
    jobs: engineJobsOf(db, clock),
    refill,
    clock,
    /** The connector's own fetch, for answers that `send` does not read. */
    connector: fetch,
    setNow(to: Date) {
      instant = to
    },
    send,
    read,
    bookings: () => read(Booking.array(), '/fabman/bookings'),
    /** @throws Error when it was refused */
    book: (member: number, change?: Partial<BookingCreation>) => book(fetch, member, change),
    tryToBook: (member: number, change?: Partial<BookingCreation>) =>
      send(member, 'POST', '/fabman/bookings', asked(member, change)),
    cancel: (member: number, id: number) => send(member, 'DELETE', `/fabman/bookings/${id}`),
    /** More connections to its database. */
    connect: (settings: Record<string, string>) => widePool(opened, settings),
    async close() {
      if (pool !== opened) await pool.close()
      await opened.close()
    },
  }
}

/** The workshop of the tests of one file, filled anew before each. */
export async function testWorkshop(setting?: Setting) {
  const workshop = await openWorkshop(setting)
  afterAll(workshop.close)
  beforeEach(workshop.refill)
  return workshop
}

/** Removes the advisory locks from every statement, without a switch in the engine. */
const withoutLocks: KyselyPlugin = {
  transformQuery({ node }) {
    const isLock =
      RawNode.is(node) && node.sqlFragments.some((part) => part.includes('pg_advisory_xact_lock'))
    return isLock ? RawNode.createWithSql('select 1') : node
  },
  transformResult: async ({ result }) => result,
}

/**
 * Settings of a pool without locks: its inserts deadlock, and PostgreSQL looks for deadlocks after `deadlock_timeout`, by
 * default a second.
 */
export const quickDeadlocks = { options: '-c deadlock_timeout=10ms' }

/** 20 warm connections to the same PostgreSQL database; of PGlite its one. */
async function widePool(
  opened: OpenedDatabase,
  settings: Record<string, string> = {},
): Promise<{ db: Database; close: () => Promise<void> }> {
  if (opened.kind === 'pglite') return { db: opened.db, close: async () => {} }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(opened.db)
  const url = new URL(serverUrl())
  url.pathname = `/${rows[0]?.name}`
  for (const [name, value] of Object.entries({ max: '20', ...settings })) url.searchParams.set(name, value)
  const pool = await openDatabase({
    databaseUrl: url.href,
    dataDir: '',
    log: createLog('warn'),
    limits: patientLimits,
  })
  await Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.05)`.execute(pool.db)))
  return pool
}

/** The so many-th half hour within opening hours (8 to 22), from tomorrow on. */
export function slot(index: number): { fromDateTime: string; untilDateTime: string } {
  const at = (half: number) => {
    const minutes = 8 * 60 + (half % 28) * 30
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    return `${addDays('2026-12-02', Math.floor(half / 28))}T${time}`
  }
  const end = at(index).slice(0, 11) + (index % 28 === 27 ? '22:00' : at(index + 1).slice(11))
  return { fromDateTime: at(index), untilDateTime: end }
}
