import { sql, type Transaction } from 'kysely'
import { Invoice } from '../../../contracts/invoice.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'

export interface UsageBill {
  /** `usage-7-2026-11`: member and month. */
  key: string
  member: number
  until: Date
}

/** Notes that a month of a member's usage is to be invoiced; a known key stays as it is. */
export async function addUsageBill(
  db: Database,
  { key, member, until }: UsageBill,
  now: Date,
): Promise<void> {
  await db
    .insertInto('usageBill')
    .values({ key, memberId: member, until, createdAt: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Returns what is to be invoiced and is not yet, oldest first; of one member, or of all. */
export async function openUsageBills(db: Database, member?: number): Promise<UsageBill[]> {
  return db
    .selectFrom('usageBill')
    .select(['key', 'memberId as member', 'until'])
    .where('invoiceId', 'is', null)
    .$if(member !== undefined, (query) => query.where('memberId', '=', member as number))
    .orderBy('createdAt')
    .orderBy('key')
    .limit(500)
    .execute()
}

export async function completeUsageBill(
  tx: Transaction<Tables>,
  key: string,
  invoice: number,
): Promise<void> {
  await tx.updateTable('usageBill').set({ invoiceId: invoice }).where('key', '=', key).execute()
}

/** Deletes an entry that turned out to have no charges. */
export async function dropUsageBill(db: Database, key: string): Promise<void> {
  await db.deleteFrom('usageBill').where('key', '=', key).where('invoiceId', 'is', null).execute()
}

/** What invoices to a company say beside its name. */
export type CompanyData = Pick<Invoice['buyer'], 'vatId' | 'reference'>

/** Returns what the member's newest invoice to this company says; null where there is none. The workshop system keeps names only. */
export async function companyOf(db: Database, member: number, company: string): Promise<CompanyData | null> {
  const row = await db
    .selectFrom('invoice')
    .select('buyer')
    .where('memberId', '=', member)
    .where(sql<boolean>`buyer ->> 'company' = ${company}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Invoice.shape.buyer.parse(row.buyer) : null
}
