import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Writes and commits one row, so that a full disk or a server that only reads shows.
 * @throws Problem `databaseUnavailable` or `databaseFull`
 */
export async function checkWritable(db: Database): Promise<void> {
  await sql`insert into setting (key, value) values ('write check', '')
    on conflict (key) do update set value = excluded.value`.execute(db)
}
