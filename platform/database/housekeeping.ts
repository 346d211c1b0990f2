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
  /** Whether the disk has room; a checkpoint on a full one would end the process. */
  hasRoom: () => boolean
  clock: Clock
  log: Log
}

const tickMs = 30_000
const checkpointMs = 5 * 60_000
const checkpointWalBytes = 64 * 1024 * 1024
const vacuumHour = 3

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
      await sql`vacuum (analyze)`.execute(db)
      log.info({ job: 'vacuum', ms: clock().getTime() - now.getTime() }, 'job done')
    }
  }

  const job = startJob({ name: 'housekeeping', everyMs: tickMs, run: tick, log })
  return { tick, stop: job.stop }
}

/** A checkpoint itself writes this much, which is no reason for another one. */
const idleWalBytes = 1024

async function walSinceCheckpoint(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}
