import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.gen.ts'
import type { Clock } from '../clock.ts'
import { startJob } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'

export interface Housekeeping {
  /** Runs a checkpoint or vacuum when due. Its query is also the sign of life that the watch expects. */
  tick(): Promise<void>
  stop(): Promise<void>
}

interface HousekeepingOptions {
  db: Kysely<Tables>
  /** Whether the disk has room, also for so many bytes more; a checkpoint on a full one would end the process. */
  hasRoom: (more?: number) => boolean
  clock: Clock
  log: Log
}

const tickMs = 30_000
const checkpointMs = 5 * 60_000
const checkpointWalBytes = 64 * 1024 * 1024
const vacuumHour = 3
/** A larger table could take so long that the database counts as dead. */
const mostTableBytes = 256 * 1024 * 1024

/** PGlite has no background processes: without this its log grows without end and its statistics never form. */
export function keepHouse({ db, hasRoom, clock, log }: HousekeepingOptions): Housekeeping {
  let checkpointedAt = clock().getTime()
  let vacuumedOn = ''

  const tick = async () => {
    const now = clock()
    const walBytes = await walSinceCheckpoint(db)
    if (!hasRoom()) return
    const isStale = Math.abs(now.getTime() - checkpointedAt) >= checkpointMs && walBytes > idleWalBytes
    if (isStale || walBytes >= checkpointWalBytes) {
      await sql`checkpoint`.execute(db)
      checkpointedAt = now.getTime()
    }
    const today = now.toDateString()
    if (now.getHours() === vacuumHour && vacuumedOn !== today) {
      vacuumedOn = today
      // Analyzing a table that is empty now would keep the samples of its rows.
      await sql`delete from pg_statistic`.execute(db)
      await sql`vacuum (analyze)`.execute(db)
      await eraseDeleted({ db, hasRoom, log })
      log.info({ job: 'vacuum', ms: clock().getTime() - now.getTime() }, 'job done')
    }
  }

  const job = startJob({ name: 'housekeeping', everyMs: tickMs, run: tick, log })
  return { tick, stop: job.stop }
}

/** A checkpoint itself writes this much, which is no reason for another one. */
const idleWalBytes = 1024

/**
 * Takes what was deleted out of the files: a plain vacuum leaves it in the free space of pages, and the log has it until its file
 * is removed. Each table is a statement of its own, so that others wait for one table only.
 */
async function eraseDeleted({ db, hasRoom, log }: Omit<HousekeepingOptions, 'clock'>): Promise<void> {
  // `pg_statistic` has samples of values.
  const { rows } = await sql<{ schema: string; table: string; bytes: number }>`
    select schemaname as schema, tablename as table,
      pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)::bigint as bytes
    from pg_tables where schemaname = current_schema() or tablename = 'pg_statistic'`.execute(db)
  for (const { schema, table, bytes } of rows) {
    // The new table and its log are written beside the old one.
    if (bytes > mostTableBytes || !hasRoom(2 * bytes)) log.warn({ table, bytes }, 'table is not rewritten')
    else await sql`vacuum (full) ${sql.table(`${schema}.${table}`)}`.execute(db)
    if ((await walSinceCheckpoint(db)) >= checkpointWalBytes) await sql`checkpoint`.execute(db)
  }
  // A checkpoint keeps the file of the log before its own.
  for (let files = 0; files < 2; files++) {
    await sql`select pg_switch_wal()`.execute(db)
    await sql`checkpoint`.execute(db)
  }
}

async function walSinceCheckpoint(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}
