import { sql } from 'kysely'
import type { Database } from './database/database.ts'

/** Rows of `rate_limit` that count. */
export function createRateLimitStore(db: Database) {
  return {
    /** One statement, so that attempts at the same time are all counted. */
    count(keyHashes: Buffer[], now: Date, endsAt: Date): Promise<{ hits: number; endsAt: Date }[]> {
      const isOver = sql`(rate_limit.ends_at <= ${now} or rate_limit.ends_at > ${skewed(endsAt)})`
      return (
        db
          .insertInto('rateLimit')
          // In one order, so that no two wait for each other.
          .values(keyHashes.toSorted(Buffer.compare).map((keyHash) => ({ keyHash, hits: 1, endsAt })))
          .onConflict((conflict) =>
            conflict.column('keyHash').doUpdateSet({
              hits: sql<number>`case when ${isOver} then 1 else least(rate_limit.hits, 1000000) + 1 end`,
              endsAt: sql<Date>`case when ${isOver} then excluded.ends_at else rate_limit.ends_at end`,
            }),
          )
          .returning(['hits', 'endsAt'])
          .execute()
      )
    },

    async takeBack(keyHash: Buffer): Promise<void> {
      await db
        .updateTable('rateLimit')
        .set({ hits: sql<number>`greatest(hits - 1, 0)` })
        .where('keyHash', '=', keyHash)
        .execute()
    },

    /**
     * Takes one from a bucket whose row says when it is full again (`ends_at`): later by `refillSeconds` with each one
     * that is taken, and never later than `latest` plus one. `hits` says whether this one was there.
     */
    take(
      keyHash: Buffer,
      { now, latest, refillSeconds }: { now: Date; latest: Date; refillSeconds: number },
    ): Promise<{ hits: number; endsAt: Date }> {
      const farthest = skewed(new Date(latest.getTime() + refillSeconds * 1000))
      const isThere = sql`(rate_limit.ends_at <= ${latest} or rate_limit.ends_at > ${farthest})`
      const refill = sql`${refillSeconds}::double precision * interval '1 second'`
      return db
        .insertInto('rateLimit')
        .values({ keyHash, hits: 1, endsAt: new Date(now.getTime() + refillSeconds * 1000) })
        .onConflict((conflict) =>
          conflict.column('keyHash').doUpdateSet({
            hits: sql<number>`case when ${isThere} then 1 else 0 end`,
            endsAt: sql<Date>`case when rate_limit.ends_at > ${farthest} then excluded.ends_at
              when ${isThere} then greatest(rate_limit.ends_at, ${now}) + ${refill} else rate_limit.ends_at end`,
          }),
        )
        .returning(['hits', 'endsAt'])
        .executeTakeFirstOrThrow()
    },

    async putBack(keyHash: Buffer, refillSeconds: number): Promise<void> {
      await db
        .updateTable('rateLimit')
        .set({ endsAt: sql<Date>`ends_at - ${refillSeconds}::double precision * interval '1 second'` })
        .where('keyHash', '=', keyHash)
        .execute()
    },

    async cleanUp(now: Date): Promise<void> {
      await db.deleteFrom('rateLimit').where('endsAt', '<', now).execute()
    },
  }
}

/** An end that lies after this is from before the clock was set back; clocks of several machines differ by less. */
function skewed(endsAt: Date): Date {
  return new Date(endsAt.getTime() + 60_000)
}

/** Rows of `rate_limit` that are there until their end and count nothing. */
export function createRememberedStore(db: Database) {
  return {
    async add(keyHash: Buffer, endsAt: Date): Promise<void> {
      await db
        .insertInto('rateLimit')
        .values({ keyHash, hits: 1, endsAt })
        .onConflict((conflict) => conflict.column('keyHash').doUpdateSet({ endsAt }))
        .execute()
    },

    async has(keyHash: Buffer, now: Date): Promise<boolean> {
      const row = await db
        .selectFrom('rateLimit')
        .select('keyHash')
        .where('keyHash', '=', keyHash)
        .where('endsAt', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
