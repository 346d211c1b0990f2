import type { Database } from '../database/database.ts'

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

    async isEnded(subject: string, issuedAt: Date): Promise<boolean> {
      const row = await db
        .selectFrom('tokenEnd')
        .select('subject')
        .where('subject', '=', subject)
        .where('endedBefore', '>', issuedAt)
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
