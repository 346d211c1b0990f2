import type { Database } from '../database/database.ts'

/** Rows of `account_link`: subject → member id, in an account of workshop management. */
export function createAccountLinkStore(db: Database) {
  return { memberOf, link }

  async function memberOf(subject: string, account: number): Promise<number | null> {
    const row = await db
      .selectFrom('accountLink')
      .select('memberId')
      .where('subject', '=', subject)
      .where('account', '=', account)
      .executeTakeFirst()
    return row?.memberId ?? null
  }

  /** Stores a match and returns the stored one: of two at the same time, the first one counts for both. */
  async function link(subject: string, account: number, memberId: number): Promise<number | null> {
    await db
      .insertInto('accountLink')
      .values({ subject, account, memberId })
      .onConflict((conflict) => conflict.columns(['subject', 'account']).doNothing())
      .execute()
    return memberOf(subject, account)
  }
}
