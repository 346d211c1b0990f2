import type postgres from 'postgres'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface Housekeeping {
  /** One look at the database: checkpoint or vacuum when due. It is also the sign of life that the watch waits for. */
  tick(): Promise<void>
  stop(): void
}

interface HousekeepingOptions {
  sql: postgres.Sql
  clock: Clock
  log: Log
}

const tickMs = 30_000
const checkpointMs = 5 * 60_000
const checkpointWalBytes = 64 * 1024 * 1024
const vacuumHour = 3

/** PGlite has no background processes: without this its log grows for ever and its statistics never form. */
export function keepHouse({ sql, clock, log }: HousekeepingOptions): Housekeeping {
  let checkpointAt = clock().getTime()
  let checkpointLsn: string | null = null
  let vacuumedOn = ''

  const tick = async () => {
    const now = clock()
    const [wal] = await sql<[{ lsn: string; bytes: number }]>`
      select pg_current_wal_lsn()::text as lsn,
        pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(${checkpointLsn}, pg_current_wal_lsn()::text)::pg_lsn)::bigint as bytes`
    const isStale = now.getTime() - checkpointAt >= checkpointMs && wal.lsn !== checkpointLsn
    if (checkpointLsn === null) checkpointLsn = wal.lsn
    if (isStale || wal.bytes >= checkpointWalBytes) {
      await sql`checkpoint`
      checkpointAt = now.getTime()
      const [after] = await sql<[{ lsn: string }]>`select pg_current_wal_lsn()::text as lsn`
      checkpointLsn = after.lsn
    }
    const today = now.toDateString()
    if (now.getHours() === vacuumHour && vacuumedOn !== today) {
      vacuumedOn = today
      await sql`vacuum (analyze)`
      log.info({ job: 'vacuum', ms: clock().getTime() - now.getTime() }, 'job done')
    }
  }

  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    tick()
      .catch((error: unknown) => log.error({ err: error, job: 'housekeeping' }, 'job failed'))
      .finally(() => (running = false))
  }, tickMs)
  timer.unref()
  return { tick, stop: () => clearInterval(timer) }
}
