import type { Database } from './database.ts'

/** Rows of `account_link`: subject → member id. */
export function createAccountLinkStore(db: Database) {
  return { memberOf, link }

  async function memberOf(subject: string): Promise<number | null> {
    const row = await db
      .selectFrom('accountLink')
      .select('memberId')
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row?.memberId ?? null
  }

  /** Remembers the first match; of two at once the first one wins for both. */
  async function link(subject: string, memberId: number): Promise<number | null> {
    await db
      .insertInto('accountLink')
      .values({ subject, memberId })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute()
    return memberOf(subject)
  }
}
