import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Clocks of several machines differ by less. */
const skewMs = 60_000

/** The last time that the clock of another machine may have reached. */
const latest = (now: Date) => new Date(now.getTime() + skewMs)

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

    /** Ends every access token of a subject, also those that are issued later, until `end` sets a time. */
    async endForGood(subject: string): Promise<void> {
      const endedBefore = sql<Date>`'infinity'`
      await db
        .insertInto('tokenEnd')
        .values({ subject, endedBefore })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet({ endedBefore }))
        .execute()
    },

    /**
     * Moves an end that lies ahead to now, so that tokens issued from now on count: it is from before the clock was set
     * back. A block has no end. Tokens have whole seconds.
     */
    async catchUp(subject: string, now: Date): Promise<void> {
      await db
        .updateTable('tokenEnd')
        .set({ endedBefore: new Date(Math.floor(now.getTime() / 1000) * 1000) })
        .where('subject', '=', subject)
        .where('endedBefore', '>', latest(now))
        .where('endedBefore', '<', sql<Date>`'infinity'`)
        .execute()
    },

    /** Whether tokens issued at a time are ended. One from ahead may be from before an end that was moved to now. */
    async isEnded(subject: string, issuedAt: Date, now: Date): Promise<boolean> {
      const row = await db
        .selectFrom('tokenEnd')
        .select('subject')
        .where('subject', '=', subject)
        .where((where) => (issuedAt > latest(now) ? where.val(true) : where('endedBefore', '>', issuedAt)))
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
