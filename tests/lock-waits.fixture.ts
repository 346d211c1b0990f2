import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Returns whether, within some 5 s, somebody waits in PostgreSQL for a row that a statement with this text asks for. */
export async function isWaitedFor(db: Database, statement: string): Promise<boolean> {
  for (let turn = 0; turn < 500; turn++) {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like ${`%${statement}%`}`.execute(db)
    if (rows.length > 0) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}
