import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Clocks of several machines differ by less. */
const skewMs = 60_000

/** Rows of `token_end`, and the accounts of the embedded provider. */
export function createTokenEndStore(db: Database) {
  return {
    /** Ends every access token of a subject that was issued before a time. */
    async end(subject: string, endedBefore: Date): Promise<void> {
      await db
        .insertInto('tokenEnd')
        .values({ subject, endedBefore })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet({ endedBefore }))
        .execute()
    },

    /**
     * Whether tokens issued at a time are ended. An end that lies ahead is from before the clock was set back: it counts
     * for tokens from ahead only, or nobody whose tokens ended could sign in until then. A block has no end.
     */
    async isEnded(subject: string, issuedAt: Date, now: Date): Promise<boolean> {
      const latest = new Date(now.getTime() + skewMs)
      const row = await db
        .selectFrom('tokenEnd')
        .select('subject')
        .where('subject', '=', subject)
        .where('endedBefore', '>', issuedAt)
        .where(({ eb, or }) =>
          or([
            eb('endedBefore', '<=', latest),
            eb('endedBefore', '=', sql<Date>`'infinity'`),
            ...(issuedAt > now ? [sql<boolean>`true`] : []),
          ]),
        )
        .executeTakeFirst()
      return row !== undefined
    },

    async isOfUsableAccount(subject: string): Promise<boolean> {
      const row = await db
        .selectFrom('identityAccount')
        .select('id')
        .where('id', '=', subject)
        .where('blocked', '=', false)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
