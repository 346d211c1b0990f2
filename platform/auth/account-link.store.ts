import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inGroups } from '../database/groups.ts'

/** Rows of `account_link`: subject → member id, in an account of workshop management. */
export function createAccountLinkStore(db: Database) {
  // Every request of a member asks, so those of one moment ask together.
  const find = inGroups<{ subject: string; account: number }, number | null>({
    most: 50,
    async run(asked) {
      const rows = await db
        .selectFrom('accountLink')
        .select(['subject', 'account', 'memberId'])
        .where(sql<boolean>`subject = any(${asked.map(({ subject }) => subject)}::text[])`)
        .execute()
      return asked.map(
        ({ subject, account }) =>
          rows.find((row) => row.subject === subject && row.account === account)?.memberId ?? null,
      )
    },
  })
  const memberOf = (subject: string, account: number) => find({ subject, account })
  return { memberOf, link }

  /** Remembers the first match; of two at once the first one wins for both. */
  async function link(subject: string, account: number, memberId: number): Promise<number | null> {
    await db
      .insertInto('accountLink')
      .values({ subject, account, memberId })
      .onConflict((conflict) => conflict.columns(['subject', 'account']).doNothing())
      .execute()
    return memberOf(subject, account)
  }
}
