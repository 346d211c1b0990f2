import { type Expression, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { OpenCredit, Split } from '../../../../rules/booking/price.ts'
import type { Credit, CreditUse, TeamCredits } from '../../../../contracts/credit.ts'
import { toDecimal } from '../../../../rules/money.ts'
import type { Day } from '../../../../rules/time.ts'

type Reader = Database | Transaction<Tables>

/**
 * The credit entries that a member spends on a booking of a day: their own, and those of each team of which a package of
 * theirs is valid then. The statement reads from `credit`, by its indexes of members and of teams: both sides of the `or` are
 * plain, and the array is read once.
 */
export function spendableBy(member: Expression<unknown>, day: Expression<unknown>) {
  return sql<boolean>`(credit.team_id is null and credit.member_id = ${member}
    or credit.team_id is not null and credit.team_id = any (array(
      select shared.team_id from member_package shared where shared.member_id = ${member} and shared.team_id is not null
        and shared.from_date <= ${day} and (shared.until_date is null or shared.until_date >= ${day}))))`
}

/** Returns the credit entries for a member's bookings of a day that are not used up. */
export async function openCredits(db: Reader, member: number, day: Day): Promise<OpenCredit[]> {
  return await db
    .selectFrom('credit')
    .select([
      'id',
      'fromDate',
      'untilDate',
      sql<number>`amount_cents - used_cents - held_cents`.as('remainingCents'),
    ])
    .where(spendableBy(sql`${member}::int`, sql`${day}::date`))
    .where('scope', '=', 'booking')
    .where(sql<boolean>`used_cents + held_cents < amount_cents`)
    .execute()
}

/** Holds credits for a booking. @throws the database's own error for `credit_not_negative` */
export async function holdCredits(tx: Reader, bookingId: number, uses: Split['uses']): Promise<void> {
  const holds = uses.map(({ credit, cents }) => ({ creditId: credit, bookingId, amountCents: cents }))
  if (holds.length > 0) await tx.insertInto('creditHold').values(holds).execute()
}

/** Whether a member may still spend every credit entry that a booking of a day holds. */
export async function holdsOwnCredits(
  tx: Reader,
  { id, member, day }: { id: number; member: number; day: Day },
): Promise<boolean> {
  const foreign = await tx
    .selectFrom('creditHold')
    .innerJoin('credit', 'credit.id', 'creditHold.creditId')
    .select('creditHold.creditId')
    .where('creditHold.bookingId', '=', id)
    .where(sql<boolean>`not ${spendableBy(sql`${member}::int`, sql`${day}::date`)}`)
    .limit(1)
    .executeTakeFirst()
  return foreign === undefined
}

/** Holds credits and money for a booking that holds nothing. @throws as `holdCredits` */
export async function holdMoney(tx: Reader, bookingId: number, { uses, moneyCents }: Split): Promise<void> {
  await holdCredits(tx, bookingId, uses)
  await tx.updateTable('booking').set({ moneyCents }).where('id', '=', bookingId).execute()
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

/**
 * Returns every credit entry of a member's own, newest first. `remaining` is the amount without what is used or held.
 */
export async function creditsOf(db: Database, member: number): Promise<Credit[]> {
  const rows = await db
    .selectFrom('credit')
    .selectAll()
    .where('memberId', '=', member)
    .where('teamId', 'is', null)
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

/** Gives a credit entry of a member another last day. */
export async function storeCreditEnd(
  db: Database,
  { member, credit, untilDate }: { member: number; credit: number; untilDate: string },
): Promise<void> {
  await db
    .updateTable('credit')
    .set({ untilDate })
    .where('id', '=', credit)
    .where('memberId', '=', member)
    .execute()
}

/** Returns the shared credit entries of a team that are valid on a day, and what each member has spent or holds of them. */
export async function teamCredits(db: Database, team: number, day: Day): Promise<TeamCredits> {
  const rows = await db
    .selectFrom('credit')
    .selectAll()
    .where('teamId', '=', team)
    .where('scope', '=', 'booking')
    .where(
      sql<boolean>`(from_date is null or from_date <= ${day}) and (until_date is null or until_date >= ${day})`,
    )
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const { rows: uses } = await sql<{ member: number; cents: number }>`
    select booking.member_id as member, sum(part.amount_cents)::int as cents
    from (
      select booking_id, amount_cents from credit_use where credit_id = any(${ids}::int[])
      union all
      select booking_id, amount_cents from credit_hold where credit_id = any(${ids}::int[])
    ) part join booking on booking.id = part.booking_id
    group by booking.member_id order by booking.member_id`.execute(db)
  return {
    credits: rows.map(({ id, amountCents, usedCents, heldCents, fromDate, untilDate }) => ({
      id,
      amount: toDecimal(amountCents),
      remaining: toDecimal(amountCents - usedCents - heldCents),
      fromDate,
      untilDate,
    })),
    uses: uses.map(({ member, cents }) => ({ member, amount: toDecimal(cents) })),
  }
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
    .where('teamId', 'is', null)
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
