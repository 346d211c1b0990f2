import { sql } from 'kysely'
import type { Database } from './database/database.ts'

/** Rows of `rate_limit`. */
export function createRateLimitStore(db: Database) {
  return {
    /** One statement, so that attempts at the same time are all counted. */
    count(keyHash: Buffer, now: Date, endsAt: Date): Promise<{ hits: number; endsAt: Date }> {
      return db
        .insertInto('rateLimit')
        .values({ keyHash, hits: 1, endsAt })
        .onConflict((conflict) =>
          conflict.column('keyHash').doUpdateSet({
            hits: sql<number>`case when rate_limit.ends_at <= ${now} then 1 else least(rate_limit.hits, 1000000) + 1 end`,
            endsAt: sql<Date>`case when rate_limit.ends_at <= ${now} then excluded.ends_at else rate_limit.ends_at end`,
          }),
        )
        .returning(['hits', 'endsAt'])
        .executeTakeFirstOrThrow()
    },

    async takeBack(keyHash: Buffer): Promise<void> {
      await db
        .updateTable('rateLimit')
        .set({ hits: sql<number>`greatest(hits - 1, 0)` })
        .where('keyHash', '=', keyHash)
        .execute()
    },

    async cleanUp(now: Date): Promise<void> {
      await db.deleteFrom('rateLimit').where('endsAt', '<', now).execute()
    },
  }
}
