import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { OpenCredit, Split } from '../../../../rules/booking/price.ts'
import type { Credit, CreditUse } from '../../../../contracts/credit.ts'
import { toDecimal } from '../../../../rules/money.ts'

type Reader = Database | Transaction<Tables>

/** Returns a member's credit entries for bookings that are not used up. */
export async function openCredits(db: Reader, member: number): Promise<OpenCredit[]> {
  return await db
    .selectFrom('credit')
    .select([
      'id',
      'fromDate',
      'untilDate',
      sql<number>`amount_cents - used_cents - held_cents`.as('remainingCents'),
    ])
    .where('memberId', '=', member)
    .where('scope', '=', 'booking')
    .where(sql<boolean>`used_cents + held_cents < amount_cents`)
    .execute()
}

/** Holds credits for a booking. @throws the database's own error for `credit_not_negative` */
export async function holdCredits(tx: Reader, bookingId: number, uses: Split['uses']): Promise<void> {
  const holds = uses.map(({ credit, cents }) => ({ creditId: credit, bookingId, amountCents: cents }))
  if (holds.length > 0) await tx.insertInto('creditHold').values(holds).execute()
}

/** Releases the credits and the money that a booking holds. */
export async function releaseMoney(tx: Reader, bookingId: number): Promise<void> {
  await tx.deleteFrom('creditHold').where('bookingId', '=', bookingId).execute()
  await tx.updateTable('booking').set({ moneyCents: 0 }).where('id', '=', bookingId).execute()
}

/** Writes the cost of a booking into the ledgers of credits and money. @throws the database's own error for a second charge */
export async function writeCharge(
  tx: Reader,
  charge: { booking: number; member: number; description: string; split: Split; now: Date },
): Promise<void> {
  const { booking: bookingId, member, description, split, now: createdAt } = charge
  if (split.uses.length > 0) {
    await tx
      .insertInto('creditUse')
      .values(
        split.uses.map(({ credit, cents }) => ({
          creditId: credit,
          amountCents: cents,
          description,
          bookingId,
          createdAt,
        })),
      )
      .execute()
  }
  if (split.moneyCents > 0) {
    await tx
      .insertInto('charge')
      .values({ memberId: member, bookingId, description, priceCents: split.moneyCents, createdAt })
      .execute()
  }
}

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
