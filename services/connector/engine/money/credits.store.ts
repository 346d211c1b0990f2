import type { Credit, CreditUse } from '../../../../contracts/credit.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { toDecimal } from '../../../../rules/money.ts'

/** Returns every credit entry of a member, newest first. `remaining` is the amount without what is used or held. */
export async function creditsOf(db: Database, member: number): Promise<Credit[]> {
  const rows = await db
    .selectFrom('credit')
    .selectAll()
    .where('memberId', '=', member)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    member: row.memberId,
    scope: row.scope,
    amount: toDecimal(row.amountCents),
    remaining: toDecimal(row.amountCents - row.usedCents - row.heldCents),
    fromDate: row.fromDate,
    untilDate: row.untilDate,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Returns the uses of a member's credit entry, newest first; null when the member has no such entry. */
export async function usesOfCredit(
  db: Database,
  member: number,
  credit: number,
): Promise<CreditUse[] | null> {
  const owned = await db
    .selectFrom('credit')
    .select('id')
    .where('id', '=', credit)
    .where('memberId', '=', member)
    .executeTakeFirst()
  if (!owned) return null
  const rows = await db
    .selectFrom('creditUse')
    .selectAll()
    .where('creditId', '=', credit)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    credit: row.creditId,
    amount: toDecimal(row.amountCents),
    description: row.description,
    booking: row.bookingId,
    createdAt: row.createdAt.toISOString(),
  }))
}
